internal import Documents
internal import Pipelines
internal import Platform
internal import Programs

/// Photographs of telephones (HEIF): their tiles are coded as films are, and not every browser or ffmpeg reads them.
enum HEIFPicture {
    static let program = MediaProgram(
        name: "heif-convert", package: "libheif-examples",
        limits: ProgramLimits(memory: 2 << 30, processorTime: .seconds(60), fileSize: 512 << 20))

    /// Whether a document of a MIME type is one.
    static func isOne(_ type: String) -> Bool {
        ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"].contains(type)
    }

    /// Has the document's first picture drawn as PNG, turned as it is shown. Blocks.
    ///
    /// - Returns: its name in the folder; nil: the document is damaged.
    /// - Throws: as `MediaProgram.run`.
    static func draw(_ file: SourceFile, in folder: ScratchFolder) async throws -> String? {
        let result = try await program.run([MediaProgram.content, "picture.png"], on: file, in: folder)
        guard let status = result.status else { throw program.failure(result) }
        guard status == 0 else { return nil }
        // Of several pictures each has a number.
        return ["picture.png", "picture-1.png"].first { Files.exists(folder.path.appending(Path($0))) }
    }

    /// For ffmpeg, before the name of what it makes: a drawing that it reads.
    static func source(_ drawing: String) -> [String] {
        ["-v", "error", "-nostdin", "-y", "-protocol_whitelist", "file", "-f", "png_pipe", "-i", drawing]
    }
}
