internal import Diagnostics
internal import Documents
package import Pipelines
package import Platform
package import Representations
package import Schedules
package import Scheduling

/// The schedules that a question is about: those of a workspace's pipelines, or one that belongs to none.
package struct ScheduleSelection: Sendable {
    package struct Item: Sendable {
        package let job: Scheduler.Job
        package let schedule: Schedule
    }

    package let items: [Item]
    /// Whether they belong to pipelines.
    package let isOfWorkspace: Bool
    /// What is odd about a schedule that belongs to no pipeline; nil: nothing.
    package let warnings: InvalidFiles?
    /// By the schedule's name in slots.
    private let zones: [String: TimeZone]

    /// Of the pipelines of a workspace, in their order. Nothing is opened; blocks.
    ///
    /// - Parameter name: of a pipeline or its file; nil: all pipelines.
    /// - Throws: `InvalidFiles` when a pipeline does not lint; `PipelineFinder.NotFound`; `CronError` and `TimeZoneError`
    ///   when the system's zones have changed since lint.
    package init(of name: Path?, in folder: WorkspaceFolder, registry: Registry) throws {
        let report = try PipelineLint.check(
            name.map { [$0] } ?? [], in: folder.root, registry: registry, context: folder.definition.lintContext)
        if report.issues.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        items = try Scheduler.Job.all(of: report.pipelines).map { job in
            Item(job: job, schedule: try job.trigger.schedule(ofPipeline: job.pipeline.name))
        }
        isOfWorkspace = true
        warnings = nil
        zones = Self.zones(of: items)
    }

    /// Of pipelines that are loaded, in their order.
    ///
    /// - Throws: `CronError` and `TimeZoneError` when the system's zones have changed since lint.
    package init(of pipelines: [Pipeline]) throws {
        items = try Scheduler.Job.all(of: pipelines).map { job in
            Item(job: job, schedule: try job.trigger.schedule(ofPipeline: job.pipeline.name))
        }
        isOfWorkspace = true
        warnings = nil
        zones = Self.zones(of: items)
    }

    /// What the parts of a schedule without a pipeline are called where they were given, as files are in messages.
    package struct Names: Sendable {
        let cron: String
        let zone: String
        /// What `H` in the expression stands for.
        let seed: String

        package init(cron: String, zone: String, seed: String) {
            self.cron = cron
            self.zone = zone
            self.seed = seed
        }
    }

    /// One that belongs to no pipeline.
    ///
    /// - Throws: `InvalidFiles` with the position in the expression or the zone's name.
    package init(_ trigger: ScheduleTrigger, names: Names) throws {
        let pipeline = Pipeline(
            name: names.seed, description: nil, file: names.cron, source: "", hash: "", inputs: [], env: [],
            concurrency: nil, stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [])
        let schedule: Schedule
        do {
            schedule = try trigger.schedule(ofPipeline: names.seed)
        } catch let error as CronError {
            throw Self.invalid(
                names.cron, trigger.cron, "invalid-cron", error.message, at: error.range, hint: error.hint)
        } catch let error as TimeZoneError {
            let name = trigger.timezone ?? ""
            throw Self.invalid(
                names.zone, name, "unknown-timezone", error.message, at: 0..<name.utf8.count, hint: error.hint)
        }
        var issues = IssueList()
        for warning in schedule.expression.warnings {
            issues.report(
                .warning(
                    "odd-cron", warning.message, at: Self.span(of: warning.range, in: trigger.cron, names.cron),
                    hint: warning.hint))
        }
        items = [Item(job: Scheduler.Job(trigger, of: pipeline), schedule: schedule)]
        isOfWorkspace = false
        warnings = issues.isEmpty ? nil : InvalidFiles(issues: issues, sources: [names.cron: trigger.cron])
        zones = Self.zones(of: items)
    }

    /// That of all of them; UTC where they have several.
    package var zone: TimeZone {
        let zones = Set(items.map(\.schedule.zone))
        return zones.count == 1 ? zones.first ?? .utc : .utc
    }

    /// When they are due after a time.
    package func upcoming(after start: Timestamp) -> UpcomingSlots {
        UpcomingSlots(self, after: start)
    }

    /// What a simulation of them tells, in the zone of its schedule.
    package func slot(of event: SimulationEvent) -> SimulatedSlot {
        SimulatedSlot(event, zone: zones[event.slot.schedule] ?? .utc, isOfWorkspace: isOfWorkspace)
    }

    private static func zones(of items: [Item]) -> [String: TimeZone] {
        Dictionary(items.map { (SlotText.schedule($0.job.trigger), $0.schedule.zone) }) { $1 }
    }

    private static func invalid(
        _ name: String, _ text: String, _ kind: String, _ message: String, at range: Range<Int>, hint: String?
    ) -> InvalidFiles {
        var issues = IssueList()
        issues.report(.error(kind, message, at: span(of: range, in: text, name), hint: hint))
        return InvalidFiles(issues: issues, sources: [name: text])
    }

    /// - Parameter range: in offsets of UTF-8.
    private static func span(of range: Range<Int>, in text: String, _ name: String) -> SourceSpan {
        let bytes = Array(text.utf8)
        let start = String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self)
        let part = String(decoding: bytes.prefix(range.upperBound).dropFirst(range.lowerBound), as: UTF8.self)
        return SourceSpan(
            file: name, line: 1, column: start.unicodeScalars.count + 1, length: part.unicodeScalars.count)
    }
}

/// The times of several schedules in order, computed one by one: there may be no end of them.
package struct UpcomingSlots: Sequence, IteratorProtocol, Sendable {
    private var heads: [(item: ScheduleSelection.Item, at: Timestamp?)]
    private let isOfWorkspace: Bool

    fileprivate init(_ selection: ScheduleSelection, after start: Timestamp) {
        heads = selection.items.map { ($0, $0.schedule.next(after: start)) }
        isOfWorkspace = selection.isOfWorkspace
    }

    /// nil: there are no more. Of equal times, in the order of the schedules.
    package mutating func next() -> UpcomingSlot? {
        var first: (index: Int, at: Timestamp)?
        for (index, head) in heads.enumerated() {
            guard let at = head.at, first.map({ at < $0.at }) ?? true else { continue }
            first = (index, at)
        }
        guard let first else { return nil }
        let item = heads[first.index].item
        heads[first.index].at = item.schedule.next(after: first.at)
        let owner = UpcomingSlot.Owner(
            pipeline: item.job.pipeline.name, schedule: SlotText.schedule(item.job.trigger))
        return UpcomingSlot(at: first.at, schedule: item.schedule, owner: isOfWorkspace ? owner : nil)
    }
}

extension Workspace {
    /// The name of the pipeline whose slots are meant. One that is gone is known by its slots, others by their files as well.
    ///
    /// - Parameter argument: a pipeline's name, or its file's.
    /// - Throws: `PipelineFinder.NotFound`; the journal's errors.
    package func pipelineWithSlots(_ argument: String) async throws -> String {
        let slots = try await schedules.slots(ofPipeline: argument, limit: 1, after: nil)
        if !slots.items.isEmpty { return argument }
        let report = try PipelineLint.check([Path(argument)], in: root, registry: registry, context: lint)
        return report.pipelines.first?.name ?? argument
    }
}
