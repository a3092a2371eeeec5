internal import Diagnostics

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
        if Function.named(name) != nil {
            report("unknown-name", "`\(name)` is a function", at: place, hint: "write `\(name)(…)`")
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

extension ValueType {
    /// Whether its name tells more than "record" or "any".
    fileprivate var isShown: Bool {
        switch self {
        case .record, .any: false
        default: true
        }
    }
}
