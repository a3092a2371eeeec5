internal import Platform

/// Names in their bounds.
enum FileName {
    /// In bytes, on every usual file system.
    static let longest = 255

    /// The first `count` bytes at most, and no part of a character.
    static func cut(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        guard bytes.count > count else { return bytes }
        var end = max(count, 0)
        // A character has three bytes at most behind its first; what is not UTF-8 is cut anywhere.
        for _ in 0..<3 where end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    /// `clip-2.mp4` for `clip.mp4` and 2; the name itself for 1.
    static func numbered(_ name: Path, _ number: Int) -> Path {
        guard number > 1 else { return name }
        let suffix = Array("-\(number)".utf8)
        var stem = name.stem.bytes
        var ending = Array(name.bytes.dropFirst(stem.count))
        // No extension that anybody knows.
        if ending.count > 32 { (stem, ending) = (name.bytes, []) }
        return Path(bytes: cut(stem, to: longest - suffix.count - ending.count) + suffix + ending)
    }
}
