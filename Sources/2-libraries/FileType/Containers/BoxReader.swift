package import Platform

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
    /// Headers that may still be read, so that a hostile file cannot keep us busy: a film has some tens, and a recording in
    /// fragments of a second some thousands an hour.
    private var budget = 65_536

    init(_ content: ContainerContent) {
        self.content = content
    }

    /// What stands at a place where a box may begin.
    enum Step {
        case box(Box)
        /// A box whose last bytes lie beyond the range, and how many these are.
        case cut(type: String, missing: Int64)
        /// Other bytes.
        case junk
        /// No more than a few bytes.
        case end
    }

    /// The box at a position of a range.
    ///
    /// - Throws: `ContainerProblem` when there have been too many, `SystemError`
    mutating func step(at position: Int64, in range: Range<Int64>) throws -> Step {
        guard range.upperBound - position >= 8 else { return .end }
        budget -= 1
        guard budget >= 0 else { throw ContainerProblem.suspicious("it has too many boxes") }
        guard let header = try BoxHeader(at: position, content),
            header.type.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return .junk }
        let type = String(decoding: header.type, as: UTF8.self)
        let size: Int64
        switch header.length {
        case .bytes(let bytes): size = Int64(clamping: bytes)
        case .toEnd: size = range.upperBound - position
        case .cut(let missing): return .cut(type: type, missing: Int64(missing))
        }
        guard size >= header.size else { return .junk }
        let rest = range.upperBound - position
        guard size <= rest else { return .cut(type: type, missing: size - rest) }
        return .box(Box(type: type, content: position + header.size..<position + size))
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

    /// Whether a film's index is packed, as QuickTime of 1998 could: then nothing is known of its tracks.
    mutating func isPacked(_ movie: Box) throws -> Bool {
        for packed in try children("cmov", of: movie) {
            if try !children("dcom", of: packed).isEmpty, try !children("cmvd", of: packed).isEmpty { return true }
        }
        return false
    }

    /// Those up to the first damage.
    private mutating func children(_ type: String, of box: Box) throws -> [Box] {
        var found: [Box] = []
        var position = box.content.lowerBound
        while case .box(let child) = try step(at: position, in: box.content) {
            if child.type == type { found.append(child) }
            position = child.content.upperBound
        }
        return found
    }

    static func code(_ bytes: Bytes, _ offset: Int) -> String {
        String(decoding: bytes.slice(offset, 4), as: UTF8.self)
    }
}

/// The first bytes of a box of an MP4, QuickTime or HEIF file (ISO/IEC 14496-12, section 4.2): its type, and how long it says it
/// is. Whether that can be is for its users to decide.
package struct BoxHeader {
    package enum Length {
        /// In bytes, header included.
        case bytes(UInt64)
        /// Up to the end of what the box lies in.
        case toEnd
        /// The file ends before all bytes of the length; how many are missing.
        case cut(missing: Int)
    }

    /// Four bytes, of any value.
    package let type: ArraySlice<UInt8>
    package let length: Length
    /// 8 bytes, or 16 of a box of more than 4 GiB.
    package let size: Int64

    /// The header at a place; nil: fewer than eight bytes are left there.
    ///
    /// - Throws: `SystemError`
    package init?(at place: Int64, _ content: ContainerContent) throws(SystemError) {
        let bytes = Bytes(try content.read(at: place, count: 16))
        guard bytes.count >= 8 else { return nil }
        type = bytes.slice(4, 4)
        let short = bytes.big32(0)
        size = short == 1 ? 16 : 8
        switch short {
        case 0: length = .toEnd
        case 1: length = bytes.count == 16 ? .bytes(bytes.big64(8)) : .cut(missing: 16 - bytes.count)
        default: length = .bytes(UInt64(short))
        }
    }
}
