internal import Platform

/// A field of a form of a page, sent url-encoded: the one place that says what it is called and what it may be.
struct FormField<Value: Sendable>: Sendable {
    let spec: FormFieldSpec
    let read: @Sendable ([String]) throws(ParameterError) -> Value

    private init(_ property: Schema.Property, _ read: @escaping @Sendable ([String]) throws(ParameterError) -> Value) {
        self.read = read
        spec = FormFieldSpec(
            property: property,
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

/// What is documented of a field.
struct FormFieldSpec: Sendable {
    let property: Schema.Property
    /// What is wrong with what was sent; nil: nothing.
    let problem: @Sendable ([String]) -> String?

    var name: String { property.name }

    /// The same for whoever has the field before them: "This must be an integer from 1 to 366."
    func fault(_ texts: [String]) -> String? {
        problem(texts).map { $0.replacing("`\(name)`", with: "This") + "." }
    }
}

extension FormField {
    static func required(_ name: String, _ kind: ParameterKind<Value>, _ documentation: String) -> FormField {
        FormField(Schema.Property(name, kind.schema, documentation)) { texts throws(ParameterError) in
            try kind.required(texts, of: name)
        }
    }

    /// May be left out or left empty, which browsers send as "": both are nil.
    static func optional<Wrapped>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ documentation: String
    ) -> FormField where Value == Wrapped? {
        FormField(Schema.Property(name, kind.schema, documentation, required: false)) { texts throws(ParameterError) in
            guard let text = try ParameterError.single(texts, of: name), !text.isEmpty else { return nil }
            return try kind.value(text, of: name)
        }
    }

    /// May come several times: boxes of one name, or a list of which several may be chosen.
    static func repeated<Element>(
        _ name: String, _ kind: ParameterKind<Element>, atMost limit: Int = 50, _ documentation: String
    ) -> FormField where Value == [Element] {
        FormField(Schema.Property(name, .list(kind.schema, maxItems: limit), documentation, required: false)) {
            texts throws(ParameterError) in
            try kind.values(texts, of: name, atMost: limit)
        }
    }
}

extension FormField where Value == Bool {
    /// A box: browsers send "on" when it is ticked, and nothing otherwise.
    static func checkbox(_ name: String, _ documentation: String) -> FormField {
        FormField(Schema.Property(name, .choice(["on"]), documentation, required: false)) {
            texts throws(ParameterError) in
            guard let text = try ParameterError.single(texts, of: name) else { return false }
            if text != "on" { throw ParameterError(message: "`\(name)` must be on, or left out") }
            return true
        }
    }
}

extension ParameterKind where Value == String {
    /// What was typed in a `textarea`: lines, which browsers send with CR LF and which are read with LF.
    ///
    /// - Parameter told: how long it may be in the words of the form, where that is judged later and in characters as people
    ///   count them.
    static func lines(maxLength: Int, told: Int? = nil) -> ParameterKind {
        ParameterKind(
            schema: .string(minLength: 1, maxLength: maxLength),
            parse: { text in
                let lines = text.withLineFeeds
                let scalars = lines.unicodeScalars
                guard scalars.allSatisfy({ $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }) else {
                    return nil
                }
                return scalars.isEmpty || scalars.count > maxLength ? nil : lines
            },
            expectation: "a text of 1 to \(told ?? maxLength) characters without control characters but line breaks")
    }
}
