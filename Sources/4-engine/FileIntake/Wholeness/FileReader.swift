internal import Platform

/// Reads parts of a file whose bytes may be anything: never outside of it, and never more than it is asked for.
struct FileReader {
    let file: FileDescriptor
    /// In bytes, when it was opened.
    let size: Int64

    /// Fewer than `count` bytes at the end of the file, none behind it.
    func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return try file.bytes(at: offset, count: Int(min(Int64(count), size - offset)))
    }

    /// The last bytes.
    func tail(_ count: Int) throws(SystemError) -> [UInt8] {
        let start = max(0, size - Int64(count))
        return try bytes(at: start, count: count)
    }
}

extension [UInt8] {
    /// Whether these bytes stand there.
    func has(_ bytes: some Collection<UInt8>, at position: Int) -> Bool {
        position >= 0 && position <= count - bytes.count && self[position...].starts(with: bytes)
    }

    func has(_ text: String, at position: Int) -> Bool { has(Array(text.utf8), at: position) }

    /// Where these bytes stand last, beginning before `end` (anywhere when nil).
    func lastIndex(of bytes: [UInt8], before end: Int? = nil) -> Int? {
        guard let first = bytes.first else { return nil }
        var position = Swift.min(end ?? count, count - bytes.count + 1)
        while position > 0 {
            position -= 1
            if self[position] == first, has(bytes, at: position) { return position }
        }
        return nil
    }

    /// A number, its most significant byte first; nil: the bytes end before it does.
    func bigEndian(at position: Int, count: Int) -> UInt64? {
        guard position >= 0, position <= self.count - count else { return nil }
        return self[position..<(position + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number, its least significant byte first; nil: the bytes end before it does.
    func littleEndian(at position: Int, count: Int) -> UInt64? {
        guard position >= 0, position <= self.count - count else { return nil }
        return self[position..<(position + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
