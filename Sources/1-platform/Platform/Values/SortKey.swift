extension String {
    /// What orders by name compare, byte by byte: the folded text in which each number has its length before it, so that 9 comes
    /// before 10. Zeros before numbers count where all else is the same: fewer of them come first. Texts have the same key when,
    /// and only when, they are the same folded.
    public var sortKey: String {
        let key = SortKey(folded.utf8)
        return String(decoding: key.text + key.zeros, as: UTF8.self)
    }

    /// The key without the zeros. The keys of texts that begin with this one begin so, but where it ends with a number that goes
    /// on there: see `sortKeyBeginnings`.
    public var sortKeyBeginning: String { String(decoding: SortKey(folded.utf8).text, as: UTF8.self) }

    /// The beginnings of the keys of texts that begin with this one, in the order of the keys: one, or where it ends with a number
    /// one for each length that the whole number may have. Zeros before numbers make no difference.
    public var sortKeyBeginnings: [String] {
        let folded = folded.utf8
        let digits = folded.reversed().prefix(while: SortKey.isDigit).reversed()
        if digits.isEmpty { return [sortKeyBeginning] }
        let significant = Array(digits.drop { $0 == SortKey.zero }.prefix(SortKey.longestNumber))
        let head = SortKey(folded.dropLast(digits.count)).text
        return (max(significant.count, 1)...SortKey.longestNumber).map { length in
            var key = head
            key.append(SortKey.mark(ofLength: length))
            key += significant
            return String(decoding: key, as: UTF8.self)
        }
    }
}

private struct SortKey {
    static let zero = UInt8(ascii: "0")
    /// Digits of a longer number are several numbers.
    static let longestNumber = 35

    private(set) var text: [UInt8] = []
    /// For each number the zeros before it, in control characters, which no title has; up to the last that has some.
    private(set) var zeros: [UInt8] = []

    /// - Parameter folded: a text as UTF-8.
    init(_ folded: some Sequence<UInt8>) {
        var digits: [UInt8] = []
        for byte in folded {
            if Self.isDigit(byte) {
                digits.append(byte)
            } else {
                add(digits)
                digits = []
                text.append(byte)
            }
        }
        add(digits)
        while zeros.last == 1 { zeros.removeLast() }
    }

    private mutating func add(_ number: [UInt8]) {
        if number.isEmpty { return }
        let count = number.dropLast().prefix { $0 == Self.zero }.count
        zeros += repeatElement(2, count: count)
        zeros.append(1)
        var rest = number[count...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.longestNumber)
            text += [Self.mark(ofLength: part.count)] + part
            rest = rest.dropFirst(part.count)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }

    /// A digit, or a capital letter, of which a folded text has none; longer ones come later, and all before letters.
    static func mark(ofLength length: Int) -> UInt8 {
        length < 10 ? zero + UInt8(length) : UInt8(ascii: "A") + UInt8(length - 10)
    }
}
