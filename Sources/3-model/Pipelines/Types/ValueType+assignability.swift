extension ValueType {
    /// Whether a value of this type may stand where `target` is wanted.
    ///
    /// `integer` goes to `number`, `T` and `null` to `T?`, `T` to `secret T` but never back, and lists and records by
    /// their parts. `any` goes everywhere and everything that is not secret goes to `any`; what comes from `any` is
    /// checked during the run.
    public func isAssignable(to target: ValueType) -> Bool {
        switch (self, target) {
        case (.secret(let source), .secret(let target)): source.isAssignable(to: target)
        case (.secret, _): false
        case (_, .secret(let target)): isAssignable(to: target)
        case (_, .any): !isSecret
        case (.any, _): true
        case (.integer, .number): true
        case (.null, .optional): true
        case (.optional(let source), .optional(let target)): source.isAssignable(to: target)
        case (_, .optional(let target)): isAssignable(to: target)
        case (.list(let source), .list(let target)): source.isAssignable(to: target)
        case (.record(let source), .record(let target)):
            target.fields.allSatisfy { field in
                source[field.name]?.type.isAssignable(to: field.type) ?? field.type.mayBeNull
            }
        case (.record(let source), .map(let target)):
            source.fields.allSatisfy { $0.type.isAssignable(to: target.element) }
        default: self == target
        }
    }

    /// The narrowest type that takes both, as for the branches of `?:`; nil if none but `any` does. Secrets stay secret.
    func joined(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case (.secret(let left), _): return left.joined(with: other.revealed)?.asSecret
        case (_, .secret(let right)): return joined(with: right)?.asSecret
        case (.null, _): return other.orNull
        case (_, .null): return orNull
        case (.optional(let left), _): return left.joined(with: other.nonNull)?.orNull
        case (_, .optional(let right)): return joined(with: right)?.orNull
        case (.list(let left), .list(let right)) where left != right:
            if left == .any { return .list(right) }
            if right == .any { return .list(left) }
            return left.joined(with: right).map(ValueType.list)
        default: break
        }
        if isAssignable(to: other) { return other }
        if other.isAssignable(to: self) { return self }
        return nil
    }

    /// Whether `==` between them can ever be true.
    func isComparable(with other: ValueType) -> Bool {
        joined(with: other) != nil
    }

    /// Whether `<` orders its values.
    var isOrdered: Bool {
        switch self {
        case .string, .integer, .number, .size, .duration, .any: true
        default: false
        }
    }

    /// Whether it can be part of a text.
    var isTextual: Bool {
        switch self {
        case .string, .integer, .number, .boolean, .size, .duration, .any: true
        default: false
        }
    }
}
