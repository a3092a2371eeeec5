import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// What tests of the one record of a file begin with.
protocol TrackedFileSuite {
    var rules: WatchRules { get }
}

/// One file, at one moment.
private enum Known {
    static let now = ContinuousClock.now
    static let found = IntakeStateTests.found(1)
}

extension TrackedFileSuite {
    static var now: ContinuousClock.Instant { Known.now }
    static var time: Timestamp { Timestamp(microseconds: 1) }
    static var found: FoundFile { Known.found }
    static var other: FoundFile { FoundFile(file: found.file, path: "/ws/inbox/other", mark: found.mark) }

    static func moment(scans: UInt32 = 3, completed: Int = 0, deadline: ContinuousClock.Instant? = nil)
        -> TrackedFile.Moment
    {
        TrackedFile.Moment(
            watch: 1, now: now, time: time, scans: scans, completed: completed, deadline: deadline)
    }

    static func whole(_ found: FoundFile = found) -> TrackedFile.Event {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_size = off_t(found.mark.size)
        status.st_mtim.tv_nsec = Int(found.mark.modified)
        status.st_ctim.tv_nsec = Int(found.mark.changed)
        return .examined(found, .whole(hasLease: true, FileStatus(status)), hasMarker: true, blur: .zero)
    }

    /// A file that has come to a phase by what happens in life.
    func file(in kind: TrackedFile.Phase.Kind) throws -> TrackedFile {
        var file = TrackedFile(Self.found, at: Self.now - .seconds(9), Self.time)
        if kind == .waiting { return file }
        _ = file.advance(Self.whole(), rules, at: Self.moment())
        if kind == .ready { return file }
        let actions = file.advance(.turn(isKnown: kind == .comparing), rules, at: Self.moment())
        if kind == .comparing || kind == .running { return file }
        let job = try Self.job(actions)
        let entry = job.entry
        let ending: FileEnding =
            switch kind {
            case .queued: .unrecorded(entry, "full")
            case .failing: .transient(entry, "down")
            case .missing: .missing(entry)
            case .stuck: .stuck(entry, "in the way")
            default: .settled(entry)
            }
        _ = file.advance(.ended(job, FileOutcome(ending)), rules, at: Self.moment())
        return file
    }

    static func job(_ actions: [TrackedFile.Action]) throws -> FileJob {
        try #require(actions.compactMap { if case .start(let job) = $0 { job } else { nil } }.first)
    }
}
