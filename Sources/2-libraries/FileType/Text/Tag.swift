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

extension Tag {
    /// Whether something runs, or another page comes, where the tag is shown: a handler such as `onload=` with code in it, an
    /// address that is a script, a page within the tag, or a refresh.
    var isActive: Bool {
        for attribute in attributes {
            guard let value = attribute.value else { continue }
            if attribute.name.hasPrefix("on"), attribute.name.utf8.dropFirst(2).allSatisfy(Self.isLetter),
                attribute.name.utf8.count > 2, value.contains(where: Self.isCode)
            {
                return true
            }
            if Self.addresses.contains(attribute.name),
                Self.begins(value, with: Self.scripts + (Self.containers.contains(name) ? Self.pages : []))
            {
                return true
            }
            // With a tag in it, or the reference to one.
            if attribute.name == "srcdoc", value.contains(where: { $0 == 0x3C || $0 == 0x26 }) { return true }
        }
        guard name == "meta", let kind = value(of: "http-equiv") else { return false }
        return lowercased(kind.filter { $0 > 0x20 }).elementsEqual("refresh".utf8) && value(of: "content") != nil
    }

    /// What no code that does something can be without: a call, an assignment, a template, or a reference to one of these.
    private static func isCode(_ byte: UInt8) -> Bool { "(=`&".utf8.contains(byte) }

    private static let addresses: Set<String> = [
        "href", "src", "action", "formaction", "xlink:href", "data", "background", "code", "codebase", "to", "from",
        "values", "by", "poster", "lowsrc", "dynsrc", "classid",
    ]

    private static let scripts = ["javascript:", "vbscript:", "data:text/html"]
    /// Pages within an address, which do something only in a page of their own: a picture does not.
    private static let pages = [
        "data:image/svg+xml", "data:application/xhtml", "data:text/xml", "data:application/xml",
    ]
    private static let containers: Set<String> = ["iframe", "frame", "object", "embed"]

    /// How an address begins, as browsers read it: control characters and line ends in it do not count, and references stand
    /// for their characters.
    private static func begins(_ address: ArraySlice<UInt8>, with schemes: [String]) -> Bool {
        var scheme: [UInt8] = []
        var rest = address
        while let byte = rest.first, scheme.count < 24 {
            var character = UInt32(byte)
            if byte == UInt8(ascii: "&"), let reference = reference(rest) {
                character = reference.character
                rest = rest.dropFirst(reference.count)
            } else {
                rest = rest.dropFirst()
            }
            if character <= 0x20 { continue }
            guard character < 0x7F else { break }
            scheme.append(UInt8(character))
        }
        let lower = lowercased(scheme)
        return schemes.contains { lower.starts(with: $0.utf8) }
    }

    /// The character of a reference, and how many bytes that takes: "&#106;", "&#x6A", "&Tab;".
    private static func reference(_ text: ArraySlice<UInt8>) -> (character: UInt32, count: Int)? {
        let names: [(name: String, character: UInt32)] = [("&Tab;", 9), ("&NewLine;", 10), ("&colon;", 0x3A)]
        for (name, character) in names where text.starts(with: name.utf8) { return (character, name.utf8.count) }
        guard text.starts(with: "&#".utf8) else { return nil }
        let isHex = text.dropFirst(2).first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let start = text.dropFirst(isHex ? 3 : 2)
        let digits = start.prefix { 0x30...0x39 ~= $0 || isHex && 0x61...0x66 ~= $0 | 0x20 }
        guard
            let character = UInt32(String(decoding: digits.drop { $0 == 0x30 }, as: UTF8.self), radix: isHex ? 16 : 10)
        else { return nil }
        let hasEnd = start.dropFirst(digits.count).first == UInt8(ascii: ";")
        return (character, (isHex ? 3 : 2) + digits.count + (hasEnd ? 1 : 0))
    }
}
