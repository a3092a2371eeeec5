/// What the values of header fields have in common (RFC 9110, section 5.6).
enum HeaderText {
    /// Without spaces and tabs around it.
    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return text
    }

    /// The parts between separators, those within quoted strings left alone; empty ones are left out.
    static func parts(_ text: some StringProtocol, separator: Character) -> [Substring] {
        var parts: [Substring] = []
        let text = Substring(text)
        var start = text.startIndex
        var index = start
        var isQuoted = false
        while index < text.endIndex {
            let character = text[index]
            if isQuoted, character == "\\", text.index(after: index) < text.endIndex {
                index = text.index(after: index)
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator, !isQuoted {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
            index = text.index(after: index)
        }
        parts.append(text[start...])
        return parts.map(trimmed).filter { !$0.isEmpty }
    }

    /// What a quoted string stands for; other text as it is.
    static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }

    /// A quality value of RFC 9110, section 12.4.2, in thousandths; nil: it is none.
    static func quality(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard (1...5).contains(bytes.count), bytes[0] == 0x30 || bytes[0] == 0x31, bytes.count < 2 || bytes[1] == 0x2E
        else { return nil }
        var value = Int(bytes[0] - 0x30) * 1_000
        var unit = 100
        for byte in bytes.dropFirst(2) {
            guard (0x30...0x39).contains(byte) else { return nil }
            value += Int(byte - 0x30) * unit
            unit /= 10
        }
        return value <= 1_000 ? value : nil
    }
}
