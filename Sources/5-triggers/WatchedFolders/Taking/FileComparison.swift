internal import Engine
internal import Pipelines
internal import Platform

/// Compares a file that the ledger knows with what was processed.
struct FileComparison: Sendable {
    let surroundings: FolderIntake.Surroundings
    let rules: WatchRules
    let watch: Int64
    let reader: PoolShare

    func compare(_ found: FoundFile) async -> Comparison {
        do {
            let former = try await surroundings.ledger.entry(ofWatch: watch, file: found.file)
            let now = surroundings.clock.now()
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
            case .same(let entry), .otherName(let entry): try await surroundings.ledger.put([entry])
            case .different, .unstable, .failed: break
            }
            return verdict
        } catch {
            return .failed("\(error)")
        }
    }
}
