/// What a regular expression may not have, because the C library would take time or memory without bound for it.
enum PatternRules {
    private static let maximumLength = 512
    private static let maximumGroups = 16
    /// Parts of the automaton, of which the C library keeps tables that grow with the square.
    private static let maximumSize = 1_000

    /// The size of a group as far as it was read: of everything before the last part, and of that part.
    private struct Group {
        var before = 0
        var last = 0

        mutating func append(_ size: Int) {
            before += last
            last = size
        }
    }

    /// - Throws: `LiteralError` that says what.
    static func check(_ pattern: String) throws(LiteralError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= maximumLength else {
            throw LiteralError("a regular expression may have at most \(maximumLength) bytes")
        }
        if bytes.contains(0) { throw LiteralError("a regular expression cannot have a NUL character") }
        var outer: [Group] = []
        var group = Group()
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                index += 1
                if index < bytes.count { try checkEscape(bytes[index]) }
                group.append(1)
            case UInt8(ascii: "["):
                index = bracketEnd(bytes, from: index)
                group.append(1)
            case UInt8(ascii: "("):
                outer.append(group)
                group = Group()
                guard outer.count <= maximumGroups else {
                    throw LiteralError("groups of a regular expression nest at most \(maximumGroups) levels")
                }
            case UInt8(ascii: ")"):
                let size = group.before + group.last + 1
                group = outer.popLast() ?? Group()
                group.append(size)
            case UInt8(ascii: "+"): group.last *= 2
            case UInt8(ascii: "{"):
                if let (count, end) = repetition(bytes, from: index) {
                    group.last *= count
                    index = end
                } else {
                    group.append(1)
                }
            default: group.append(1)
            }
            guard group.before + group.last <= maximumSize else {
                throw LiteralError(
                    "this regular expression is too large",
                    hint: "its repetitions, `{…}` and `+`, multiply to more than \(maximumSize) parts")
            }
            index += 1
        }
    }

    /// How many copies `{2}`, `{2,}` or `{2,5}` makes, and where its `}` is.
    private static func repetition(_ bytes: [UInt8], from start: Int) -> (count: Int, end: Int)? {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let counts = bytes[(start + 1)..<end].split(separator: UInt8(ascii: ","))
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        guard !counts.isEmpty, counts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        let count = counts.compactMap { $0 }.max() ?? 1
        return (min(maximumSize + 1, count) + (bytes[end - 1] == UInt8(ascii: ",") ? 1 : 0), end)
    }

    private static func checkEscape(_ byte: UInt8) throws(LiteralError) {
        switch byte {
        case UInt8(ascii: "1")...UInt8(ascii: "9"):
            throw LiteralError("regular expressions have no back-references here")
        case UInt8(ascii: "d"), UInt8(ascii: "D"):
            throw LiteralError("POSIX regular expressions have no `\\d`", hint: "write `[0-9]`")
        case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "n"),
            UInt8(ascii: "t"), UInt8(ascii: "r"):
            throw LiteralError("POSIX regular expressions have no `\\\(Character(Unicode.Scalar(byte)))`")
        default: break
        }
    }

    /// The position of the `]` that ends the bracket expression, in which nothing is special but classes.
    private static func bracketEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
            let isClass =
                bytes[index] == UInt8(ascii: "[") && index + 1 < bytes.count
                && ":.=".utf8.contains(bytes[index + 1])
            if isClass {
                let mark = bytes[index + 1]
                index += 2
                while index + 1 < bytes.count, !(bytes[index] == mark && bytes[index + 1] == UInt8(ascii: "]")) {
                    index += 1
                }
                index += 1
            }
            index += 1
        }
        return index
    }
}
