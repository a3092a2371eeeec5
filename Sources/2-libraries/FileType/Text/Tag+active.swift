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
