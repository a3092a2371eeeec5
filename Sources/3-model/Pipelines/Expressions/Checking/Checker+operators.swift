internal import Platform

extension Checker {
    mutating func boolean(_ syntax: Syntax, for what: String) -> Typed? {
        guard let operand = check(syntax), require(operand, [.boolean], for: what) else { return nil }
        return operand
    }

    mutating func logic(
        _ operands: [Syntax], _ what: String, at place: Place, _ make: ([Node], Place) -> Node
    ) -> Typed? {
        var parts: [Typed] = []
        for operand in operands {
            if let part = boolean(operand, for: what) { parts.append(part) }
        }
        guard parts.count == operands.count else { return nil }
        return Typed(make(parts.map(\.node), place), .boolean, isSecret: parts.contains(where: \.isSecret), at: place)
    }

    /// `null` compares with everything: that is how one asks whether something is set.
    mutating func equality(_ symbol: Symbol, _ left: Syntax, _ right: Syntax, at place: Place) -> Typed? {
        let left = check(left, handlesNull: true)
        let right = check(right, handlesNull: true)
        guard let left, let right else { return nil }
        guard left.type.joined(with: right.type) != nil else {
            mismatch(symbol.rawValue, left, right, at: place)
            return nil
        }
        // Whether a secret is set is no secret.
        let isSecret = (left.isSecret || right.isSecret) && left.type != .null && right.type != .null
        return Typed(
            .equal(left.node, right.node, isNegated: symbol == .notEqual), .boolean, isSecret: isSecret, at: place)
    }

    mutating func order(_ symbol: Symbol, _ left: Syntax, _ right: Syntax, at place: Place) -> Typed? {
        let left = check(left)
        let right = check(right)
        guard let left, let right else { return nil }
        guard left.type.nonNull.joined(with: right.type.nonNull) != nil else {
            mismatch(symbol.rawValue, left, right, at: place)
            return nil
        }
        var isSound = true
        for side in [left, right] {
            if side.type.mayBeNull {
                reportNull(side)
                isSound = false
            } else if !side.type.isOrdered {
                report("type-mismatch", "`\(symbol.rawValue)` has no order for \(side.type)", at: side.place)
                isSound = false
            }
        }
        guard isSound else { return nil }
        return Typed(
            .order(left.node, right.node, symbol, place), .boolean, isSecret: left.isSecret || right.isSecret, at: place
        )
    }

    /// `item in list`, and `contains(list, item)`.
    mutating func membership(_ item: Syntax, _ list: Syntax, at place: Place) -> Typed? {
        let item = check(item, handlesNull: true)
        let list = check(list)
        guard let item, let list else { return nil }
        if list.type == .string {
            report(
                "type-mismatch", "`in` needs list, not string", at: list.place,
                hint: "write `contains(\(text(at: list.place)), \(text(at: item.place)))`")
            return nil
        }
        guard require(list, [.list(.any)], for: "`in`") else { return nil }
        return membership(of: item, in: list, at: place)
    }

    mutating func membership(of item: Typed, in list: Typed, at place: Place) -> Typed? {
        if case .list(let element) = list.type, element.joined(with: item.type) == nil {
            report(
                "type-mismatch", "\(list.type) cannot have \(item.type) among its items", at: item.place,
                hint: unitHint(element, item.type))
            return nil
        }
        return Typed(
            .membership(item: item.node, list: list.node, place), .boolean, isSecret: item.isSecret || list.isSecret,
            at: place)
    }

    private mutating func mismatch(_ operation: String, _ left: Typed, _ right: Typed, at place: Place) {
        report(
            "type-mismatch", "`\(operation)` compares values of one type, not \(left.type) with \(right.type)",
            at: place, hint: unitHint(left.type, right.type) ?? quotingHint(left, right) ?? quotingHint(right, left))
    }

    private func unitHint(_ left: ValueType, _ right: ValueType) -> String? {
        switch (left.nonNull, right.nonNull) {
        case (.size, .integer), (.integer, .size), (.size, .number), (.number, .size):
            "give a size its unit, as in `100MB`"
        case (.duration, .integer), (.integer, .duration), (.duration, .number), (.number, .duration):
            "give a duration its unit, as in `5m`"
        default: nil
        }
    }

    /// `'true'` or `'5'` beside a boolean or a number, and the other way round.
    private func quotingHint(_ one: Typed, _ other: Typed) -> String? {
        guard case .constant(let value) = one.node else { return nil }
        switch (value, other.type.nonNull) {
        case (.string("true"), .boolean), (.string("false"), .boolean): return "leave out the quotes"
        case (.string(let text), .integer) where Int64(text) != nil: return "leave out the quotes"
        case (.string(let text), .size) where (try? ByteSize(text)) != nil: return "leave out the quotes"
        case (.string(let text), .duration) where (try? TimeSpan(text)) != nil: return "leave out the quotes"
        case (.boolean, .string), (.integer, .string): return "write `'\(text(at: one.place))'`"
        default: return nil
        }
    }
}
