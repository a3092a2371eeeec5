internal import Platform

extension Checker {
    /// Reports it when a value is of none of the types.
    ///
    /// - Parameter what: who wants it: "`length`", "`if`".
    mutating func require(_ value: Typed, _ types: [ValueType], for what: String) -> Bool {
        if types.contains(where: { value.type.isAssignable(to: $0) }) { return true }
        if value.type.mayBeNull, types.contains(where: { value.type.nonNull.isAssignable(to: $0) }), value.type != .null
        {
            reportNull(value)
            return false
        }
        let wanted = types.map { $0 == .list(.any) ? "list" : $0.description }.joined(separator: " or ")
        report(
            "type-mismatch", "\(what) needs \(wanted), not \(value.type)", at: value.place,
            hint: conversionHint(value, to: types.first ?? .any))
        return false
    }

    /// A value that may be `null` where that is not provided for.
    mutating func reportNull(_ value: Typed) {
        let text = text(at: value.place)
        guard value.type != .null else {
            report("type-mismatch", "`null` cannot be used here", at: value.place)
            return
        }
        report(
            "may-be-null", "`\(text)` may be null", at: value.place,
            hint: "write `\(text) ?? \(Self.sample(of: value.type.nonNull))`")
    }

    /// Something to write behind `??`.
    static func sample(of type: ValueType) -> String {
        switch type {
        case .string: "''"
        case .integer, .number: "0"
        case .boolean: "false"
        case .size: "0B"
        case .duration: "0s"
        case .list: "[]"
        default: "…"
        }
    }

    private func conversionHint(_ value: Typed, to type: ValueType) -> String? {
        let text = text(at: value.place)
        switch (value.type.nonNull, type) {
        case (.string, .boolean):
            if case .constant(let literal) = value.node, literal == "true" || literal == "false" {
                return "leave out the quotes"
            }
            return "compare it, as in `\(text) != ''`"
        case (.list, .boolean): return "compare it, as in `length(\(text)) > 0`"
        case (.integer, .boolean), (.number, .boolean): return "compare it, as in `\(text) > 0`"
        case (.integer, .size), (.number, .size): return "give a size its unit, as in `100MB`"
        case (.integer, .duration), (.number, .duration): return "give a duration its unit, as in `5m`"
        case (.list(.string), .string): return "write `join(\(text), ', ')`"
        case (.integer, .string), (.number, .string), (.boolean, .string), (.size, .string), (.duration, .string):
            return "write `format('{0}', \(text))`"
        case (.record, .string): return "write `to-json(\(text))`"
        default: return nil
        }
    }
}
