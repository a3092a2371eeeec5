internal import Diagnostics
package import Pipelines
package import Platform
package import Representations

/// Finds the very bytes that a run was about.
package enum SourceFinder {
    /// Of an entry: what was kept, or the original where only that was referred to.
    ///
    /// - Parameter entry: as `Workspace.quarantine` has it, which says where the bytes lie now.
    /// - Throws: `Problem` when those bytes do not exist any more.
    package static func file(of entry: QuarantineEntry) throws(Problem) -> Path {
        let source = entry.source
        let path = entry.kept.path
        let status = try? FileStatus.of(path)
        switch entry.kept.way {
        case .copy, .moved:
            if let status, status.kind == .regular, status.size == source.size { return path }
        case .link:
            if let status, isSame(status, source) { return path }
            if status != nil {
                throw Problem.refused(
                    "\(entry.file) was written after run \(entry.run) had read it, and quarantine holds only a second "
                        + "name of it, \(path): the bytes that were judged do not exist any more.",
                    advice: [.runPresentBytes(pipeline: entry.pipeline, file: source.path)])
            }
        case .reference:
            return try original(source, of: entry.run, entry.pipeline, note: entry.kept.note)
        }
        if let original = try? original(source, of: entry.run, entry.pipeline, note: nil) { return original }
        throw Problem.refused(
            "What was kept of \(entry.file) at \(path) \(status == nil ? "is gone" : "is not what it was"), and the "
                + "original is not what it was either.", advice: [.discardEntry(entry.id)])
    }

    /// The original of a run, if it is what it was then.
    ///
    /// - Parameter note: why nothing better was kept.
    package static func original(
        _ source: SourceIdentity, of run: String, _ pipeline: String, note: String?
    ) throws(Problem) -> Path {
        guard let status = try? FileStatus.of(source.path) else {
            throw Problem.refused(
                "\(source.path) was removed since run \(run), and only a reference to it was kept."
                    + (note.map { " \($0)" } ?? ""))
        }
        guard isSame(status, source) else {
            throw Problem.refused(
                "\(source.path) was overwritten since run \(run), and only a reference to it was kept."
                    + (note.map { " \($0)" } ?? ""),
                advice: [.runPresentBytes(pipeline: pipeline, file: source.path)])
        }
        return source.path
    }

    /// The device is left out: its number may be another one after a restart.
    private static func isSame(_ status: FileStatus, _ source: SourceIdentity) -> Bool {
        status.kind == .regular && status.inode == source.inode && status.size == source.size
            && status.modified == source.modified
    }
}
