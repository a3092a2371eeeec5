internal import Engine
internal import Pipelines
internal import Platform

/// Compares a file that the ledger knows with what was processed.
struct FileComparison: Sendable {
    let surroundings: FolderIntake.Surroundings
    let rules: WatchRules
    let watch: Int64
    let reader: WorkerPool

    func compare(_ found: FoundFile) async -> Comparison {
        do {
            guard var entry = try await surroundings.ledger.entry(ofWatch: watch, file: found.file) else {
                return .different(new(found, at: found.path, sha256: nil))
            }
            let rules = rules
            let former = entry.path
            let hasFormer = try await reader.run {
                former != found.path && Look.identify(former, rules)?.file == found.file
            }
            let path = hasFormer ? former : found.path
            let digest = try await reader.run { FileDigest.of(found.path, tree: rules.root) }
            guard let digest, digest.device == found.file.device, digest.inode == found.file.inode,
                digest.mark.hasSameContents(as: found.mark)
            else { return .unstable }
            let isMoved = former != path && rules.inputs(for: former) != rules.inputs(for: path)
            guard digest.sha256 == entry.sha256, !isMoved else {
                return .different(new(found, at: path, sha256: digest.sha256))
            }
            entry.path = path
            (entry.size, entry.modified, entry.changed) = (found.mark.size, found.mark.modified, digest.mark.changed)
            try await surroundings.ledger.put([entry])
            return hasFormer ? .otherName(entry) : .same(entry)
        } catch {
            return .failed("\(error)")
        }
    }

    private func new(_ found: FoundFile, at path: Path, sha256: String?) -> LedgerEntry {
        let now = surroundings.clock.now()
        return LedgerEntry(
            watch: watch, file: found.file, path: path, size: found.mark.size, modified: found.mark.modified,
            changed: found.mark.changed, sha256: sha256, run: Identifier.run(at: now), takenAt: now)
    }
}
