internal import Pipelines
internal import Platform
internal import Representations

/// A field of a JSON body: the one place that says what it is called and what it may be.
struct BodyField<Value: Sendable>: Sendable {
    let property: Schema.Property
    fileprivate let read: @Sendable (Platform.Value?) throws(ParameterError) -> Value

    private init(
        _ property: Schema.Property, _ read: @escaping @Sendable (Platform.Value?) throws(ParameterError) -> Value
    ) {
        self.property = property
        self.read = read
    }
}

extension BodyField {
    static func required(_ name: String, _ kind: FieldKind<Value>, _ documentation: String) -> BodyField {
        BodyField(Schema.Property(name, kind.schema, documentation)) { value throws(ParameterError) in
            guard let value else { throw ParameterError(message: "`\(name)` is missing") }
            return try kind.value(value, name)
        }
    }

    /// May be left out, which is nil.
    static func optional<Wrapped>(
        _ name: String, _ kind: FieldKind<Wrapped>, _ documentation: String
    ) -> BodyField where Value == Wrapped? {
        BodyField(Schema.Property(name, kind.schema, documentation, required: false)) { value throws(ParameterError) in
            guard let value else { return nil }
            return try kind.value(value, name)
        }
    }

    static func value(
        _ name: String, _ kind: FieldKind<Value>, standard: Value, _ documentation: String
    ) -> BodyField {
        BodyField(Schema.Property(name, kind.schema, documentation, required: false)) { value throws(ParameterError) in
            guard let value else { return standard }
            return try kind.value(value, name)
        }
    }
}

/// The fields of a JSON body, as they were sent.
struct BodyFields: Sendable {
    private let record: Record

    init(_ record: Record = [:]) { self.record = record }

    /// - Throws: `Problem` when it is missing or is not what it must be.
    subscript<Value>(field: BodyField<Value>) -> Value {
        get throws {
            do throws(ParameterError) {
                return try field.read(record[field.property.name])
            } catch {
                throw Problem.invalidRequest(error.message)
            }
        }
    }
}

/// How a JSON value becomes the value of a field.
struct FieldKind<Value: Sendable>: Sendable {
    let schema: Schema
    let parse: @Sendable (Platform.Value) -> Value?
    /// What is expected, behind "must be".
    let expectation: String

    fileprivate func value(_ value: Platform.Value, _ name: String) throws(ParameterError) -> Value {
        guard let parsed = parse(value) else { throw ParameterError(message: "`\(name)` must be \(expectation)") }
        return parsed
    }
}

extension FieldKind where Value == String {
    /// - Parameter pattern: for the document; what uses the text holds it against it.
    static func text(maxLength: Int, minLength: Int = 0, pattern: String? = nil) -> FieldKind {
        FieldKind(
            schema: .string(minLength: minLength > 0 ? minLength : nil, maxLength: maxLength, pattern: pattern),
            parse: { value in
                guard let text = value.string else { return nil }
                return (minLength...maxLength).contains(text.unicodeScalars.count) ? text : nil
            },
            expectation: minLength > 0
                ? "a text of \(minLength) to \(maxLength) characters" : "a text of at most \(maxLength) characters")
    }
}

extension FieldKind where Value == [String] {
    static func texts(maxItems: Int, maxLength: Int = 200) -> FieldKind {
        FieldKind(
            schema: .list(.string(maxLength: maxLength), maxItems: maxItems),
            parse: { value in
                guard let list = value.list, list.count <= maxItems else { return nil }
                let texts = list.compactMap(\.string).filter { $0.unicodeScalars.count <= maxLength }
                return texts.count == list.count ? texts : nil
            },
            expectation: "a list of at most \(maxItems) texts of at most \(maxLength) characters")
    }
}

extension FieldKind where Value == Timestamp {
    static let time = FieldKind(
        schema: .time, parse: { $0.string.flatMap { Timestamp(rfc3339: $0) } },
        expectation: "a time such as 2026-02-10T12:00:00Z")
}

extension FieldKind where Value == Bool {
    static let boolean = FieldKind(schema: .boolean, parse: \.boolean, expectation: "true or false")
}

extension FieldKind where Value == Int {
    static func integer(in range: ClosedRange<Int>) -> FieldKind {
        FieldKind(
            schema: .integer(Int64(range.lowerBound)...Int64(range.upperBound)),
            parse: { $0.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil } },
            expectation: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
}

extension FieldKind where Value == Record {
    /// Names with texts, numbers, booleans or lists of texts: the inputs of a pipeline.
    static let inputs = FieldKind(
        schema: .dictionary(.oneOf([.text, .number, .boolean, .texts])),
        parse: { value in
            guard let record = value.record else { return nil }
            let isPlain = record.allSatisfy { entry in
                switch entry.value {
                case .string, .integer, .number, .boolean: true
                case .list(let values): values.allSatisfy { $0.string != nil }
                case .null, .record: false
                }
            }
            return isPlain ? record : nil
        }, expectation: "an object of texts, numbers, booleans and lists of texts")
}

extension FieldKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var choice: FieldKind {
        let words = Value.allCases.map(\.rawValue)
        return FieldKind(
            schema: .choice(words), parse: { $0.string.flatMap { Value(rawValue: $0) } },
            expectation: "one of " + words.joined(separator: ", "))
    }
}
