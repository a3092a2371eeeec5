internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// What a command tells on standard error of what happens around its runs.
enum HostEventText {
    /// nil: nothing.
    static func line(_ event: HostEvent) -> String? {
        switch event {
        case .carriedOn(let result):
            let file = result.run.file.map { " (\($0))" } ?? ""
            return
                "run \(result.run.id) of \(result.run.pipeline)\(file), which another process had left unfinished, was "
                + "carried on: \(result.run.status.rawValue)"
        case .settled(let result): return SettlementText.sentence(result)
        case .notCleared(let result, let error):
            return "run \(result.run.id): what was left of it is not yet cleared away: \(error)"
        case .leaseTrouble(let trouble): return "the lease of this process could not be renewed: \(trouble)"
        case .leaseRenewed: return "the lease of this process can be renewed again"
        case .recoveryTrouble(let error): return "unfinished runs could not be carried on now: \(error)"
        }
    }
}

extension StandardStreams {
    func report(_ event: HostEvent) {
        if let line = HostEventText.line(event) { report("compass: \(line)") }
    }

    func report(_ event: BatchStart.Event) {
        switch event {
        case .otherUnfinished(let batch):
            report(
                "compass: batch \(batch.id) of \(batch.startedAt), which had other inputs, is not finished; `compass runs "
                    + "resume` goes on with it")
        case .continues(let batch):
            report("compass: goes on with batch \(batch.id) of \(batch.startedAt), which was interrupted")
        }
    }
}
