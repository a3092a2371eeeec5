internal import FileIntake
internal import Pipelines
internal import Platform

/// Whose turn it is. A file that was put in line and is no longer in the phase of that line is found out when it comes up.
struct TurnOrder: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Whole files, oldest first.
    private var ready = Heap<FoundFile>(by: FoundFile.isOlder)
    /// First come, first served, as the others.
    private var queued: ArraySlice<LedgerEntry.File> = []
    private var failing: ArraySlice<LedgerEntry.File> = []
    private var stuck: ArraySlice<LedgerEntry.File> = []
    /// For what runs depend on.
    private var breaker: Breaker
    /// For files that can be neither moved nor deleted.
    private var moves = Breaker()
    /// When files are taken again; nil: they are.
    private(set) var resumesAt: Timestamp?
    /// How many files have come to their end.
    private(set) var completed = 0

    init(_ breaker: Breaker) {
        self.breaker = breaker
    }

    /// Why no files are taken; nil: they are.
    var pauseReason: String? { breaker.reason }

    /// A file waits for its turn, in the line of its phase.
    ///
    /// - Parameter first: before all others of that line; whole files have an order of their own.
    mutating func add(_ file: TrackedFile, first: Bool) {
        switch file.phase.kind {
        case .ready: if let found = file.found { ready.insert(found) }
        case .queued: queued.insert(file.file, at: first ? queued.startIndex : queued.endIndex)
        case .failing: failing.insert(file.file, at: first ? failing.startIndex : failing.endIndex)
        case .stuck: stuck.insert(file.file, at: first ? stuck.startIndex : stuck.endIndex)
        case .waiting, .comparing, .running, .missing, .done: break
        }
    }

    /// The file whose turn it is; nil: none, or none may begin now. One that does not begin after all is put back with
    /// `note(.notBegun)`.
    mutating func next(of files: TrackedFiles, at now: Instant) -> LedgerEntry.File? {
        // What only has to be moved is no matter of what runs depend on.
        while let file = stuck.first, files.kind(of: file) != .stuck { _ = stuck.popFirst() }
        if !stuck.isEmpty, moves.admits(at: now) { return stuck.popFirst() }
        // Only what waits counts as let through.
        guard Self.hasWaiting(files) else { return nil }
        guard breaker.isOpen else {
            return Self.next(in: &queued, .queued, files) ?? Self.next(in: &failing, .failing, files)
                ?? nextReadyFile(files)
        }
        guard breaker.admits(at: now) else { return nil }
        if let file = probe(files) { return file }
        breaker.putBack(at: now)
        return nil
    }

    /// When one may begin although nothing happens; nil: nothing waits for that.
    func due(for files: TrackedFiles) -> Instant? {
        let dues = [
            Self.hasWaiting(files) ? breaker.due : nil, files.count(.stuck) > 0 ? moves.due : nil,
        ]
        return dues.compactMap { $0 }.min()
    }

    /// Takes in what the way of one file tells about the others.
    ///
    /// - Returns: what the log is told.
    mutating func note(_ report: TrackedFile.Report, at now: Instant, _ time: Timestamp) -> [LogEvent] {
        switch report {
        case .completed(.finish):
            _ = moves.succeed()
            breaker.putBack(at: now)
        case .completed:
            completed += 1
            resumesAt = nil
            return breaker.succeed() ? [.resumed] : []
        case .notBegun: breaker.putBack(at: now)
        case .failed(let kind, let reason):
            if kind == .finish { moves.putBack(at: now) }
            guard let wait = breaker.fail(reason, at: now) else { return [] }
            resumesAt = time.advanced(by: wait)
            return [.paused(reason, wait)]
        case .stuck(let kind, let entry, let reason):
            let isNew = moves.fail(reason, at: now) != nil
            // Its run has ended all the same.
            let others = note(kind == .finish ? .notBegun : .completed(kind), at: now, time)
            return (isNew ? [.stuck(entry.path, reason)] : []) + others
        case .stopping: break
        }
        return []
    }

    private static func hasWaiting(_ files: TrackedFiles) -> Bool {
        files.count(.queued) > 0 || files.count(.failing) > 0 || files.count(.ready) > 0
    }

    /// The one file that is to show whether the trouble is over: the one that failed, but not for ever the same.
    private mutating func probe(_ files: TrackedFiles) -> LedgerEntry.File? {
        failing.removeAll { files.kind(of: $0) != .failing }
        if let first = failing.first, (files[first]?.failures ?? 0) % 4 != 0 || files.count(.ready) == 0 {
            return failing.popFirst()
        }
        return Self.next(in: &queued, .queued, files) ?? nextReadyFile(files) ?? failing.popFirst()
    }

    /// The oldest file that is whole.
    private mutating func nextReadyFile(_ files: TrackedFiles) -> LedgerEntry.File? {
        while let found = ready.popFirst() { if files.kind(of: found.file) == .ready { return found.file } }
        return nil
    }

    private static func next(
        in line: inout ArraySlice<LedgerEntry.File>, _ kind: TrackedFile.Phase.Kind, _ files: TrackedFiles
    ) -> LedgerEntry.File? {
        while let file = line.popFirst() { if files.kind(of: file) == kind { return file } }
        return nil
    }
}
