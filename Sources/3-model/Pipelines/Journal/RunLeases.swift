public import Platform

/// Which process works on which run.
///
/// A process that starts or takes over its first run gets a number, higher than all before: the fencing number, which is
/// checked at every write for its runs. It holds a lease, to be renewed while it works. A run is abandoned when the
/// process that it belongs to is gone or has let its lease run out.
public protocol RunLeases: Sendable {
    /// How long a lease lasts without being renewed.
    var lease: Duration { get }

    /// Renews this process's lease.
    ///
    /// - Returns: those of its runs that somebody wants cancelled.
    func renew() async throws -> [String]

    /// The runs of this process that somebody wants cancelled; a cheap read.
    func cancellations() async throws -> [String]

    /// The unfinished runs of this process.
    func owned() async throws -> Set<String>

    /// Takes abandoned runs over, at most `limit`: those that no process has died of first, and of these the oldest. What
    /// dead processes had claimed of the outbox is due again. Where several machines share the store, only runs of this
    /// one: their files are here, and so is what is kept of them.
    ///
    /// A process that died had been at work on one or several runs. If it was one, by the record of its trial or because
    /// there was no other, that counts as a crash of this run; if there were several, all of them are suspects, and no
    /// crash is counted. A run that had been released, and one that only waited beside a trial, is neither.
    ///
    /// - Returns: ids.
    func takeOver(limit: Int) async throws -> [String]

    /// This process works on one run and on no other from now on, until `endTrial`. Survives the end of the process, not
    /// a loss of power.
    func beginTrial(of run: String) async throws

    /// - Parameter run: nil: whichever run is on trial; otherwise nothing happens unless it is that one.
    func endTrial(of run: String?) async throws

    /// Takes over a run that has ended and has something to take back still, the one that is due first. It is unfinished
    /// until its end is recorded again, and the next try is put off: a process that dies of it, or releases it, leaves it
    /// ended as it was.
    ///
    /// - Parameters:
    ///   - time: those that were due before then; nil: all.
    ///   - runs: are left alone.
    /// - Returns: its id; nil when there is none.
    func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) async throws -> String?

    /// How many runs have something to take back still.
    func debts() async throws -> Int

    /// Takes one run over, whoever it belongs to: its owner is fenced off. For a cancellation by force.
    ///
    /// - Returns: false when there is no such unfinished run; one that has ended and takes something back is none.
    func seize(_ run: String) async throws -> Bool

    /// Gives unfinished runs up: the next process that looks takes them over. For a graceful end.
    func release(_ runs: [String]) async throws

    /// Wants a run cancelled; its owner finds out by `renew` or `cancellations`.
    func requestCancellation(of run: String) async throws -> CancellationAnswer

    /// How many runs are not finished, those of other processes included.
    func unfinished() async throws -> Int
}

/// A store that can tell when somebody may have written to it, so that those who wait for something there need not ask over
/// and over. It need not be one: then they ask at intervals.
public protocol ChangeNotifying: Sendable {
    /// Waits until something may have been changed since the last call returned, by this process or another one. For one
    /// caller at a time.
    ///
    /// - Parameter duration: returns then at the latest.
    /// - Throws: `CancellationError`; trouble with the store.
    func waitForChange(atMost duration: Duration) async throws
}

/// What became of the wish to cancel a run.
public enum CancellationAnswer: Sendable, Hashable {
    /// A living process works on it and has been told.
    case requested
    /// No living process works on it.
    case abandoned
    /// It has ended already.
    case finished(RunStatus)
    /// There is no such run.
    case unknown
}
