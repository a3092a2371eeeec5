package import Platform

extension Workspace {
    /// Removes the copies of documents that exports and backups which were sent from afar had in the state folder when their
    /// process died. Blocks.
    ///
    /// - Returns: folders of exports that are still there: one is being made, or could not be removed.
    /// - Throws: `SystemError` when the state folder cannot be read.
    package func removeUnfinishedCopies() throws -> [Path] {
        let folder = try Folder(opening: state)
        for suffix in [PersonArchive.suffix, BackupPlace.suffix] {
            PassingFolder.removeLeft(in: folder, suffix: suffix)
        }
        return try folder.names().filter { $0.text.hasPrefix(".") && $0.text.hasSuffix(PersonArchive.suffix) }
            .map { state.appending($0) }
    }
}
