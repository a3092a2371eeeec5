internal import FileType
internal import Platform

/// The boxes of an MP4, QuickTime or HEIF file (ISO 14496-12): each says how long it is.
enum BoxWalk {
    private static let firstTypes = ["ftyp", "styp"]
    /// Older QuickTime begins with any of these, which are words as well: then the name has to agree.
    private static let olderTypes = ["moov", "mdat", "wide", "free", "skip", "pnot"]
    private static let extensions: Set<String> = [".mp4", ".m4v", ".m4a", ".mov", ".qt", ".3gp"]

    /// Boxes are looked at one by one, each in a read of its own. A file with more of them is taken for whole.
    private static let most = 16_384

    /// Whether a file begins with a box that such files begin with.
    static func isBegin(_ head: [UInt8], name: Path) -> Bool {
        firstTypes.contains { head.has($0, at: 4) }
            || extensions.contains(name.fileExtension) && olderTypes.contains { head.has($0, at: 4) }
    }

    static func problem(in content: ContainerContent) throws(SystemError) -> String? {
        var offset: Int64 = 0
        var seen: Set<[UInt8]> = []
        var count = 0
        // A few bytes that are no box are what some cameras fill up with.
        while count < most, offset < content.size, let box = try BoxHeader(at: offset, content) {
            guard box.type.allSatisfy({ $0 >= 0x20 }) else {
                // Other things than boxes may follow when everything that is needed has been there.
                if seen.contains(moov), seen.contains(mdat) || seen.contains(moof) { return nil }
                return "what follows byte \(offset) is not written yet"
            }
            seen.insert(Array(box.type))
            count += 1
            let name = "the box `\(Printable.text(box.type))`"
            let rest = UInt64(content.size - offset)
            switch box.length {
            case .toEnd: offset = content.size
            case .cut: return "\(name) is cut off"
            case .bytes(let length) where length < box.size: return "\(name) has a length that cannot be"
            case .bytes(let length) where length > rest: return "\(length - rest) bytes of \(name) are missing"
            case .bytes(let length): offset += Int64(length)
            }
        }
        // A picture has `meta` instead, and a part of a stream neither.
        if count >= most || !seen.isDisjoint(with: [meta, styp]) { return nil }
        if !seen.contains(moov) { return "the box `moov` is missing" }
        return seen.isDisjoint(with: [mdat, moof]) ? "the box `mdat` is missing" : nil
    }

    private static let moov = Array("moov".utf8)
    private static let mdat = Array("mdat".utf8)
    private static let moof = Array("moof".utf8)
    private static let meta = Array("meta".utf8)
    private static let styp = Array("styp".utf8)
}
