internal import FileIntake
internal import Platform

/// What was seen of a file that may be taken, and what that means now. Times are of a monotonic clock.
struct Candidate: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What is to be done.
    enum Decision: Sendable, Hashable {
        /// Look again then, or when something happens to it before.
        case wait(until: Instant)
        /// Take it.
        case take
        /// Nothing waits for it any more.
        case drop
        /// It will not be taken.
        case ignore(String)
    }

    private(set) var mark: FileMark
    private(set) var reason = IntakeStatus.Waiting.Reason.settling
    private(set) var detail = ""
    /// Since when it waits for that reason.
    private(set) var since: Timestamp
    /// When the last change was seen, whatever its times say.
    private(set) var lastChange: Instant
    private var interval: Duration?

    init(_ mark: FileMark, at now: Instant, _ time: Timestamp) {
        self.mark = mark
        lastChange = now
        since = time
    }

    /// Takes in what a look has shown.
    ///
    /// - Parameters:
    ///   - hasMarker: whether the marker that it needs is there.
    ///   - blur: for so long it has to be seen as it is until its times tell it from what it may become.
    mutating func decide(
        _ verdict: FileGate.Verdict, hasMarker: Bool, blur: Duration, _ timing: WaitTiming, at now: Instant,
        _ time: Timestamp
    ) -> Decision {
        switch verdict {
        case .gone: return .drop
        case .unsuitable(let why): return .ignore(why)
        case .unreadable(let error):
            lastChange = now
            return waitLonger(
                .blocked, "\(error.reason) (\(error.name))", from: WaitTiming.firstRetry, upTo: WaitTiming.longestRetry,
                at: now, time)
        case .openForWriting(let status):
            // A writer that closes it writes until then.
            see(status, at: now)
            lastChange = now
            return waitLonger(
                .openForWriting, "another program has it open for writing", from: WaitTiming.firstLook,
                upTo: WaitTiming.longestLook, at: now, time)
        case .empty(let status):
            see(status, at: now)
            return waitForContent(.empty, "it is empty", lease: false, hasMarker, blur, timing, at: now, time)
        case .incomplete(let why, let hasLease, let status):
            see(status, at: now)
            return waitForContent(.incomplete, why, lease: hasLease, hasMarker, blur, timing, at: now, time)
        case .whole(let hasLease, let status):
            see(status, at: now)
            let due = lastChange + max(timing.quiet(hasLease: hasLease), blur)
            guard due <= now else {
                return wait(.settling, hasLease ? "" : "only time shows that it is complete", until: due, time)
            }
            return mark(hasMarker, at: now, time)
        }
    }

    /// Something happened to it: the next looks follow soon again.
    mutating func resetBackoff() {
        interval = nil
    }

    /// It is whole, and waits for its turn.
    mutating func queue(_ detail: String, _ time: Timestamp) {
        note(.queued, detail, time)
    }

    private mutating func see(_ status: FileStatus, at now: Instant) {
        let seen = FileMark(status)
        if seen != mark {
            mark = seen
            lastChange = now
        }
    }

    private mutating func waitForContent(
        _ reason: IntakeStatus.Waiting.Reason, _ detail: String, lease: Bool, _ hasMarker: Bool, _ blur: Duration,
        _ timing: WaitTiming, at now: Instant, _ time: Timestamp
    ) -> Decision {
        let due = lastChange + max(timing.timeout, timing.quiet(hasLease: lease), blur)
        return due <= now ? mark(hasMarker, at: now, time) : wait(reason, detail, until: due, time)
    }

    private mutating func mark(_ hasMarker: Bool, at now: Instant, _ time: Timestamp) -> Decision {
        if hasMarker { return .take }
        return waitLonger(
            .unmarked, "the file that says that it is whole is missing", from: WaitTiming.firstRetry,
            upTo: WaitTiming.longestRetry, at: now, time)
    }

    private mutating func wait(
        _ reason: IntakeStatus.Waiting.Reason, _ detail: String, until due: Instant, _ time: Timestamp
    ) -> Decision {
        note(reason, detail, time)
        interval = nil
        return .wait(until: due)
    }

    private mutating func waitLonger(
        _ reason: IntakeStatus.Waiting.Reason, _ detail: String, from first: Duration, upTo longest: Duration,
        at now: Instant, _ time: Timestamp
    ) -> Decision {
        let next = self.reason == reason ? interval.map { min($0 * 2, longest) } ?? first : first
        note(reason, detail, time)
        interval = next
        return .wait(until: now + next)
    }

    private mutating func note(_ reason: IntakeStatus.Waiting.Reason, _ detail: String, _ time: Timestamp) {
        if self.reason != reason { since = time }
        self.reason = reason
        self.detail = detail
    }
}

/// How long is waited for what.
struct WaitTiming: Sendable, Hashable {
    /// How long nothing may have changed.
    let settle: Duration
    /// How long what is empty or has no end is waited for.
    let timeout: Duration

    /// Where nothing tells that the writer is done, this long at least.
    static let leastWithoutLease = Duration.seconds(2)
    /// A writer through a map gives no event when it is done, so it is looked for at growing intervals.
    static let firstLook = Duration.milliseconds(100)
    static let longestLook = Duration.seconds(10)
    /// For what a user has to do something about.
    static let firstRetry = Duration.seconds(1)
    static let longestRetry = Duration.seconds(60)

    func quiet(hasLease: Bool) -> Duration { hasLease ? settle : max(settle, Self.leastWithoutLease) }
}
