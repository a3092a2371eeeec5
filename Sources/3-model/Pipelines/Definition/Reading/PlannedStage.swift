internal import Diagnostics
internal import YAMLTree

/// A stage of the file before its options and conditions are bound: what the others have to know of it.
struct PlannedStage {
    let node: YAMLNode
    /// The list it stands in: the name of a handler, or nil for `stages`.
    let handler: String?
    /// Its place among all stages of the file.
    let index: Int
    /// The index of the `parallel` group that it stands in.
    let group: Int?
    /// nil when `uses` is missing.
    let uses: YAMLNode?
    /// nil when `uses` names none.
    let type: StageType?
    /// Empty when there is neither an id nor a type.
    let id: String

    /// Where messages about the stage as a whole point.
    var span: SourceSpan { isGroup ? node.keySpan("parallel") : uses?.span ?? node.headSpan }

    /// Whether it is a list of stages that go on at the same time, without work of its own.
    var isGroup: Bool { node["parallel"] != nil }

    /// Whether it runs once for each element of a list.
    var isLoop: Bool { !isGroup && node["for-each"] != nil }

    /// nil when its type is unknown, which was reported.
    var spec: StageSpec? { isGroup ? .group : type?.spec }

    /// Whether it and the other are of the same group, so that neither sees what the other gives.
    func isBeside(_ other: PlannedStage?) -> Bool {
        guard let group, let other else { return false }
        return other.group == group && other.index != index
    }
}

extension StageSpec {
    /// What stands in for the type of a `parallel` group.
    static let group = StageSpec(
        name: "parallel", summary: "Stages that go on at the same time.", effect: .none, examples: [])
}

/// What `defaults` says.
struct StageDefaults {
    var timeout: TimeSpan?
    var retry: YAMLNode?
    var condition: YAMLNode?
}
