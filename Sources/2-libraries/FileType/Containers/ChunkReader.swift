internal import Platform

/// Walks over the chunks of a RIFF file, without reading their contents.
struct ChunkReader {
    struct Chunk {
        /// Four characters.
        let type: String
        /// The kind of a list, four characters as well; nil for other chunks.
        let list: String?
        /// Where its contents are, behind the kind of a list; up to the end of the file at most.
        let content: Range<Int64>
        /// Bytes of it that lie beyond the end.
        let missing: Int64
        /// Where the next one begins: at an even place.
        let next: Int64
    }

    private let content: ContainerContent
    /// Headers that may still be read; a file has some tens before its pictures.
    private var budget = 4_096

    init(_ content: ContainerContent) {
        self.content = content
    }

    /// The chunk at a position; nil at the end.
    ///
    /// - Throws: `ContainerProblem` when there have been too many, `SystemError`
    mutating func chunk(at position: Int64, end: Int64) throws -> Chunk? {
        guard end - position >= 8 else { return nil }
        budget -= 1
        guard budget >= 0 else { throw ContainerProblem.damaged("it has too many chunks") }
        let header = Bytes(try content.read(at: position, count: 12))
        guard header.count >= 8 else { return nil }
        let type = BoxReader.code(header, 0)
        let size = Int64(header.little32(4))
        let isList = (type == "LIST" || type == "RIFF") && header.count == 12 && size >= 4
        let start = position + (isList ? 12 : 8)
        let stop = position + 8 + size
        return Chunk(
            type: type, list: isList ? BoxReader.code(header, 8) : nil, content: start..<max(start, min(stop, end)),
            missing: max(0, stop - end), next: stop + stop % 2)
    }

    /// The kinds of streams that the list `hdrl` describes, each in a list of its own.
    mutating func streams(of header: Chunk) throws -> [String] {
        var kinds: [String] = []
        var position = header.content.lowerBound
        while let chunk = try chunk(at: position, end: header.content.upperBound) {
            if chunk.list == "strl", let kind = try kind(of: chunk) { kinds.append(kind) }
            position = chunk.next
        }
        return kinds
    }

    private mutating func kind(of stream: Chunk) throws -> String? {
        var position = stream.content.lowerBound
        while let chunk = try chunk(at: position, end: stream.content.upperBound) {
            if chunk.type == "strh", chunk.content.count >= 4 {
                return BoxReader.code(
                    try content.bytes(at: chunk.content.lowerBound, count: 4, of: "the header of a stream"), 0)
            }
            position = chunk.next
        }
        return nil
    }
}
