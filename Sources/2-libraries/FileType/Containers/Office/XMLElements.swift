/// The elements of a small XML text with their attributes, without regard to how they are nested: enough for the lists of
/// parts and of relationships in a package (ECMA-376 part 2), which forbids everything that would make it harder.
struct XMLElements {
    struct Element {
        /// Without its prefix.
        let name: String
        /// By their names, with prefixes: the lists' own attributes have none.
        let attributes: [String: String]
    }

    private let text: [UInt8]
    private var position = 0

    /// The elements in their order; nil: it is no such text, or has a document type, which might hide anything.
    static func read(_ bytes: [UInt8]) -> [Element]? {
        guard let text = decoded(bytes) else { return nil }
        var reader = XMLElements(text: text)
        return reader.read()
    }

    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) << (isBig ? 8 : 0) | UInt16(bytes[$0 + 1]) << (isBig ? 0 : 8)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    private mutating func read() -> [Element]? {
        var elements: [Element] = []
        while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            if has("!--") {
                guard skip(past: "-->") else { return nil }
            } else if has("?") {
                guard skip(past: "?>") else { return nil }
            } else if has("!") {
                return nil
            } else if has("/") {
                guard skip(past: ">") else { return nil }
            } else {
                guard let element = element() else { return nil }
                elements.append(element)
            }
        }
        return elements
    }

    private mutating func element() -> Element? {
        let name = self.name().split(separator: ":").last.map(String.init) ?? ""
        var attributes: [String: String] = [:]
        while true {
            skipBlanks()
            guard position < text.count else { return nil }
            if text[position] == UInt8(ascii: ">") || has("/>") {
                return skip(past: ">") ? Element(name: name, attributes: attributes) : nil
            }
            let attribute = self.name()
            skipBlanks()
            guard !attribute.isEmpty, has("=") else { return nil }
            position += 1
            skipBlanks()
            guard position < text.count, [0x22, 0x27].contains(text[position]),
                let end = text[(position + 1)...].firstIndex(of: text[position])
            else { return nil }
            attributes[attribute] = Self.resolved(text[(position + 1)..<end])
            position = end + 1
        }
    }

    private mutating func name() -> String {
        let ends = Set("=/> \t\r\n<\"'".utf8)
        let name = text[position...].prefix { !ends.contains($0) }
        position += name.count
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    }

    private func has(_ mark: String) -> Bool { text[position...].starts(with: mark.utf8) }

    private mutating func skip(past mark: String) -> Bool {
        while position < text.count {
            if has(mark) {
                position += mark.utf8.count
                return true
            }
            position += 1
        }
        return false
    }

    /// With characters in the place of references to them.
    private static func resolved(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(UInt8(ascii: "&")) else { return String(decoding: value, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = value
        while let byte = rest.first {
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
            else {
                result.append(byte)
                rest = rest.dropFirst()
                continue
            }
            result += String(character).utf8
            rest = rest[(end + 1)...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ reference: String) -> Character? {
        let names: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        if let character = names[reference] { return character }
        guard reference.hasPrefix("#") else { return nil }
        let number = reference.dropFirst()
        let code = number.first == "x" ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
