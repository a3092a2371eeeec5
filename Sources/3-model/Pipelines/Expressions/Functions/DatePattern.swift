package import Platform

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

extension Timestamp {
    /// Reads RFC 3339, "2026-03-08T02:00:00.5-05:00"; nil for anything else and outside the years 1 to 9998. Leap seconds
    /// count as the second before.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[range] {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func has(_ characters: String, at index: Int) -> Bool {
            index < bytes.count && characters.utf8.contains(bytes[index])
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("Tt ", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
            1...9998 ~= year, 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        var microseconds: Int64 = 0
        if has(".", at: position) {
            let start = position + 1
            position = start
            while has("0123456789", at: position) { position += 1 }
            guard position > start else { return nil }
            for index in start..<(start + 6) {
                microseconds = microseconds * 10 + (index < position ? Int64(bytes[index] - UInt8(ascii: "0")) : 0)
            }
        }
        var offset: Int64 = 0
        if has("Zz", at: position) {
            position += 1
        } else {
            guard has("+-", at: position), let hours = number((position + 1)..<(position + 3)),
                has(":", at: position + 3),
                let minutes = number((position + 4)..<(position + 6)), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[position] == UInt8(ascii: "-") ? -1 : 1)
            position += 6
        }
        guard position == bytes.count, day <= Self.days(in: month, of: year) else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + min(second, 59)
        self.init(microseconds: seconds * 1_000_000 + microseconds)
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01; Howard Hinnant's days_from_civil, see `civil(fromDays:)` in Platform.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
