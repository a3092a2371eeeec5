/// A start tag, read as browsers do (HTML Standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.39).
struct Tag {
    struct Attribute {
        /// In lower case.
        let name: String
        /// nil: it has none, not even an empty one.
        let value: ArraySlice<UInt8>?
    }

    /// In lower case.
    let name: String
    let attributes: [Attribute]
    /// Where the text goes on.
    let end: Int

    enum Reading {
        case tag(Tag)
        /// No tag begins there.
        case none
        /// The text ends within what may be one.
        case unfinished
    }

    /// A longer tag is taken for text, and so is what others begin in: a browser would read them, and a hostile text could
    /// make every byte of it begin one.
    static let longest = 64 << 10
    fileprivate static let maxBegins = 8

    /// What stands where a "<" is.
    static func read(_ text: [UInt8], at start: Int) -> Reading {
        guard start + 1 < text.count else { return .unfinished }
        guard isLetter(text[start + 1]) else { return .none }
        var reader = TagReader(text, at: start + 1)
        return reader.read()
    }

    func value(of name: String) -> ArraySlice<UInt8>? { attributes.first { $0.name == name }?.value }

    static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0A ~= byte || 0x0C...0x0D ~= byte }
}

/// Goes through the bytes of one tag.
private struct TagReader {
    private let text: [UInt8]
    private var position: Int
    private var begins = 0
    private let limit: Int

    init(_ text: [UInt8], at start: Int) {
        self.text = text
        position = start
        limit = start + Tag.longest
    }

    private var isTooLong: Bool { position >= limit || begins > Tag.maxBegins }

    mutating func read() -> Tag.Reading {
        let name = word(endingAt: "")
        var attributes: [Tag.Attribute] = []
        while true {
            guard !isTooLong else { return .none }
            while position < text.count, Tag.isBlank(text[position]) || text[position] == UInt8(ascii: "/") {
                position += 1
            }
            guard position < text.count else { return .unfinished }
            if text[position] == UInt8(ascii: ">") {
                return .tag(Tag(name: name, attributes: attributes, end: position + 1))
            }
            let attribute = word(endingAt: "=", isFirstFree: true)
            skipBlanks()
            guard position < text.count else { return .unfinished }
            guard text[position] == UInt8(ascii: "=") else {
                attributes.append(Tag.Attribute(name: attribute, value: nil))
                continue
            }
            position += 1
            skipBlanks()
            guard position < text.count else { return .unfinished }
            guard let value = value() else { return isTooLong ? .none : .unfinished }
            attributes.append(Tag.Attribute(name: attribute, value: value))
        }
    }

    private mutating func skipBlanks() {
        while position < text.count, Tag.isBlank(text[position]) { position += 1 }
    }

    /// Up to a blank, a slash, the tag's end or that sign, which may be the first byte of an attribute's name.
    private mutating func word(endingAt sign: String, isFirstFree: Bool = false) -> String {
        let start = position
        while position < text.count, !isTooLong, !isEnd(text[position], sign) || isFirstFree && position == start {
            if text[position] == UInt8(ascii: "<") { begins += 1 }
            position += 1
        }
        return String(decoding: lowercased(text[start..<position].prefix(100)), as: UTF8.self)
    }

    private func isEnd(_ byte: UInt8, _ sign: String) -> Bool {
        Tag.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || sign.utf8.contains(byte)
    }

    /// nil: it does not end before the text or the limit does.
    private mutating func value() -> ArraySlice<UInt8>? {
        let quote = text[position]
        guard quote == 0x22 || quote == 0x27 else {
            let start = position
            while position < text.count, !isTooLong, !Tag.isBlank(text[position]), text[position] != UInt8(ascii: ">") {
                if text[position] == UInt8(ascii: "<") { begins += 1 }
                position += 1
            }
            return text[start..<position]
        }
        let start = position + 1
        position = start
        while position < text.count, !isTooLong {
            if text[position] == quote {
                position += 1
                return text[start..<(position - 1)]
            }
            position += 1
        }
        return nil
    }
}
