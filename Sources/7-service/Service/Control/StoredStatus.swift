internal import Documents
internal import Pipelines
package import Platform
internal import Representations
internal import Schedules
internal import Scheduling
package import Workspaces

/// What the database knows of work that is not done, whether a service runs or not.
package struct StoredStatus: Sendable {
    package let workspace: Workspace
    package let now: Timestamp

    package init(workspace: Workspace, now: Timestamp) {
        self.workspace = workspace
        self.now = now
    }

    /// How many runs are told one by one.
    private static let maxRuns = 1_000

    /// - Parameter isRunning: a service has told of its schedules and of the outbox itself.
    /// - Throws: the store's errors.
    package func records(isRunning: Bool) async throws -> [Record] {
        var records: [Record] = []
        if !isRunning { records += try await schedules() }
        var unfinished = RunQuery()
        unfinished.statuses = [.running]
        let runs = try await workspace.journal.runs(unfinished, limit: Self.maxRuns, after: nil)
        records += runs.items.map(StatusRecords.run)
        records += try await workspace.stores.awaitedRuns(limit: Self.maxRuns, among: workspace.pipelineNames).map(
            \.record)
        for batch in try await workspace.batches.unfinishedBatches() {
            records.append(StatusRecords.batch(batch, items: try await workspace.batches.progress(of: batch)))
        }
        if !isRunning { records.append(StatusRecords.outbox(waiting: try await workspace.outbox.waiting())) }
        let groups = try await workspace.quarantine.quarantineGroups(QuarantineQuery())
        records.append(StatusRecords.quarantine(held: groups.reduce(0) { $0 + $1.count }))
        records.append(StatusRecords.owedUndo(runs: try await workspace.leases.debts()))
        if let last = try LastBackup.read(in: workspace.state) { records.append(StatusRecords.lastBackup(at: last)) }
        if let problem = try await objectProblem() { records.append(problem) }
        return records
    }

    /// Where the database was lost, or the object store cannot be looked into, which is only tried where there is no document.
    private func objectProblem() async throws -> Record? {
        do {
            guard try await UnknownObjects.exist(in: workspace.objects, of: workspace.stores) else { return nil }
            return StatusRecords.problem(
                "object-store",
                "the object store has objects, although the catalog has no document: the database was lost, emptied or "
                    + "replaced, and nothing new begins before it is back")
        } catch let error as ObjectStoreError {
            return StatusRecords.problem("object-store", error.message)
        }
    }

    /// Every schedule of the workspace's pipelines with the time at which it would be due next, and slots that are claimed.
    private func schedules() async throws -> [Record] {
        let report = try PipelineLint.check(
            [], in: workspace.root, registry: workspace.registry, context: workspace.lint)
        let claimed = try await workspace.schedules.claimed()
        var records: [Record] = []
        for pipeline in report.pipelines {
            for trigger in pipeline.triggers.schedules {
                let zone = trigger.timezone ?? "UTC"
                let status = ScheduleStatus(
                    pipeline: pipeline.name, cron: trigger.cron, timezone: zone,
                    next: next(of: trigger, zone: zone, seed: pipeline.name),
                    active: claimed.filter { $0.pipeline == pipeline.name && $0.schedule == "\(trigger.cron) \(zone)" })
                records += StatusRecords.schedule(status)
            }
        }
        // Those of pipelines that are gone, or whose schedule was changed, are told as well.
        let told = Set(records.filter { $0["kind"] == "scheduled-time" })
        return records + claimed.map(StatusRecords.slot).filter { !told.contains($0) }
    }

    /// nil: never again, or it cannot be told any more, which lint explains.
    private func next(of trigger: ScheduleTrigger, zone: String, seed: String) -> Timestamp? {
        guard let expression = try? CronExpression(trigger.cron, seed: seed), let zone = try? TimeZone(named: zone)
        else { return nil }
        return Schedule(expression, in: zone).next(after: now)
    }
}
