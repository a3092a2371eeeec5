internal import Glibc
internal import Platform

/// A hidden file that becomes an object, or goes.
///
/// It is locked (flock(2)) by whoever writes it. The kernel lets go of the lock when the process ends, however it ends; so
/// a file that can be locked belongs to nobody and may be removed. Unlike a process id in the name, that holds across
/// containers and needs no thought of ids that come again. On a file system without locks nothing is removed.
struct TemporaryFile: ~Copyable {
    let file: FileDescriptor
    private let folder: Folder
    private let name: Path
    private var isPublished = false

    private static let suffix = ".object.tmp"

    /// Creates it in the folder of the object.
    init(in folder: Folder) throws(SystemError) {
        var made: (FileDescriptor, Path)?
        repeat {
            // Hidden: keys have no leading dot.
            let name = Path(".\(Identifier.uuid())\(Self.suffix)")
            // Also for reading: the digest of a clone is that of its own bytes.
            let file = try folder.open(name, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            // Waits at most for a cleaner that has just found it; a file system without locks has no cleaners either.
            _ = try? systemCall("lock") { flock(file.number, LOCK_EX) }
            var status = stat()
            try systemCall("examine", on: name.description) { fstat(file.number, &status) }
            if status.st_nlink > 0 { made = (file, name) }
        } while made == nil
        guard let (file, name) = made else { preconditionFailure("the loop ends with a file") }
        self.file = file
        self.name = name
        self.folder = folder
    }

    deinit {
        // Nothing can be done about a failure here: the next process that uses the folder tries again.
        if !isPublished { _ = try? folder.remove(name) }
    }

    /// Gives the file its final name, unless that is taken.
    ///
    /// - Returns: whether it was free; if not, the temporary file is gone.
    consuming func publish(as final: Path) throws(SystemError) -> Bool {
        do {
            try folder.publish(name, as: final)
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
        isPublished = true
        return true
    }

    /// Removes what crashed processes left in a folder. Failures are no reason to refuse a new object.
    static func removeStale(in folder: Folder) {
        guard let names = try? folder.names() else { return }
        for name in names where name.bytes.first == UInt8(ascii: ".") && name.bytes.ends(with: suffix.utf8) {
            guard
                let file = try? folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY),
                (try? systemCall("lock") { flock(file.number, LOCK_EX | LOCK_NB) }) != nil
            else { continue }
            _ = try? folder.remove(name)
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: some BidirectionalCollection<UInt8>) -> Bool {
        reversed().starts(with: suffix.reversed())
    }
}
