internal import HTTPMessages

/// What the head of a part of `multipart/form-data` says (RFC 7578, section 4).
public struct MultipartHead: Sendable, Hashable {
    /// Of the field.
    public let name: String
    /// Of the file, as the client gives it: it may hold separators of paths and controls. nil: it is no file. Browsers send ""
    /// for a field of files in which none was chosen.
    public let filename: String?
    /// nil: it says none, or none that can be read; RFC 7578 has "text/plain" for that.
    public let contentType: MediaType?

    /// - Parameters:
    ///   - lines: without the last line break.
    ///   - number: of the part, from 1.
    /// - Throws: `MultipartError`
    init(_ lines: ArraySlice<UInt8>, number: Int) throws(MultipartError) {
        func fault(_ what: String) -> MultipartError { .malformedHead(part: number, what) }
        guard String(validating: lines, as: UTF8.self) != nil else { throw fault("is not UTF-8") }
        var disposition: ArraySlice<UInt8>?
        var contentType: MediaType?
        // In bytes: a mark that stands behind a quote or a semicolon would be one character with it.
        for line in lines.isEmpty ? [] : lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let isLast = line.endIndex == lines.endIndex
            let content = isLast ? line : line.dropLast()
            if !isLast && line.last != 0x0D || content.contains(0x0D) {
                throw fault("has a line that does not end with CR LF")
            }
            guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else {
                throw fault("has a line without a name")
            }
            let name = String(decoding: content[..<colon], as: UTF8.self)
            if !HTTPHeaders.isName(name) { throw fault("has a line without a name") }
            let value = DispositionParameters.trimmed(content[(colon + 1)...])
            let text = String(decoding: value, as: UTF8.self)
            switch name.lowercased() {
            case "content-disposition":
                if disposition != nil { throw fault("says `Content-Disposition` twice") }
                disposition = value
            case "content-type": contentType = MediaType(text)
            case "content-transfer-encoding":
                // Deprecated by RFC 7578, section 4.7; whoever passed it over would store something else than was sent.
                guard ["7bit", "8bit", "binary"].contains(text.lowercased()) else {
                    throw fault("has a `Content-Transfer-Encoding`, which no browser sends")
                }
            default: break
            }
        }
        guard let disposition else { throw fault("has no `Content-Disposition`") }
        var parameters = DispositionParameters(disposition)
        guard parameters.type == "form-data" else { throw fault("has a `Content-Disposition` other than `form-data`") }
        var found: [String: String] = [:]
        while let parameter = try parameters.next(fault) {
            if found.updateValue(parameter.value, forKey: parameter.name) != nil {
                throw fault("says `\(parameter.name)` twice")
            }
        }
        guard let name = found["name"] else { throw fault("names no field") }
        self.name = name
        self.contentType = contentType
        if let extended = found["filename*"] {
            guard let filename = Self.extended(extended) else { throw fault("has a `filename*` that cannot be read") }
            self.filename = filename
        } else {
            filename = found["filename"]
        }
    }

    /// RFC 8187: the charset, a language, and the percent-encoded text. Only UTF-8, which everybody must send by now.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return PercentEncoding.decode(parts[2])
    }
}

/// Reads the value of `Content-Disposition` as browsers write it for forms.
private struct DispositionParameters {
    /// In lower case.
    let type: String
    private var rest: ArraySlice<UInt8>

    private static let semicolon = UInt8(ascii: ";")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// - Parameter text: UTF-8.
    init(_ text: ArraySlice<UInt8>) {
        let end = text.firstIndex(of: Self.semicolon) ?? text.endIndex
        type = String(decoding: Self.trimmed(text[..<end]), as: UTF8.self).lowercased()
        rest = text[end...]
    }

    /// Without spaces and tabs around it.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = text.drop { $0 == 0x20 || $0 == 0x09 }
        return text[..<((text.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? (text.startIndex - 1)) + 1)]
    }

    /// - Returns: the name in lower case; nil: there is no further one.
    mutating func next(
        _ fault: (String) -> MultipartError
    ) throws(MultipartError) -> (name: String, value: String)? {
        rest = Self.trimmed(rest)
        while rest.first == Self.semicolon { rest = Self.trimmed(rest.dropFirst()) }
        if rest.isEmpty { return nil }
        let equals = rest.firstIndex(of: UInt8(ascii: "="))
        let name = equals.map { String(decoding: rest[..<$0], as: UTF8.self) } ?? ""
        guard let equals, HTTPHeaders.isName(name) else {
            throw fault("has a `Content-Disposition` that cannot be read")
        }
        rest = rest[(equals + 1)...]
        if rest.first == Self.quote {
            guard let value = quoted() else { throw fault("has a `Content-Disposition` whose quotes do not end") }
            return (name.lowercased(), value)
        }
        let value = rest.prefix { $0 != Self.semicolon }
        rest = rest[value.endIndex...]
        return (name.lowercased(), String(decoding: Self.trimmed(value), as: UTF8.self))
    }

    /// Browsers write `%22` for a quote, `%0D` and `%0A` for the ends of lines, and leave everything else as it is
    /// (https://html.spec.whatwg.org/#escape-a-multipart-form-data-name); other clients put a backslash before a quote or a
    /// backslash. So a backslash before anything else stands for itself, and so does one before the very last quote.
    private mutating func quoted() -> String? {
        var value: [UInt8] = []
        var place = rest.startIndex + 1
        // Of the last quote behind a backslash: where it stands, and how much was read before.
        var last: (place: Int, count: Int)?
        while place < rest.endIndex {
            let byte = rest[place]
            let following = rest[(place + 1)...]
            if byte == Self.quote { return text(value, endingAt: place) }
            if byte == Self.backslash, let next = following.first, next == Self.quote || next == Self.backslash {
                if next == Self.quote { last = (place + 1, value.count) }
                value.append(next)
                place += 2
            } else if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.byte(following.prefix(2)),
                [0x22, 0x0D, 0x0A].contains(escaped)
            {
                value.append(escaped)
                place += 3
            } else {
                value.append(byte)
                place += 1
            }
        }
        return last.flatMap { text(value.prefix($0.count) + [Self.backslash], endingAt: $0.place) }
    }

    /// - Parameter end: of the quote behind it; nothing but the next parameter may follow.
    private mutating func text(_ bytes: some Sequence<UInt8>, endingAt end: Int) -> String? {
        rest = Self.trimmed(rest[(end + 1)...])
        return rest.isEmpty || rest.first == Self.semicolon ? String(decoding: Array(bytes), as: UTF8.self) : nil
    }
}
