internal import Engine
internal import Pipelines
internal import Platform

/// What a comparison of a file with what was processed of it has shown.
enum Comparison: Sendable, Hashable {
    /// Nothing to do; the entry is up to date.
    case same(LedgerEntry)
    /// Its contents, or its inputs, are not those that were processed: it is to be run as the entry says. That is on record
    /// when the run begins, and until then the ledger has the former one.
    case different(LedgerEntry)
    /// It changed while it was read, or is gone.
    case unstable
    /// Another name of a file that is still where it was; nothing to do, and the entry is up to date.
    case otherName(LedgerEntry)
    case failed(String)

    /// - Parameters:
    ///   - found: the file as a look has shown it, whose times told it from what it may have become.
    ///   - digest: of its bytes; nil: they cannot be read, or changed meanwhile.
    ///   - former: what the ledger has of it.
    ///   - hasFormerName: whether it also is where it was.
    ///   - hasSameInputs: whether its place gives it the inputs that it was processed with.
    ///   - next: for a further run.
    static func of(
        _ found: FoundFile, _ digest: FileDigest?, with former: LedgerEntry, hasFormerName: Bool, hasSameInputs: Bool,
        next: LedgerEntry
    ) -> Comparison {
        // The digest has to be of the very state that goes on record.
        guard let digest, digest.file == found.file, digest.opened == found.mark, digest.mark == found.mark else {
            return .unstable
        }
        let place = hasFormerName ? former.path : found.path
        // Of one that was there at the start and is not to be taken, nobody has read what it was then.
        let isProcessed =
            former.isLeftAlone
            ? found.mark.hasSameContents(as: FileMark(former)) : digest.sha256 == former.sha256
        guard isProcessed, hasSameInputs else {
            var entry = next
            entry.path = place
            entry.takenSHA256 = digest.sha256
            // For other inputs nothing of it was processed.
            entry.sha256 = hasSameInputs ? former.sha256 : nil
            return .different(entry)
        }
        var entry = former
        entry.path = place
        entry.sha256 = digest.sha256
        (entry.size, entry.modified, entry.changed) = (found.mark.size, found.mark.modified, found.mark.changed)
        // An id that it was given for contents that it does not have any more.
        if entry.state == .taken { (entry.state, entry.takenSHA256) = (.settled, nil) }
        return hasFormerName ? .otherName(entry) : .same(entry)
    }
}

extension LedgerEntry {
    /// Whether it was there at the start, and is not to be taken, and has not been read since.
    fileprivate var isLeftAlone: Bool { run.isEmpty && sha256 == nil && state == .settled }
}

/// Compares a file that the ledger knows with what was processed.
struct FileComparison: Sendable {
    let dependencies: FolderIntake.Dependencies
    let rules: WatchRules
    let watch: Int64
    let reader: PoolShare

    func compare(_ found: FoundFile) async -> Comparison {
        do {
            let former = try await dependencies.ledger.entry(ofWatch: watch, file: found.file)
            let now = dependencies.clock.now()
            let next = LedgerEntry(
                watch: watch, file: found.file, path: found.path, size: found.mark.size,
                modified: found.mark.modified, changed: found.mark.changed, run: Identifier.run(at: now),
                takenAt: now)
            guard let former else { return .different(next) }
            let rules = rules
            let (hasFormerName, digest) = try await reader.run { [path = former.path] in
                (
                    path != found.path && PathInspection.identify(path, rules)?.file == found.file,
                    FileDigest.of(found.path, in: rules.trusted)
                )
            }
            let place = hasFormerName ? former.path : found.path
            let verdict = Comparison.of(
                found, digest, with: former, hasFormerName: hasFormerName,
                hasSameInputs: former.path == place || rules.inputs(for: former.path) == rules.inputs(for: place),
                next: next)
            switch verdict {
            case .same(let entry), .otherName(let entry): try await dependencies.ledger.put([entry])
            case .different, .unstable, .failed: break
            }
            return verdict
        } catch {
            return .failed("\(error)")
        }
    }
}
