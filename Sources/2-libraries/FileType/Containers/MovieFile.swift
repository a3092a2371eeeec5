public import Platform

/// What an MP4 or QuickTime file holds, judged by its boxes: libmagic goes by the brand alone, and knows neither those of
/// many cameras (Sony's XAVC, Panasonic's) nor films of before the brand was invented.
///
/// Format: ISO/IEC 14496-12, sections 4.2 (boxes), 4.3 (brand), 8.4.3 (handler).
public enum MovieFile: Hashable, Sendable, ContainerVerdict {
    /// A whole film with these kinds of tracks ("vide", "soun", "hint", …), in order; none when its index is packed as
    /// QuickTime of 1998 could. The brand is nil in files from before 2001.
    case movie(brand: String?, tracks: [String])
    /// It begins as no film does.
    case other
    /// It begins as a film and is none that can be shown. The reason completes "the file cannot be read: …".
    case damaged(reason: String)
    /// It is made to keep whoever reads it busy, or is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)

    /// Reads box headers and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> MovieFile {
        try inspect(ContainerContent(file))
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> MovieFile {
        return try judging {
            let result = try MovieWalk(content).result()
            if case .movie = result { try AppendedArchive.refuse(.all, in: content) }
            return result
        }
    }

    /// Whether there is a picture track, or nothing is known of the tracks.
    public var mayHaveVideo: Bool {
        switch self {
        case .movie(_, let tracks): tracks.isEmpty || tracks.contains("vide")
        case .other, .damaged, .suspicious: false
        }
    }
}

/// A walk over the outermost boxes of a film, to its end: only so a film that is cut off shows, whose index came first.
struct MovieWalk {
    private let content: ContainerContent
    private var boxes: BoxReader
    private var brand: String?
    private var index: Box?
    /// Bytes of pictures and sound.
    private var mediaSize: Int64 = 0

    /// Without a brand a film starts with one of the others; anything may look like a box.
    private static let firstTypes: Set<String> = [
        "ftyp", "styp", "moov", "mdat", "wide", "free", "skip", "pnot", "uuid", "meta", "junk", "PICT", "pdin",
    ]
    /// What is in a film when they are there.
    private static let neededTypes: Set<String> = ["moov", "mdat", "moof"]

    init(_ content: ContainerContent) {
        self.content = content
        boxes = BoxReader(content)
    }

    /// - Throws: `ContainerProblem`, `SystemError`
    func result() throws -> MovieFile {
        var walk = self
        return try walk.finish()
    }

    private mutating func finish() throws -> MovieFile {
        let file = 0..<content.size
        let first = try content.head(8)
        guard first.count == 8, Self.firstTypes.contains(BoxReader.code(Bytes(first), 4)) else { return .other }
        try walk(file)
        guard let index else {
            throw ContainerProblem.damaged(
                "its index (the box `moov`) is missing, since it is cut off or was not finished")
        }
        guard mediaSize > 0 else {
            throw ContainerProblem.damaged(
                "its pictures (the box `mdat`) are missing, since it is cut off or was not finished")
        }
        let tracks = try boxes.tracks(of: index)
        if tracks.isEmpty, try !boxes.isPacked(index) {
            throw ContainerProblem.damaged("its index (the box `moov`) lists no pictures")
        }
        return .movie(brand: brand, tracks: tracks)
    }

    private mutating func walk(_ file: Range<Int64>) throws {
        var position = file.lowerBound
        while true {
            switch try boxes.step(at: position, in: file) {
            case .box(let box):
                try take(box)
                position = box.content.upperBound
            case .cut(let type, let missing):
                if Self.neededTypes.contains(type) || !isComplete && Self.firstTypes.contains(type) {
                    throw ContainerProblem.damaged("\(missing) bytes of its box `\(type)` are missing: it is cut off")
                }
                return try endAtJunk(position)
            case .junk:
                return try endAtJunk(position)
            case .end:
                return
            }
        }
    }

    /// Some cameras fill up the end with other bytes, and viewers do not mind.
    private func endAtJunk(_ position: Int64) throws {
        guard !isComplete else { return }
        throw ContainerProblem.damaged("what follows its byte \(position) is no part of a video")
    }

    private var isComplete: Bool { index != nil && mediaSize > 0 }

    private mutating func take(_ box: Box) throws {
        switch box.type {
        case "ftyp" where box.content.count >= 4:
            brand = BoxReader.code(try content.bytes(at: box.content.lowerBound, count: 4, of: "its brand"), 0)
        case "moov" where index == nil: index = box
        case "mdat": mediaSize += box.content.upperBound - box.content.lowerBound
        default: break
        }
    }
}
