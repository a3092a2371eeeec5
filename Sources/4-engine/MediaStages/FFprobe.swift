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
            format=format_name,duration:stream=codec_type,codec_name,width,height,pix_fmt,color_transfer,avg_frame_rate,duration\
            :stream_disposition=attached_pic:stream_side_data=rotation
            """
        let result = try await program.run(
            ["-v", "error"] + source + ["-print_format", "json", "-show_entries", entries, content], on: file,
            in: folder)
        guard let status = result.status else { throw program.failure(result) }
        guard status == 0 else { throw unplayable(file, result) }
        do {
            return try MediaDescription(json: result.text)
        } catch {
            throw StageError.failed(.other, "program-output", "`ffprobe` wrote what is \(error).")
        }
    }

    /// The document cannot be shown.
    static func unplayable(_ file: SourceFile, _ result: MediaProgram.Result) -> StageError {
        let reason = result.complaints.last.map(said) ?? "ffmpeg cannot read it"
        return .rejected(
            "unplayable", "\(file.path.name) cannot be shown: \(reason). Export it again, as MP4 (H.264).")
    }

    /// What ffmpeg complains of, without the addresses and names of its own parts.
    static func said(_ line: String) -> String {
        var text = Substring(line)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
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
