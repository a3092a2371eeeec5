/// What starts runs of a pipeline by itself.
public struct Triggers: Sendable, Hashable {
    public var watches: [WatchTrigger] = []
    public var schedules: [ScheduleTrigger] = []

    public init() {}

    public var isEmpty: Bool { watches.isEmpty && schedules.isEmpty }
}

/// Times that start runs.
public struct ScheduleTrigger: Sendable, Hashable {
    /// What is done when the former run still goes on.
    public enum Overlap: String, Sendable, Hashable, CaseIterable {
        case skip, queue, replace, allow
    }

    /// What is done about times that were missed.
    public enum CatchUp: String, Sendable, Hashable, CaseIterable {
        case skip, once, all
    }

    /// Five fields, six with seconds first, or `@daily` and the like; `CronExpression` reads it, with the pipeline's name.
    public var cron: String
    /// An IANA zone; nil: UTC.
    public var timezone: String?
    public var overlap: Overlap = .skip
    public var catchUp: CatchUp = .skip
    /// nil: what the scheduler finds right.
    public var catchUpLimit: Int?
    /// The most by which a start is put off.
    public var jitter: TimeSpan?

    public init(cron: String) {
        self.cron = cron
    }
}
