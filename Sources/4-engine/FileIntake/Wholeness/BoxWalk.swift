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

    static func problem(in reader: FileReader) throws(SystemError) -> String? {
        var offset: Int64 = 0
        var seen: Set<[UInt8]> = []
        var count = 0
        while count < most, offset < reader.size {
            let header = try reader.bytes(at: offset, count: 16)
            // A few bytes that are no box are what some cameras fill up with.
            guard let short = header.bigEndian(at: 0, count: 4), header.count >= 8 else { break }
            let type = Array(header[4..<8])
            guard type.allSatisfy({ $0 >= 0x20 }) else {
                // Other things than boxes may follow when everything that is needed has been there.
                if seen.contains(moov), seen.contains(mdat) || seen.contains(moof) { return nil }
                return "what follows byte \(offset) is not written yet"
            }
            seen.insert(type)
            count += 1
            // To the end of the file.
            if short == 0 { break }
            guard let length = short == 1 ? header.bigEndian(at: 8, count: 8) : short else {
                return "the box `\(Printable.text(type))` is cut off"
            }
            guard length >= (short == 1 ? 16 : 8) else {
                return "the box `\(Printable.text(type))` has a length that cannot be"
            }
            let rest = UInt64(reader.size - offset)
            guard length <= rest else {
                return "\(length - rest) bytes of the box `\(Printable.text(type))` are missing"
            }
            offset += Int64(length)
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
