internal import Documents
internal import Pipelines
internal import Platform

/// What the end of a run means for its file, as that is found afterwards. What was processed and what lies there now are two
/// things, and nothing but this tells them apart.
struct RunVerdict: Sendable, Hashable {
    enum Finding: Sendable, Hashable, CaseIterable {
        /// The run failed in a way that is expected to pass: it is to be tried again.
        case failedForNow
        /// It went before the run could open it: nothing was processed, and nothing is there.
        case neverThere
        /// It was renamed before the run could open it: nothing was processed.
        case unopened
        /// It is not where it was.
        case absent
        /// Another file lies where it was.
        case replaced
        /// It lies in a folder that gives other inputs: there it is a new file.
        case reassigned
        /// It has other contents than those that were processed, or that cannot be told.
        case changed
        /// Only its bytes tell whether they are those that were processed.
        case doubtful
        /// It is what was processed.
        case same
    }

    /// What its bytes have shown.
    enum Reading: Sendable, Hashable {
        case none
        /// They cannot be read, or changed meanwhile.
        case failed
        case done(FileDigest)
    }

    /// What is known when a run has ended.
    struct Facts: Sendable {
        /// With what the file was when it was taken.
        var entry: LedgerEntry
        /// As it ended.
        var run: RunRecord
        /// The digest of what the run has read; nil: not known.
        var processed: String?
        /// What lies where the file is by now; nil: nothing.
        var found: FoundFile?
        /// Whether its place gives it the inputs that it was run with.
        var hasSameInputs = true
        /// Whether the pipeline keeps the file in its place after a run that ends like this.
        var isKept = true
        /// Whether a failure that is expected to pass counts as one that does not.
        var isLastTry = false
        var reading = Reading.none
    }

    let finding: Finding
    /// As it is to go on record: under the file that the run was about, and `settled` where nothing is left to do for it. What
    /// is to be done with one that is the `same` is not decided yet.
    let entry: LedgerEntry

    static func of(_ facts: Facts) -> RunVerdict {
        let finding = finding(facts)
        return RunVerdict(finding: finding, entry: entry(facts, finding))
    }

    private static func finding(_ facts: Facts) -> Finding {
        let (entry, run) = (facts.entry, facts.run)
        if run.hasFailedForNow, !facts.isLastTry { return .failedForNow }
        if run.status == .failed, run.error?.kind == SourceFileError.Code.missing.rawValue {
            return facts.found?.file == entry.file ? .unopened : .neverThere
        }
        guard let found = facts.found else { return .absent }
        guard found.file == entry.file || run.source?.inode == found.file.inode else { return .replaced }
        guard facts.hasSameInputs else { return .reassigned }
        if run.hasSeenChange { return .changed }
        // Nothing at all has happened to it since it was taken.
        if found.file == entry.file, found.mark == FileMark(entry) { return .same }
        guard let processed = facts.processed else {
            return found.mark.hasSameContents(as: run.source.map { FileMark($0) } ?? FileMark(entry)) ? .same : .changed
        }
        switch facts.reading {
        case .none: return .doubtful
        case .failed: return .changed
        case .done(let digest):
            return digest.file == found.file && digest.sha256 == processed ? .same : .changed
        }
    }

    private static func entry(_ facts: Facts, _ finding: Finding) -> LedgerEntry {
        let (run, found) = (facts.run, facts.found)
        var entry = facts.entry
        if finding == .failedForNow {
            // Quarantine may have given it a second name, which changes nothing of its contents.
            if let found, found.file == entry.file, found.path == entry.path,
                found.mark.hasSameContents(as: FileMark(entry))
            {
                entry.changed = found.mark.changed
            }
            return entry
        }
        (entry.status, entry.takenSHA256) = (run.status, nil)
        // A run whose file changed under it, or was gone, has processed nothing: what was processed before it still was.
        if !run.hasSeenChange, finding != .unopened { entry.sha256 = facts.processed }
        switch finding {
        case .failedForNow, .neverThere, .doubtful: break
        case .unopened:
            entry.path = found?.path ?? entry.path
            (entry.state, entry.changed) = (.settled, 0)
        case .absent, .replaced:
            // What is forgotten of it is found out by later looks. A run that has seen another file at the path has processed
            // nothing, so its own is not to be moved or deleted under the name that it has by now, but to be run.
            (entry.state, entry.target) = facts.isKept || run.hasSeenChange ? (.settled, entry.target) : (.ended, nil)
        case .reassigned:
            // By the path whose inputs it was run with, so that its place is seen to be another one.
            entry = rekeyed(entry, found)
            entry.state = .settled
        case .changed:
            entry = rekeyed(entry, found)
            entry.path = found?.path ?? entry.path
            record(run.source.map { FileMark($0) } ?? FileMark(entry), in: &entry)
            (entry.state, entry.changed) = (.settled, 0)
        case .same:
            entry = rekeyed(entry, found)
            entry.path = found?.path ?? entry.path
            var mark = found?.mark ?? FileMark(entry)
            if case .done(let digest) = facts.reading { mark = digest.memory }
            record(mark, in: &entry)
        }
        return entry
    }

    private static func record(_ mark: FileMark, in entry: inout LedgerEntry) {
        (entry.size, entry.modified, entry.changed) = (mark.size, mark.modified, mark.changed)
    }

    /// The entry under the file that is there: it was replaced before the run opened it, so the run was about that one.
    private static func rekeyed(_ entry: LedgerEntry, _ found: FoundFile?) -> LedgerEntry {
        guard let found, found.file != entry.file else { return entry }
        return LedgerEntry(
            watch: entry.watch, file: found.file, path: found.path, size: found.mark.size,
            modified: found.mark.modified, changed: found.mark.changed, sha256: entry.sha256, run: entry.run,
            status: entry.status, attempts: entry.attempts, takenAt: entry.takenAt)
    }
}

extension FileMark {
    /// Without the time of the last change of any kind, which the journal does not keep.
    init(_ source: SourceIdentity) {
        self.init(size: source.size, modified: source.modified, changed: 0)
    }
}

extension RunRecord {
    /// Whether it ended because its file changed under it, so that it has processed nothing.
    var hasSeenChange: Bool { error?.kind == SourceFileError.Code.changed.rawValue }

    /// Whether it failed in a way that may pass without a change of the file or the pipeline.
    var hasFailedForNow: Bool {
        guard status == .failed, let errorClass = error?.errorClass else { return false }
        return switch errorClass {
        case .network, .timeout, .throttled, .server, .storage: true
        case .other, .permanent: false
        }
    }
}
