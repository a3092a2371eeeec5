internal import Documents
internal import FileType
internal import Pipelines
internal import Platform
internal import Programs

/// ffprobe, and what the files that it looks at may be.
enum FFprobe {
    static let program = MediaProgram(name: "ffprobe", package: "ffmpeg")

    /// What a document may be read as. A playlist or a list of parts, which any text could be, would name other files.
    static let formats =
        "mov,avi,matroska,mpegts,mpeg,asf,flv,ogg,mp3,aac,flac,wav,jpeg_pipe,png_pipe,webp_pipe,gif,tiff_pipe,bmp_pipe"
    /// For ffmpeg and ffprobe, before the document's name.
    static let source = ["-protocol_whitelist", "file", "-format_whitelist", formats]
    static let content = "file:\(MediaProgram.content)"

    /// Describes the document. Blocks.
    ///
    /// - Throws: `StageError`: a rejection of kind `unplayable` with ffprobe's reason; as `MediaProgram.run`.
    static func describe(_ file: SourceFile, in folder: ScratchFolder) async throws -> MediaDescription {
        let entries = """
            format=format_name,duration:stream=index,codec_type,codec_name,width,height,pix_fmt,color_transfer,color_space,\
            color_primaries,avg_frame_rate,duration:stream_disposition=attached_pic:stream_side_data=rotation
            """
        // Which streams it has no decoder for, it tells in a warning alone.
        let result = try await program.run(
            ["-v", "level+warning"] + source + ["-print_format", "json", "-show_entries", entries, content], on: file,
            in: folder)
        guard let status = result.status else { throw program.failure(result) }
        guard status == 0 else { throw unplayable(file, result) }
        do {
            return try MediaDescription(json: result.text, unknown: undecodable(result.complaints))
        } catch {
            throw StageError.failed(.other, "program-output", "`ffprobe` wrote what is \(error).")
        }
    }

    /// Streams that no decoder is there for, of which each is named in a line such as
    /// "[warning] Unsupported codec with id 0 for input stream 2".
    static func undecodable(_ complaints: [String]) -> Set<Int64> {
        Set(
            complaints.compactMap { line in
                guard line.hasPrefix("[warning] Unsupported codec with id ") else { return nil }
                return line.split(separator: " ").last.flatMap { Int64($0) }
            })
    }

    /// The document cannot be shown.
    static func unplayable(_ file: SourceFile, _ result: MediaProgram.Result) -> StageError {
        let reason = result.complaints.last.map(said) ?? "ffmpeg cannot read it"
        let form = isPicture(file) ? "JPEG or PDF" : "MP4 (H.264)"
        return .rejected(
            "unplayable", "\(file.path.name) cannot be shown: \(reason). Export it again, as \(form).")
    }

    /// Whether a file begins as a picture of a camera does, whatever ffmpeg makes of it.
    private static func isPicture(_ file: SourceFile) -> Bool {
        guard let head = try? file.descriptor.bytes(at: 0, count: 12) else { return false }
        let beginnings: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("II*\u{0}".utf8),
            Array("MM\u{0}*".utf8), Array("BM".utf8),
        ]
        if beginnings.contains(where: { head.starts(with: $0) }) { return true }
        if head.starts(with: "RIFF".utf8) { return head.dropFirst(8).elementsEqual("WEBP".utf8) }
        // HEIC and AVIF are boxes, as films are.
        guard head.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
        return brands.contains { head.dropFirst(8).elementsEqual($0.utf8) }
    }

    /// What ffmpeg complains of, without the addresses and names of its own parts.
    static func said(_ line: String) -> String {
        var text = Substring(line)
        // The part that it is of, and how bad it is.
        while text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[text.index(after: end)...].drop { $0 == " " }
        }
        if text.hasPrefix(content + ": ") { text = text.dropFirst(content.count + 2) }
        return Printable.short(String(text.drop { $0 == " " }))
    }

    /// A truncated or broken film or recording, as far as its structure tells.
    ///
    /// - Returns: completes "cannot be read: …"; nil: nothing is wrong.
    static func damage(_ file: SourceFile) throws -> String? {
        switch try MovieFile.inspect(file.descriptor) {
        case .damaged(let reason), .suspicious(let reason): return reason
        case .movie: return nil
        case .other: break
        }
        switch try AVIFile.inspect(file.descriptor) {
        case .damaged(let reason), .suspicious(let reason): return reason
        case .recording, .other: return nil
        }
    }
}
