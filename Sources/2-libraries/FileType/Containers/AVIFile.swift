public import Platform

/// What an AVI file holds, judged by its chunks: libmagic goes by the first twelve bytes.
///
/// Format: Microsoft's "AVI RIFF File Reference", with OpenDML's further `RIFF` chunks.
public enum AVIFile: Hashable, Sendable, ContainerVerdict {
    /// A whole recording with these kinds of streams ("vids", "auds", "iavs", …), in order.
    case recording(streams: [String])
    /// It begins as no AVI file does.
    case other
    /// It begins as an AVI file and cannot be shown. The reason completes "the file cannot be read: …".
    case damaged(reason: String)
    /// It is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)

    /// Reads the headers of chunks and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> AVIFile {
        try inspect(ContainerContent(file))
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> AVIFile {
        let head = try content.head(12)
        guard head.count == 12, head.starts(with: "RIFF".utf8), head[8...].elementsEqual("AVI ".utf8) else {
            return .other
        }
        return try judging {
            let streams = try streams(content)
            try AppendedArchive.refuse(.all, in: content)
            return .recording(streams: streams)
        }
    }

    /// Whether there is a stream of pictures, alone or mixed with sound as in DV.
    public var hasVideo: Bool {
        switch self {
        case .recording(let streams): streams.contains("vids") || streams.contains("iavs")
        case .other, .damaged, .suspicious: false
        }
    }

    /// The kinds of streams of a file that has a list of them and, behind it, its pictures.
    private static func streams(_ content: ContainerContent) throws -> [String] {
        var chunks = ChunkReader(content)
        var streams: [String]?
        var position: Int64 = 12
        while let chunk = try chunks.chunk(at: position, end: content.size) {
            if chunk.list == "hdrl" { streams = try chunks.streams(of: chunk) }
            if chunk.list == "movi" {
                guard let streams else { break }
                guard chunk.missing == 0 else {
                    throw ContainerProblem.damaged("\(chunk.missing) bytes of its pictures are missing: it is cut off")
                }
                guard chunk.content.count > 0 else {
                    throw ContainerProblem.damaged("it holds no pictures, or was not finished")
                }
                return streams
            }
            guard chunk.missing == 0 else { break }
            position = chunk.next
        }
        throw ContainerProblem.damaged(
            streams == nil
                ? "it lacks the list of its streams"
                : "its pictures are missing, since it is cut off or was not finished")
    }
}
