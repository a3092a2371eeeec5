internal import Pipelines
internal import Platform
internal import QuarantineFolder

/// Finds the very bytes that a run was about.
struct SourceFinder {
    let folder: QuarantineFolder

    /// Of an entry: what was kept, or the original where only that was referred to.
    ///
    /// - Throws: `Refusal` when those bytes do not exist any more.
    func file(of entry: QuarantineEntry) throws(Refusal) -> Path {
        let source = entry.source
        let path = folder.location(of: entry.kept)
        let status = try? FileStatus.of(path)
        switch entry.kept.way {
        case .copy, .moved:
            if let status, status.kind == .regular, status.size == source.size { return path }
        case .link:
            if let status, Self.isSame(status, source) { return path }
            if status != nil {
                throw Refusal(
                    "\(entry.file) was written after run \(entry.run) had read it, and quarantine holds only a second "
                        + "name of it, \(path): the bytes that were judged do not exist any more. If the present ones "
                        + "are right, run them: compass run \(entry.pipeline) \(source.path)")
            }
        case .reference:
            return try original(source, of: entry.run, note: entry.kept.note)
        }
        if let original = try? original(source, of: entry.run, note: nil) { return original }
        throw Refusal(
            "What was kept of \(entry.file) at \(path) \(status == nil ? "is gone" : "is not what it was"), and the "
                + "original is not what it was either. `compass quarantine discard \(entry.id)` ends the entry.")
    }

    /// The original of a run, if it is what it was then.
    ///
    /// - Parameter note: why nothing better was kept.
    func original(_ source: SourceIdentity, of run: String, note: String?) throws(Refusal) -> Path {
        guard let status = try? FileStatus.of(source.path) else {
            throw Refusal(
                "\(source.path) was removed since run \(run), and only a reference to it was kept."
                    + (note.map { " \($0)" } ?? ""))
        }
        guard Self.isSame(status, source) else {
            throw Refusal(
                "\(source.path) was overwritten since run \(run), and only a reference to it was kept."
                    + (note.map { " \($0)" } ?? "") + " If the present bytes are right, run them with `compass run`.")
        }
        return source.path
    }

    /// The device is left out: its number may be another one after a restart.
    private static func isSame(_ status: FileStatus, _ source: SourceIdentity) -> Bool {
        status.kind == .regular && status.inode == source.inode && status.size == source.size
            && status.modified == source.modified
    }
}
