internal import Platform

/// A compiled expression: names, types and functions are resolved.
indirect enum Node: Sendable {
    case constant(Value)
    case reference(Reference)
    case variable(Variable)
    /// Keys and indexes that are followed during the run. Flat, so that a long chain is not deep.
    case access(Node, [Step])
    case list([Node])
    case not(Node, Place)
    case all([Node], Place)
    case any([Node], Place)
    case coalesce([Node])
    case equal(Node, Node, isNegated: Bool)
    case order(Node, Node, Symbol, Place)
    case membership(item: Node, list: Node, Place)
    case conditional(Node, Node, Node, Place)
    case status(StatusFunction)
    case call(Function.Implementation, [Node], Place)
    /// Checks a value that comes from `any`.
    case checked(Node, ValueType, Place)
}

/// From one value to a part of it.
enum Step: Sendable {
    case key(String, Place)
    /// An item by number, or an entry by key. The last is whether messages must not tell anything of the values.
    case index(Node, Place, isSecret: Bool)
}

/// A name, and keys that lead from it to a value.
struct Reference: Sendable {
    let root: String
    let keys: [String]
    /// Whether `null` is among the values that its type has.
    let mayBeNull: Bool
    /// As the user wrote it.
    let text: String
    let place: Place
}

/// A key of an open map.
struct Variable: Sendable {
    let root: String
    let key: VariableKey
    /// What to do about an unset one; nil: it is `null`.
    let advice: String?
    let place: Place
}

/// A key that is written down, or computed.
indirect enum VariableKey: Sendable {
    case fixed(String)
    case computed(Node)
}
