internal import Glibc
internal import Platform
internal import Representations

/// A folder that a workspace is made in by one process at a time. The lock is the kernel's (flock(2)), on the folder itself:
/// nothing is written for it, and it ends with the process, however that ends.
struct FolderInMaking {
    private let folder: Folder
    /// Those that were made, from the highest on.
    private let made: [Path]

    /// Makes the folder if it is not there, and locks it.
    ///
    /// - Throws: `Problem` when another process makes a workspace in it; `SystemError`.
    init(_ path: Path) throws {
        made = Scaffold.missing(path)
        try Files.createFolders(path)
        folder = try Folder(opening: path)
        if flock(folder.descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK else { throw SystemError("lock", on: path.description) }
            throw Problem.refused("Another process makes a workspace in \(path) now. Wait for its end.")
        }
        // One that could not make it may have removed it meanwhile.
        let (own, there) = (try folder.descriptor.status(), try? FileStatus.of(path))
        if own.inode != there?.inode || own.device != there?.device {
            throw Problem.refused("Another process has just removed \(path). Try again.")
        }
    }

    /// Gives it up. Folders that were made go again where they are empty.
    func end() {
        for path in made.reversed() { _ = path.withCString { rmdir($0) } }
        flock(folder.descriptor.number, LOCK_UN)
    }
}
