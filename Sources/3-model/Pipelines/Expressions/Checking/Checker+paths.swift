internal import Diagnostics
internal import Platform

extension Checker {
    mutating func path(_ syntax: Syntax, handlesNull: Bool) -> Typed? {
        var (base, accessors) = (syntax, ArraySlice<Syntax.Accessor>())
        if case .path(let inner, let steps) = syntax.kind { (base, accessors) = (inner, steps[...]) }
        guard case .name(let name) = base.kind else {
            guard let value = check(base) else { return checkIndexes(accessors) }
            return walk(value, accessors, handlesNull: handlesNull)
        }
        guard let root = scope[name] else {
            unknown(name, at: base.place)
            return checkIndexes(accessors)
        }
        if let reason = root.unavailable {
            report("not-available", reason, at: base.place)
            return checkIndexes(accessors)
        }
        if case .map(let map) = root.type {
            return variable(of: name, map, accessors, base: base.place, handlesNull: handlesNull)
        }
        return fixed(name, root.type, accessors, base: base.place, handlesNull: handlesNull)
    }

    /// Keys of records, which are resolved now; whatever comes behind them is walked during the run.
    private mutating func fixed(
        _ name: String, _ rootType: ValueType, _ accessors: ArraySlice<Syntax.Accessor>, base: Place, handlesNull: Bool
    ) -> Typed? {
        var (type, place, keys, rest) = (rootType, base, [String](), accessors)
        var (mayBeNull, isSecret) = (type.mayBeNull, false)
        while let step = rest.first, case .record(let record) = type.revealed.nonNull, let key = Self.key(of: step) {
            guard let field = member(key.name, of: record, owner: place, at: key.place) else {
                return checkIndexes(rest.dropFirst())
            }
            if case .secret = type { isSecret = true }
            keys.append(key.name)
            type = field.type
            mayBeNull = mayBeNull || type.mayBeNull
            place = base.through(step.place)
            rest = rest.dropFirst()
        }
        noteName([name] + keys)
        let isOpen = type.revealed == .any || mayBeNull
        let reference = Reference(root: name, keys: keys, mayBeNull: isOpen, text: text(at: place), place: place)
        let full = mayBeNull ? type.orNull : type
        return walk(
            Typed(.reference(reference), full, isSecret: isSecret, at: place), rest, handlesNull: handlesNull)
    }

    /// `.name`, or `['name']`.
    private static func key(of step: Syntax.Accessor) -> (name: String, place: Place)? {
        switch step {
        case .member(let name, let place): (name, place)
        case .index(let index, _):
            if case .literal(.string(let name), _) = index.kind { (name, index.place) } else { nil }
        }
    }

    /// What is followed during the run: parts of computed values, and items of lists.
    private mutating func walk(
        _ start: Typed, _ accessors: ArraySlice<Syntax.Accessor>, handlesNull: Bool
    ) -> Typed? {
        guard !accessors.isEmpty else { return start }
        var value = start
        var steps: [Step] = []
        var rest = accessors
        while let accessor = rest.popFirst() {
            guard let (step, next) = access(value, accessor) else { return checkIndexes(rest) }
            steps.append(step)
            value = next
        }
        value.node = .access(start.node, steps)
        return value
    }

    /// One step, and what it leads to, with the node of where it started.
    private mutating func access(_ value: Typed, _ accessor: Syntax.Accessor) -> (Step, Typed)? {
        let whole = value.place.through(accessor.place)
        guard let key = Self.key(of: accessor) else {
            guard case .index(let syntax, _) = accessor, let index = check(syntax) else { return nil }
            return element(index, of: value, at: whole)
        }
        let type: ValueType
        switch value.type.nonNull {
        case .record(let record):
            guard let field = member(key.name, of: record, owner: value.place, at: key.place) else { return nil }
            type = value.type.mayBeNull ? field.type.orNull : field.type
        case .any: type = .any
        default:
            report(
                "unknown-name",
                "`\(text(at: value.place))` is \(value.type.nonNull) and has no `\(Quantity.shown(key.name))`",
                at: key.place, hint: Self.memberHint(key.name, text(at: value.place), value.type.nonNull))
            return nil
        }
        return (.key(key.name, whole), Typed(value.node, type, isSecret: value.isSecret, at: whole))
    }

    private mutating func element(_ index: Typed, of value: Typed, at place: Place) -> (Step, Typed)? {
        let isSecret = value.isSecret || index.isSecret
        let type: ValueType
        switch value.type.nonNull {
        case .list(let element):
            guard require(index, [.integer], for: "the index of a list") else { return nil }
            type = value.type.mayBeNull ? element.orNull : element
        case .any:
            guard require(index, [.integer, .string], for: "an index") else { return nil }
            type = .any
        case .record:
            report("type-mismatch", "the key of a record is written as a text, as in `['name']`", at: index.place)
            return nil
        default:
            report(
                "type-mismatch", "`\(text(at: value.place))` is \(value.type.nonNull) and has no items",
                at: index.place)
            return nil
        }
        return (
            .index(index.node, place, isSecret: isSecret), Typed(value.node, type, isSecret: isSecret, at: place)
        )
    }

    /// `env.NAME`, `secrets['NAME']`.
    private mutating func variable(
        of root: String, _ map: MapType, _ accessors: ArraySlice<Syntax.Accessor>, base: Place, handlesNull: Bool
    ) -> Typed? {
        var rest = accessors
        guard let step = rest.popFirst() else {
            report(
                "type-mismatch", "`\(root)` is no value by itself", at: base,
                hint: "name one of its entries, as in `\(root).NAME`")
            return nil
        }
        let place = base.through(step.place)
        let key: VariableKey
        if let fixed = Self.key(of: step) {
            if let known = map.known[fixed.name] {
                return self.fixed(root, .record(RecordType([known])), accessors, base: base, handlesNull: handlesNull)
            }
            key = .fixed(fixed.name)
            noteName([root, fixed.name])
        } else {
            guard case .index(let syntax, _) = step, let index = check(syntax) else { return checkIndexes(rest) }
            guard require(index, [.string], for: "the key of `\(root)`") else { return checkIndexes(rest) }
            if index.isSecret {
                report("secret-exposed", "the key of `\(root)` cannot be a secret", at: index.place)
                return checkIndexes(rest)
            }
            key = .computed(index.node)
            noteName([root])
        }
        var advice: String?
        switch map.unset {
        case .fails(let text) where !handlesNull:
            advice = text
            if case .fixed(let name) = key { advice = text.replacing("SECRET_NAME", with: "SECRET_\(name)") }
        case .refused(let consequence) where !handlesNull:
            let text = text(at: place)
            report(
                "unset-variable", "`\(text)` has no default: \(consequence)", at: place,
                hint: "write `${{ \(text) ?? 'x' }}`")
            return checkIndexes(rest)
        default: break
        }
        let node = Node.variable(Variable(root: root, key: key, advice: advice, place: place))
        return walk(
            Typed(node, advice == nil ? map.element.orNull : map.element, at: place), rest, handlesNull: handlesNull)
    }

    /// After an issue: what stands in brackets is checked all the same.
    private mutating func checkIndexes(_ accessors: ArraySlice<Syntax.Accessor>) -> Typed? {
        for case .index(let index, _) in accessors { _ = check(index) }
        return nil
    }
}
