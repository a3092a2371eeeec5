internal import Diagnostics
internal import YAMLTree

/// A stage of the file before its options and conditions are bound: what the others have to know of it.
struct PlannedStage {
    let node: YAMLNode
    /// The list it stands in: the name of a handler, or nil for `stages`.
    let handler: String?
    /// Its place among all stages of the file.
    let index: Int
    /// nil when `uses` is missing.
    let uses: YAMLNode?
    /// nil when `uses` names none.
    let type: StageType?
    /// Empty when there is neither an id nor a type.
    let id: String

    /// Where messages about the stage as a whole point.
    var span: SourceSpan { uses?.span ?? node.headSpan }
}

/// What `defaults` says.
struct StageDefaults {
    var timeout: TimeSpan?
    var retry: YAMLNode?
    var condition: YAMLNode?
}
