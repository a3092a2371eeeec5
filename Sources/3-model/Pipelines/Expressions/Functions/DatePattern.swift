internal import Platform

/// The pattern of `date`, read once.
struct DatePattern {
    /// Fields with where they stand in a `Timestamp`'s text, 2026-03-08T07:00:00.000Z.
    private static let fields: [(name: String, position: Range<Int>)] = [
        ("YYYY", 0..<4), ("MM", 5..<7), ("DD", 8..<10), ("HH", 11..<13), ("mm", 14..<16), ("ss", 17..<19),
        ("SSS", 20..<23),
    ]

    private enum Part {
        case text(String)
        case field(Range<Int>)
    }

    private var parts: [Part] = []

    init(_ pattern: String) throws(LiteralError) {
        var rest = Substring(pattern)
        while let first = rest.unicodeScalars.first {
            if let field = Self.fields.first(where: { rest.hasPrefix($0.name) }) {
                parts.append(.field(field.position))
                rest = rest.dropFirst(field.name.count)
                continue
            }
            if first.properties.isAlphabetic, first != "T", first != "Z" {
                let word = rest.prefix { $0.isLetter }
                throw LiteralError(
                    "`\(Quantity.shown(String(word)))` is not a field of a date",
                    hint: "fields are \(Self.fields.map(\.name).joined(separator: " "))")
            }
            parts.append(.text(String(first)))
            rest = Substring(rest.unicodeScalars.dropFirst())
        }
    }

    /// nil when the text is no point in time.
    func format(_ text: String) -> String? {
        guard let time = Timestamp(rfc3339: text) else { return nil }
        let digits = Array(time.description.utf8)
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let range): String(decoding: digits[range], as: UTF8.self)
            }
        }
        .joined()
    }
}
