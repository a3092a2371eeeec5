package import Pipelines
package import Platform
package import Scheduling
package import WatchedFolders

/// What a long-lived process does at one moment: for its status, for metrics, and for the service manager.
package struct ServiceReport: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case starting, ready, reloading, stopping
    }

    /// Runs that ended, by what became of them.
    package struct Ending: Sendable, Hashable {
        package let pipeline: String
        package let status: RunStatus

        package init(pipeline: String, status: RunStatus) {
            self.pipeline = pipeline
            self.status = status
        }
    }

    /// What the runs of one kind came to since the process began.
    package struct Total: Sendable, Hashable {
        package var runs: Int
        /// Of their durations, in milliseconds.
        package var milliseconds: Double

        package init(runs: Int = 0, milliseconds: Double = 0) {
            self.runs = runs
            self.milliseconds = milliseconds
        }
    }

    /// How the definitions were last read anew.
    package struct Reload: Sendable, Hashable {
        package let at: Timestamp
        /// Names of pipelines that were added, changed or removed.
        package var changed: [String] = []
        /// What lint says of files that were refused; their former definitions stay. nil: all were taken.
        package var problems: String?
        /// Keys of `compass.yaml` that have changed and take effect only when the process starts anew.
        package var needsRestart: [String] = []

        package init(at: Timestamp, changed: [String] = [], problems: String? = nil, needsRestart: [String] = []) {
            self.at = at
            self.changed = changed
            self.problems = problems
            self.needsRestart = needsRestart
        }
    }

    /// What the workspace keeps, and the room that is left for it.
    package struct Kept: Sendable {
        /// Everybody's.
        package let statistics: WorkspaceStatistics
        /// How many uploads are in a state in which they wait.
        package var uploads: [(state: String, count: Int)] = []
        /// Free bytes on the disk of what lies there.
        package var free: [(of: String, bytes: Int64)] = []
        /// nil: no backup is on record.
        package var lastBackup: Timestamp?

        package init(statistics: WorkspaceStatistics) {
            self.statistics = statistics
        }
    }

    package let version: String
    package let process: Int32
    package let startedAt: Timestamp
    /// From a monotonic clock.
    package let uptime: Duration
    package var state = State.starting
    /// The names of those that may run, sorted.
    package var pipelines: [String] = []
    /// The names of the services that run, sorted.
    package var services: [String] = []
    package var intakes: [IntakeStatus] = []
    package var schedules: [ScheduleStatus] = []
    /// Why no batch of a schedule could begin at the last look, as lint tells it, by the pipeline's name.
    package var refusals: [String: String] = [:]
    /// How many runs go on at a time at most.
    package var workers = 0
    /// Runs that work now.
    package var active = 0
    /// Runs that have begun and wait for their next try.
    package var waiting = 0
    /// Runs that are asked for and have not begun.
    package var queued = 0
    package var ended: [Ending: Total] = [:]
    /// Notifications that are committed and not delivered, as of the last look.
    package var outboxWaiting = 0
    package var outboxDelivered = 0
    package var outboxGivenUp = 0
    /// As of the last look; nil: there was none, or it failed.
    package var kept: Kept?
    /// nil: not since the process began.
    package var lastReload: Reload?
    /// Since the process began.
    package var reloads = 0
    package var failedReloads = 0

    package init(version: String, process: Int32, startedAt: Timestamp, uptime: Duration) {
        self.version = version
        self.process = process
        self.startedAt = startedAt
        self.uptime = uptime
    }
}

/// Tells what a long-lived process does.
package protocol ServiceReporting: Sendable {
    /// Cheap, on any thread, at any time: neither the database nor a file is read for it.
    func report() -> ServiceReport
}
