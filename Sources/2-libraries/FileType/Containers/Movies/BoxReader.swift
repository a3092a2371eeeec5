/// A part of an MP4 or QuickTime file.
struct Box {
    /// Four characters.
    let type: String
    /// Where its contents are in the file.
    let content: Range<Int64>
}

/// Walks over boxes, without reading their contents.
struct BoxReader {
    private let content: ContainerContent
    /// Headers that may still be read, so that a hostile file cannot keep us busy: a film has some tens.
    private var budget = 4_096

    init(_ content: ContainerContent) {
        self.content = content
    }

    /// Calls `body` with the boxes that lie in `range`, until it returns false.
    ///
    /// - Throws: `ContainerProblem` for a box that leaves the range, `SystemError`
    mutating func each(in range: Range<Int64>, _ body: (Box) throws -> Bool) throws {
        var position = range.lowerBound
        while range.upperBound - position >= 8 {
            budget -= 1
            guard budget >= 0 else { throw ContainerProblem.damaged("it has too many boxes") }
            let header = try content.bytes(at: position, count: 8, of: "a box")
            var headerSize: Int64 = 8
            var size = Int64(header.big32(0))
            if size == 1 {
                headerSize = 16
                size = Int64(clamping: try content.bytes(at: position + 8, count: 8, of: "a box").big64(0))
            } else if size == 0 {
                size = range.upperBound - position
            }
            guard size >= headerSize, size <= range.upperBound - position else {
                throw ContainerProblem.damaged("a box leaves its place")
            }
            let box = Box(type: Self.code(header, 4), content: position + headerSize..<position + size)
            guard try body(box) else { return }
            position += size
        }
    }

    /// The handler types of a film's tracks.
    mutating func tracks(of movie: Box) throws -> [String] {
        var tracks: [String] = []
        for track in try children("trak", of: movie) {
            for media in try children("mdia", of: track) {
                for handler in try children("hdlr", of: media) where handler.content.count >= 12 {
                    tracks.append(
                        Self.code(
                            try content.bytes(at: handler.content.lowerBound + 8, count: 4, of: "a handler"), 0))
                }
            }
        }
        return tracks
    }

    private mutating func children(_ type: String, of box: Box) throws -> [Box] {
        var found: [Box] = []
        try each(in: box.content) {
            if $0.type == type { found.append($0) }
            return true
        }
        return found
    }

    static func code(_ bytes: Bytes, _ offset: Int) -> String {
        String(decoding: bytes.slice(offset, 4), as: UTF8.self)
    }
}
