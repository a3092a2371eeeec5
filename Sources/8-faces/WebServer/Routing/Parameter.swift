internal import Platform

/// A parameter of a route in its path or query, or one of its headers: the one place that says what it is called and what it
/// may be.
struct Parameter<Value: Sendable>: Sendable {
    let spec: ParameterSpec
    let read: @Sendable ([String]) throws(ParameterError) -> Value

    private init(
        _ name: String, in place: ParameterSpec.Place, _ schema: Schema, _ documentation: String,
        required: Bool = false, repeated: Bool = false, standard: Platform.Value? = nil,
        read: @escaping @Sendable ([String]) throws(ParameterError) -> Value
    ) {
        self.read = read
        spec = ParameterSpec(
            name: name, place: place, documentation: documentation, schema: schema, isRequired: required,
            isRepeated: repeated, standard: standard,
            problem: { texts in
                do throws(ParameterError) {
                    _ = try read(texts)
                    return nil
                } catch {
                    return error.message
                }
            })
    }
}

/// What is documented of a parameter.
struct ParameterSpec: Sendable {
    enum Place: String, Sendable {
        case path, query, header
    }

    let name: String
    let place: Place
    let documentation: String
    let schema: Schema
    let isRequired: Bool
    let isRepeated: Bool
    /// As the schema has it; nil: none.
    let standard: Platform.Value?
    /// What is wrong with what was given; nil: nothing.
    let problem: @Sendable ([String]) -> String?
}

/// What is wrong with a parameter, as a part of a sentence: "`limit` must be an integer from 1 to 500".
struct ParameterError: Error, Sendable {
    let message: String

    /// What may come once was sent as; nil: it was not.
    static func single(_ texts: [String], of name: String) throws(ParameterError) -> String? {
        if texts.count > 1 { throw ParameterError(message: "`\(name)` may come once only") }
        return texts.first
    }
}

extension Parameter {
    /// A part of the path; always there.
    static func path(_ name: String, _ kind: ParameterKind<Value>, _ documentation: String) -> Parameter {
        Parameter(name, in: .path, kind.schema, documentation, required: true) { texts throws(ParameterError) in
            try kind.value(texts.first ?? "", of: name)
        }
    }

    static func required(_ name: String, _ kind: ParameterKind<Value>, _ documentation: String) -> Parameter {
        Parameter(name, in: .query, kind.schema, documentation, required: true) { texts throws(ParameterError) in
            try kind.required(texts, of: name)
        }
    }

    static func value(
        _ name: String, _ kind: ParameterKind<Value>, standard: Value, shown: Platform.Value, _ documentation: String
    ) -> Parameter {
        Parameter(name, in: .query, kind.schema, documentation, standard: shown) { texts throws(ParameterError) in
            try kind.single(texts, of: name) ?? standard
        }
    }

    /// May be left out.
    static func optional<Wrapped>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ documentation: String, in place: ParameterSpec.Place = .query
    ) -> Parameter where Value == Wrapped? {
        Parameter(name, in: place, kind.schema, documentation) { texts throws(ParameterError) in
            try kind.single(texts, of: name)
        }
    }

    /// A header that has to be there. The route says so itself, since what it answers depends on others.
    static func header<Wrapped>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ documentation: String
    ) -> Parameter where Value == Wrapped? {
        let optional = Parameter.optional(name, kind, documentation, in: .header)
        return Parameter(name, in: .header, kind.schema, documentation, required: true, read: optional.read)
    }

    /// May come several times.
    static func repeated<Element>(
        _ name: String, _ kind: ParameterKind<Element>, atMost limit: Int = 50, _ documentation: String
    ) -> Parameter where Value == [Element] {
        Parameter(
            name, in: .query, .list(kind.schema, maxItems: limit), documentation, repeated: true
        ) { texts throws(ParameterError) in
            try kind.values(texts, of: name, atMost: limit)
        }
    }
}
