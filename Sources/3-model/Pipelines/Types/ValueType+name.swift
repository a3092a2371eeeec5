extension ValueType {
    /// The type that a text names, spelled as `description` spells it: "string", "list of integer", "number?".
    ///
    /// - Returns: nil when it names none.
    init?(named text: String) {
        if text.hasSuffix("?") {
            var inner = text.dropLast()
            if inner.hasPrefix("("), inner.hasSuffix(")") { inner = inner.dropFirst().dropLast() }
            guard let type = ValueType(named: String(inner)), !type.mayBeNull else { return nil }
            self = type.orNull
            return
        }
        if text.hasPrefix("list of ") {
            guard let element = ValueType(named: String(text.dropFirst("list of ".count))) else { return nil }
            self = .list(element)
            return
        }
        let simple: [ValueType] = [.string, .integer, .number, .boolean, .size, .duration, .any]
        guard let type = simple.first(where: { $0.description == text }) else { return nil }
        self = type
    }
}
