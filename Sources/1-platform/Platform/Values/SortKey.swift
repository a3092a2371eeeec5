extension String {
    /// What orders by name compare, byte by byte: the folded text in which each number has its length before it, so that 9 comes
    /// before 10. Of numbers that differ in zeros before them, those with fewer come first. Texts have the same key when, and
    /// only when, they are the same folded.
    public var sortKey: String { Self.key(ofFolded: folded.utf8) }

    /// The beginnings of the keys of texts that begin with this one, in the order of the keys: one, or where it ends with a number
    /// one for each length that the whole number may have. Zeros before that number make no difference.
    public var sortKeyBeginnings: [String] {
        let folded = folded.utf8
        let digits = folded.reversed().prefix(while: Self.isDigit).reversed()
        if digits.isEmpty { return [Self.key(ofFolded: folded)] }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }.prefix(longestNumber)
        let head = Self.key(ofFolded: folded.dropLast(digits.count))
        return (max(significant.count, 1)...longestNumber).map {
            head + String(decoding: [Self.mark(ofLength: $0)] + significant, as: UTF8.self)
        }
    }

    private static func key(ofFolded text: some Sequence<UInt8>) -> String {
        var (key, digits): ([UInt8], [UInt8]) = ([], [])
        func endNumber() {
            if digits.isEmpty { return }
            let zeros = digits.dropLast().prefix { $0 == UInt8(ascii: "0") }.count
            var rest = digits[zeros...]
            while !rest.isEmpty {
                let part = rest.prefix(longestNumber)
                key += [mark(ofLength: part.count)] + part
                rest = rest.dropFirst(part.count)
            }
            // A control character, which no title has.
            key += repeatElement(1, count: zeros)
            digits = []
        }
        for byte in text {
            if isDigit(byte) {
                digits.append(byte)
            } else {
                endNumber()
                key.append(byte)
            }
        }
        endNumber()
        return String(decoding: key, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// A digit, or a capital letter, of which a folded text has none; longer ones come later, and all before letters.
    private static func mark(ofLength length: Int) -> UInt8 {
        length < 10 ? UInt8(ascii: "0") + UInt8(length) : UInt8(ascii: "A") + UInt8(length - 10)
    }
}

/// Digits of a longer number are several numbers.
private let longestNumber = 35
