internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Workspaces

/// How the text of a parameter becomes a value.
struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    /// nil: the text is none of these; the schema says what is.
    let parse: @Sendable (String) -> Value?
    /// What is expected, behind "must be".
    let expectation: String
    /// All that it may be, where that is a closed set.
    var words: [String] = []
}

/// How what was sent under a name is read, in parameters and in fields of forms.
extension ParameterKind {
    /// - Parameter name: whose text it is, for the message.
    func value(_ text: String, of name: String) throws(ParameterError) -> Value {
        guard let value = parse(text) else {
            let hint = Spelling.hint(for: text, in: words).map { " (\($0))" } ?? ""
            throw ParameterError(message: "`\(name)` must be \(expectation)\(hint)")
        }
        return value
    }

    func values(_ texts: [String], of name: String, atMost limit: Int) throws(ParameterError) -> [Value] {
        if texts.count > limit { throw ParameterError(message: "`\(name)` may come \(limit) times at most") }
        var values: [Value] = []
        for text in texts { values.append(try value(text, of: name)) }
        return values
    }

    /// - Returns: nil when nothing was sent.
    func single(_ texts: [String], of name: String) throws(ParameterError) -> Value? {
        guard let text = try ParameterError.single(texts, of: name) else { return nil }
        return try value(text, of: name)
    }

    func required(_ texts: [String], of name: String) throws(ParameterError) -> Value {
        guard let value = try single(texts, of: name) else { throw ParameterError(message: "`\(name)` is missing") }
        return value
    }
}

extension ParameterKind where Value == String {
    /// Not empty, without control characters.
    ///
    /// - Parameter told: as of `lines`.
    static func text(maxLength: Int = 200, told: Int? = nil) -> ParameterKind {
        ParameterKind(
            schema: .string(minLength: 1, maxLength: maxLength, pattern: #"^[^\u0000-\u001f\u007f]+$"#),
            parse: { text in
                let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
                return text.isEmpty || !isPlain || text.unicodeScalars.count > maxLength ? nil : text
            },
            expectation: "a text of 1 to \(told ?? maxLength) characters without control characters")
    }

    /// An id of anything: what cannot be one is simply not found.
    static let id = text(maxLength: 200)
}

extension ParameterKind where Value == Int {
    static func integer(in range: ClosedRange<Int>) -> ParameterKind {
        ParameterKind(
            schema: .integer(Int64(range.lowerBound)...Int64(range.upperBound)),
            parse: { text in
                // Not `Int("+5")` or `Int("-0")`.
                guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
                return range.contains(number) ? number : nil
            },
            expectation: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
}

extension ParameterKind where Value == Bool {
    static let boolean = ParameterKind(
        schema: .boolean, parse: { $0 == "true" ? true : $0 == "false" ? false : nil }, expectation: "true or false")
}

extension ParameterKind where Value == Timestamp {
    static let time = ParameterKind(
        schema: .time, parse: { Timestamp(rfc3339: $0) }, expectation: "a time such as 2026-02-10T12:00:00Z")

    /// As a command line takes it, too.
    static let moment = ParameterKind(
        schema: .string(pattern: "^(\(day)(T\(clock)(\(zone))?)?|\(span))$"),
        parse: { LocalClock.time(reading: $0, from: .now()) }, expectation: LocalClock.expectation)

    /// For programs that hold what they send against the pattern. Leap days are left to `parse`, which takes them.
    private static let day =
        "[1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
    private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?"
    private static let zone = "Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]"
    private static let span = "([0-9]{1,4}d)?([0-9]{1,4}h)?[0-9]{1,4}[ms]|([0-9]{1,4}d)?[0-9]{1,4}h|[0-9]{1,5}(d|ms)"
}

extension ParameterKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the words.
    static var choice: ParameterKind {
        let words = Value.allCases.map(\.rawValue)
        return ParameterKind(
            schema: .choice(words), parse: { Value(rawValue: $0) },
            expectation: "one of " + words.joined(separator: ", "), words: words)
    }
}
