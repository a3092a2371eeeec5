internal import Platform

/// An option together with the Swift type of its value: declared once, given to a `Command`, and used as the key to read
/// the value from an `Invocation`.
package struct CommandOption<Value: Sendable>: Sendable {
    package let spec: OptionSpec
    /// From the values in the order of the command line; none when the option is absent.
    package let read: @Sendable ([any Sendable]) -> Value
}

extension CommandOption where Value == Bool {
    /// Is there or not.
    package static func flag(_ name: String, short: Character? = nil, _ help: String) -> CommandOption {
        CommandOption(
            spec: OptionSpec(name: name, short: short, placeholder: nil, help: help, parse: { _ in true }),
            read: { !$0.isEmpty })
    }
}

extension CommandOption {
    /// With a value; given twice, the last one counts, so that an alias can be overridden.
    package static func value(
        _ name: String, short: Character? = nil, _ placeholder: String, _ kind: ArgumentKind<Value>, _ help: String,
        standard: Value, shown: String
    ) -> CommandOption {
        CommandOption(
            spec: spec(name, short, placeholder, kind, help, standard: shown),
            read: { $0.last as? Value ?? standard })
    }

    /// With a value and no default; given twice, the last one counts.
    package static func optional<Wrapped>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ kind: ArgumentKind<Wrapped>, _ help: String
    ) -> CommandOption where Value == Wrapped? {
        CommandOption(spec: spec(name, short, placeholder, kind, help), read: { $0.last as? Wrapped })
    }

    /// May be given several times.
    package static func repeated<Element>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ kind: ArgumentKind<Element>, _ help: String
    ) -> CommandOption where Value == [Element] {
        var spec = spec(name, short, placeholder, kind, help)
        spec.isRepeated = true
        return CommandOption(spec: spec, read: { $0.compactMap { $0 as? Element } })
    }

    private static func spec<Element>(
        _ name: String, _ short: Character?, _ placeholder: String, _ kind: ArgumentKind<Element>, _ help: String,
        standard: String? = nil
    ) -> OptionSpec {
        OptionSpec(
            name: name, short: short, placeholder: placeholder, help: help, standard: standard,
            completion: kind.completion,
            parse: { argument throws(ArgumentError) in try kind.parse(argument) })
    }
}

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
