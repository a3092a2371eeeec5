internal import Pipelines
internal import Platform
internal import Scheduling
internal import WatchedFolders

/// What a long-lived process does at one moment: for `compass status`, for metrics, and for the service manager.
struct ServiceReport: Sendable {
    enum State: String, Sendable, CaseIterable {
        case starting, ready, reloading, stopping
    }

    /// Runs that ended, by what became of them.
    struct Ending: Sendable, Hashable {
        let pipeline: String
        let status: RunStatus
    }

    /// What the runs of one kind came to since the process began.
    struct Total: Sendable, Hashable {
        var runs = 0
        /// Of their durations, in milliseconds.
        var milliseconds = 0.0
    }

    /// How the definitions were last read anew.
    struct Reload: Sendable, Hashable {
        let at: Timestamp
        /// Names of pipelines that were added, changed or removed.
        var changed: [String] = []
        /// What `lint` says of files that were refused; their former definitions stay. nil: all were taken.
        var problems: String?
        /// Keys of `compass.yaml` that have changed and take effect only when the process starts anew.
        var needsRestart: [String] = []
    }

    let version: String
    let process: Int32
    let startedAt: Timestamp
    /// From a monotonic clock.
    let uptime: Duration
    var state = State.starting
    /// The names of those that may run, sorted.
    var pipelines: [String] = []
    /// The names of the services that run, sorted.
    var services: [String] = []
    var intakes: [IntakeStatus] = []
    var schedules: [ScheduleStatus] = []
    /// Why no batch of a schedule could begin at the last look, as `lint` prints it, by the pipeline's name.
    var refusals: [String: String] = [:]
    /// How many runs go on at a time at most.
    var workers = 0
    /// Runs that work now.
    var active = 0
    /// Runs that have begun and wait for their next try.
    var waiting = 0
    /// Runs that are asked for and have not begun.
    var queued = 0
    var ended: [Ending: Total] = [:]
    /// Notifications that are committed and not delivered, as of the last look.
    var outboxWaiting = 0
    var outboxDelivered = 0
    var outboxGivenUp = 0
    /// nil: not since the process began.
    var lastReload: Reload?
    /// Since the process began.
    var reloads = 0
    var failedReloads = 0

    init(version: String, process: Int32, startedAt: Timestamp, uptime: Duration) {
        self.version = version
        self.process = process
        self.startedAt = startedAt
        self.uptime = uptime
    }
}

/// Tells what a long-lived process does.
protocol ServiceReporting: Sendable {
    /// Cheap, on any thread, at any time: neither the database nor a file is read for it.
    func report() -> ServiceReport
}
