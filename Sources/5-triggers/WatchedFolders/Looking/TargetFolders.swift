internal import Platform

/// The folders that files are moved to, which are looked into by no look: by their paths, and by what they are, since a
/// folder may have several paths.
struct TargetFolders {
    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private var paths: Set<Path> = []
    private var identities: Set<Identity> = []

    /// Folders that need not exist.
    mutating func add(_ folders: [Path]) {
        for folder in folders where paths.insert(folder).inserted {
            // Their paths hold no links, unless somebody has put one there since, which leads to none of them.
            if let status = try? TrustedFolder.root.status(of: folder) {
                identities.insert(Identity(device: status.device, inode: status.inode))
            }
        }
    }

    func contains(path: Path) -> Bool { paths.contains(path) }

    func contains(identity status: FileStatus) -> Bool {
        !identities.isEmpty && identities.contains(Identity(device: status.device, inode: status.inode))
    }

    /// Whether a file lies in or below one of them.
    func hold(_ file: Path) -> Bool {
        !paths.isEmpty && paths.contains { FolderScan.isBelow(file, $0) }
    }
}
