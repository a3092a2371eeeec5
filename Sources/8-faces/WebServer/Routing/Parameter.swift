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
}

extension Parameter {
    /// A part of the path; always there.
    static func path(_ name: String, _ kind: ParameterKind<Value>, _ documentation: String) -> Parameter {
        Parameter(name, in: .path, kind.schema, documentation, required: true) { texts throws(ParameterError) in
            try Self.value(texts.first ?? "", name, kind)
        }
    }

    static func required(_ name: String, _ kind: ParameterKind<Value>, _ documentation: String) -> Parameter {
        Parameter(name, in: .query, kind.schema, documentation, required: true) { texts throws(ParameterError) in
            guard let text = try single(texts, name) else { throw ParameterError(message: "`\(name)` is missing") }
            return try Self.value(text, name, kind)
        }
    }

    static func value(
        _ name: String, _ kind: ParameterKind<Value>, standard: Value, shown: Platform.Value, _ documentation: String
    ) -> Parameter {
        Parameter(name, in: .query, kind.schema, documentation, standard: shown) { texts throws(ParameterError) in
            guard let text = try single(texts, name) else { return standard }
            return try Self.value(text, name, kind)
        }
    }

    /// May be left out.
    static func optional<Wrapped>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ documentation: String, in place: ParameterSpec.Place = .query
    ) -> Parameter where Value == Wrapped? {
        Parameter(name, in: place, kind.schema, documentation) { texts throws(ParameterError) in
            guard let text = try single(texts, name) else { return nil }
            return try Parameter<Wrapped>.value(text, name, kind)
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
            if texts.count > limit { throw ParameterError(message: "`\(name)` may come \(limit) times at most") }
            var values: [Element] = []
            for text in texts { values.append(try Parameter<Element>.value(text, name, kind)) }
            return values
        }
    }

    private static func value(
        _ text: String, _ name: String, _ kind: ParameterKind<Value>
    ) throws(ParameterError) -> Value {
        guard let value = kind.parse(text) else {
            throw ParameterError(message: "`\(name)` must be \(kind.expectation)")
        }
        return value
    }
}

/// What a parameter that may come once was given as.
private func single(_ texts: [String], _ name: String) throws(ParameterError) -> String? {
    if texts.count > 1 { throw ParameterError(message: "`\(name)` may come once only") }
    return texts.first
}
