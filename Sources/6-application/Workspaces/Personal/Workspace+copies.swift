internal import Platform

extension Workspace {
    /// Removes the copies of documents that exports and backups which were sent from afar had in the state folder when their
    /// process died. Blocks.
    package func removeUnfinishedCopies() {
        let state: Path = root == "." ? ".compass" : root.appending(".compass")
        guard let folder = try? Folder(opening: state) else { return }
        for suffix in [PersonArchive.suffix, BackupPlace.suffix] {
            PassingFolder.removeLeft(in: folder, suffix: suffix)
        }
    }
}
