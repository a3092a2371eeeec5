internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Which batches of schedules could not begin, told before their time comes. What lint cannot know is looked at, such as
/// the schools in the catalog; so the definition is taken all the same, and its next time is tried.
final class BatchRefusals: Sendable {
    /// By the pipeline's name, as lint tells it.
    private let issues = Mutex<[String: Issue]>([:])

    /// By the pipeline's name, rendered as issues are.
    func texts(of pipelines: [Pipeline]) -> [String: String] {
        let issues = issues.withLock { $0 }
        if issues.isEmpty { return [:] }
        let sources = Dictionary(pipelines.map { ($0.file, $0.source) }) { $1 }
        return issues.mapValues { IssueFormat.text.render([$0], sources: sources) }
    }

    /// Looks at all pipelines that have a schedule and a source. What is new is logged.
    ///
    /// - Throws: the catalog's errors.
    func look(_ current: UpContext.Current, pool: WorkerPool, log: Log) async throws {
        let check = BatchCheck(workspace: current.workspace, pool: pool)
        var found: [String: Issue] = [:]
        for pipeline in current.pipelines where pipeline.batchSource != nil {
            guard let schedule = pipeline.triggers.schedules.first else { continue }
            let now = Timestamp.now()
            let trigger = SlotWork.trigger(
                schedule: "\(schedule.cron) \(schedule.timezone ?? "UTC")", at: now, isCaughtUp: false)
            let batch = BatchRecord(
                id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, inputs: [:],
                trigger: trigger, startedAt: now)
            guard let reason = try await check.refusal(of: batch, pipeline) else { continue }
            found[pipeline.name] = Self.issue("\(reason)", pipeline)
        }
        let former = issues.withLock { issues in
            defer { issues = found }
            return issues
        }
        for (name, issue) in found.sorted(by: { $0.value < $1.value }) where former[name] != issue {
            log.warning(
                "lint", ([issue.message] + issue.notes).joined(separator: ": "),
                issue.logFields + [.init("kind", issue.kind)])
        }
    }

    /// What came of another look at one of them.
    ///
    /// - Parameter reason: nil: it can begin.
    func set(_ reason: String?, for pipeline: Pipeline) {
        issues.withLock { $0[pipeline.name] = reason.map { Self.issue($0, pipeline) } }
    }

    private static func issue(_ reason: String, _ pipeline: Pipeline) -> Issue {
        .warning(
            "batch-refused", "a schedule starts batches of this pipeline, and none could begin now",
            at: pipeline.nameSpan, notes: [reason])
    }
}

extension Issue {
    /// Where it stands, for a log.
    var logFields: [LogEntry.Field] {
        guard let span else { return [] }
        return [.init("file", span.file), .init("line", span.line), .init("column", span.column)]
    }
}
