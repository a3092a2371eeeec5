internal import Diagnostics
internal import Platform

extension Checker {
    /// A field of a record; nil after reporting that there is none, or that it is not available.
    mutating func member(_ name: String, of record: RecordType, owner place: Place, at keyPlace: Place) -> Field? {
        if let field = record[name] {
            guard let reason = field.unavailable else { return field }
            report("not-available", reason, at: keyPlace)
            return nil
        }
        let shown = Quantity.shown(name)
        let owner = record.owner
        let usable = record.fields.lazy.filter { $0.unavailable == nil }
            .map { $0.type.isShown ? "\($0.name) (\($0.type))" : $0.name }
        let listing = usable.isEmpty ? "none" : NameList.text(usable)
        report(
            owner?.kind ?? "unknown-name",
            owner.map { "\($0.name) has no \($0.memberLabel) `\(shown)`" } ?? "`\(text(at: place))` has no `\(shown)`",
            at: keyPlace, hint: Spelling.hint(for: name, in: record.fields.lazy.map(\.name)),
            notes: ["\(owner?.heading ?? "names of \(text(at: place))"): \(listing)"])
        return nil
    }

    /// A root that does not exist.
    mutating func unknown(_ name: String, at place: Place) {
        if let function = Function.named(name) {
            let arguments = function.parameters.isEmpty ? "" : "…"
            report("unknown-name", "`\(name)` is a function", at: place, hint: "write `\(name)(\(arguments))`")
            return
        }
        let homes = scope.roots.filter { root in
            switch root.type {
            case .record(let record): record[name] != nil
            case .map(let map): map.known[name] != nil
            default: false
            }
        }
        let names = scope.roots.filter { $0.unavailable == nil }.map(\.name)
        let hint =
            homes.first.map { "did you mean `\($0.name).\(name)`?" }
            ?? Spelling.hint(for: name, in: names)
        report(
            "unknown-name", "unknown name `\(Quantity.shown(name))`", at: place,
            hint: hint ?? "write texts as `'\(Quantity.shown(name))'`",
            notes: ["names here: \(names.isEmpty ? "none" : names.joined(separator: ", "))"])
    }

    /// What to write instead of the members that other languages have.
    static func memberHint(_ name: String, _ text: String, _ type: ValueType) -> String? {
        switch (name, type) {
        case ("length", .string), ("length", .list), ("count", .list), ("size", .list), ("size", .string):
            "write `length(\(text))`"
        default: nil
        }
    }
}

extension Scope {
    /// How a value that is read by its name would never be null, where that is declared.
    func nullRemedy(of node: Node) -> String? {
        guard case .reference(let reference) = node, let root = self[reference.root] else { return nil }
        var type = root.type
        var remedy: String?
        for key in reference.keys {
            guard case .record(let record) = type.revealed.nonNull, let field = record[key] else { return nil }
            remedy = remedy ?? field.nullRemedy
            type = field.type
        }
        return remedy
    }
}

extension ValueType {
    /// Whether its name tells more than "record" or "any".
    fileprivate var isShown: Bool {
        switch self {
        case .record, .any: false
        default: true
        }
    }
}

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
            hint: conversionHint(value, to: types.first?.nonNull ?? .any))
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
            hint: "write `\(text) ?? \(Self.sample(of: value.type.nonNull))`",
            notes: scope.nullRemedy(of: value.node).map { [$0] } ?? [])
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
        case (let element, .list(let wanted)) where !value.type.mayBeNull && element.isAssignable(to: wanted):
            return "write `[\(text)]`"
        case (.list(.string), .string): return "write `join(\(text), ', ')`"
        case (.integer, .string), (.number, .string), (.boolean, .string), (.size, .string), (.duration, .string):
            return "write `format('{0}', \(text))`"
        case (.record, .string): return "write `to-json(\(text))`"
        default: return nil
        }
    }
}
