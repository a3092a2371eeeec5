/// A type, a protocol or an extension in a source file.
struct Declaration: Hashable {
    enum Kind: String {
        case structure = "struct"
        case enumeration = "enum"
        case `class`
        case actor
        case `protocol`
        case `extension`
    }

    let kind: Kind
    /// The names of the types around it, then its own; several also in `extension Outer.Inner`.
    let path: [String]
    /// What stands after the colon, each with its module if it is written: "Pipelines.PureStage".
    let inherited: [String]
    /// Whether it has parameters of its own, or an extension's conditions.
    let isGeneric: Bool
    /// Whether it is `private` or `fileprivate`.
    let isPrivate: Bool
    /// Whether it stands in a function, a closure or an accessor.
    let isLocal: Bool
    /// Whether it stands between `#if` and `#endif`.
    let isConditional: Bool
    /// Of its keyword.
    let position: Position

    /// For messages: "Outer.Inner".
    var name: String { path.joined(separator: ".") }
}
