internal import Platform

/// A positional together with the Swift type of its value; the key to read it from an `Invocation`.
struct Positional<Value: Sendable>: Sendable {
    let spec: PositionalSpec
    /// nil only when fewer values are given than `spec.minimum` says, which the parser refuses.
    let read: @Sendable ([any Sendable]) -> Value?
}

extension Positional {
    /// Exactly one.
    static func required(_ name: String, _ kind: ArgumentKind<Value>, _ help: String) -> Positional {
        Positional(spec: spec(name, kind, help, minimum: 1, maximum: 1), read: { $0.last as? Value })
    }

    /// None or one.
    static func optional<Wrapped>(_ name: String, _ kind: ArgumentKind<Wrapped>, _ help: String) -> Positional
    where Value == Wrapped? {
        Positional(spec: spec(name, kind, help, minimum: 0, maximum: 1), read: { .some($0.last as? Wrapped) })
    }

    /// `minimum` or more.
    static func many<Element>(
        _ name: String, _ kind: ArgumentKind<Element>, _ help: String, minimum: Int = 0
    ) -> Positional where Value == [Element] {
        Positional(
            spec: spec(name, kind, help, minimum: minimum, maximum: nil), read: { $0.compactMap { $0 as? Element } })
    }

    private static func spec<Element>(
        _ name: String, _ kind: ArgumentKind<Element>, _ help: String, minimum: Int, maximum: Int?
    ) -> PositionalSpec {
        PositionalSpec(
            name: name, help: help, minimum: minimum, maximum: maximum, completion: kind.completion,
            parse: { argument throws(ArgumentError) in try kind.parse(argument) })
    }
}
