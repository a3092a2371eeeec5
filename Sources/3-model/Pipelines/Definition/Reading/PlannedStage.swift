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
        name: "parallel", summary: "Stages that run at the same time.", effect: .none, examples: [])
}

/// What `defaults` says.
struct StageDefaults {
    var timeout: TimeSpan?
    var retry: YAMLNode?
    var condition: YAMLNode?
}

/// The stages of a file by what others ask for, so that no question looks through all of them.
struct PlanIndex {
    /// The first stage of each id, as an index of the plan.
    private(set) var first: [String: Int] = [:]
    /// By group, in order.
    private var members: [Int: [Int]] = [:]
    /// By group and fact: the first two members that give it, of which one is another than the asking stage.
    private var givers: [Int: [String: [Int]]] = [:]
    /// Stages of `stages` with work of their own, in order.
    private(set) var workers: [Int] = []
    /// The number for the next group without an id.
    private var nextGroup = 1

    /// Takes in a stage, in the order of the plan.
    mutating func add(_ stage: PlannedStage) {
        if !stage.id.isEmpty, first[stage.id] == nil { first[stage.id] = stage.index }
        if stage.handler == nil, !stage.isGroup, !stage.id.isEmpty { workers.append(stage.index) }
        guard let group = stage.group else { return }
        members[group, default: []].append(stage.index)
        for fact in stage.spec?.gives ?? [] where givers[group]?[fact.name]?.count ?? 0 < 2 {
            givers[group, default: [:]][fact.name, default: []].append(stage.index)
        }
    }

    /// The stages of a group, in order.
    func members(of group: Int) -> [Int] { members[group] ?? [] }

    /// Another stage of the same group that gives a fact.
    func giver(of fact: String, beside stage: PlannedStage) -> Int? {
        guard let group = stage.group else { return nil }
        return givers[group]?[fact]?.first { $0 != stage.index }
    }

    /// The first stage with work of its own that goes on beside another.
    func worker(beside stage: PlannedStage, in plan: [PlannedStage]) -> Int? {
        guard let group = stage.group, stage.handler == nil else { return nil }
        return members(of: group).first { $0 != stage.index && !plan[$0].isGroup && !plan[$0].id.isEmpty }
    }

    /// The first stage with work of its own that stands behind another.
    func worker(behind stage: PlannedStage) -> Int? {
        var (low, high) = (0, workers.count)
        while low < high {
            let middle = (low + high) / 2
            if workers[middle] <= stage.index { low = middle + 1 } else { high = middle }
        }
        return low < workers.count ? workers[low] : nil
    }

    /// Of a group that says none: `parallel`, `parallel-2` and so on, as far as the stages before have not taken it.
    mutating func takeGroupName() -> String {
        while true {
            let name = nextGroup == 1 ? "parallel" : "parallel-\(nextGroup)"
            nextGroup += 1
            if first[name] == nil { return name }
        }
    }
}
