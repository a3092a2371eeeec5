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
