internal import Glibc
internal import Pipelines
internal import Platform

/// One move, from the beginning or from where an earlier process died.
struct FileMove {
    let path: Path
    let expected: SourceIdentity
    let target: Path
    /// That the file is reached from.
    let base: TrustedFolder

    func perform() throws(FileMoveError) {
        let to = try attempt { () throws(SystemError) in try TrustedFolder.root.makeFolder(target.folder) }
        guard let from = try sourceFolder() else {
            guard try isDone(to) else { throw .gone(path) }
            return
        }
        let removal = FileRemoval(path: path, folder: from, expected: expected)
        let there = try attempt { () throws(SystemError) in try from.status(of: path.name) }
        guard let there, expected.isSame(as: there) else {
            if try isDone(to) {
                try removal.finish()
                return try forgetCopy(in: to)
            }
            if there != nil { throw .changed(path) }
            // It waits to be removed, and what it was moved to is gone.
            guard try removal.takeBack() else { throw .gone(path) }
            return try perform()
        }
        Failpoint.pass("move.before-rename")
        if let taken = try attempt({ () throws(SystemError) in try to.status(of: target.name) }) {
            guard try isCopy(taken, to) else { throw .taken(target) }
            try removal.perform()
            return try forgetCopy(in: to)
        }
        do {
            try from.rename(path.name, to: target.name, in: to)
        } catch {
            return try moveOtherwise(error, from, to, removal)
        }
        Failpoint.pass("move.renamed")
        try verify(from, to)
        try synchronize(to, from)
        Failpoint.pass("move.synchronised")
    }

    /// Where renaming without overwriting is not to be had: a second name, or a copy, and then the first name is removed.
    private func moveOtherwise(
        _ error: SystemError, _ from: Folder, _ to: Folder, _ removal: FileRemoval
    ) throws(FileMoveError) {
        switch error.code {
        case EEXIST: throw .taken(target)
        case ENOENT: throw .gone(path)
        case EXDEV: try copy(from, to)
        case EINVAL, ENOSYS, EOPNOTSUPP:
            do {
                try from.link(path.name, to: target.name, in: to)
            } catch {
                if error.code == EEXIST { throw .taken(target) }
                try copy(from, to)
                break
            }
            let linked = try attempt { () throws(SystemError) in try to.status(of: target.name) }
            guard let linked, expected.isSame(as: linked) else {
                try attempt { () throws(SystemError) in try to.remove(target.name) }
                // It is another file; or the same, on a file system such as sshfs that numbers names in place of files. What is
                // copied is looked at through its own descriptor.
                try copy(from, to)
                break
            }
            try synchronize(to)
        default: throw .system(error)
        }
        Failpoint.pass("move.published")
        try removal.perform()
        try forgetCopy(in: to)
    }

    /// The source is gone, so nobody has to know its copy any more.
    private func forgetCopy(in to: Folder) throws(FileMoveError) {
        try attempt { () throws(SystemError) in try to.remove(FileCopy.temporary(of: expected)) }
    }

    private func copy(_ from: Folder, _ to: Folder) throws(FileMoveError) {
        let isFree = try attempt { () throws(SystemError) -> Bool? in
            let source: FileDescriptor
            do throws(SystemError) {
                source = try from.open(path.name, flags: O_RDONLY | O_NONBLOCK)
            } catch {
                // A link, or nothing, has taken its place.
                if error.code == ELOOP || error.code == ENOENT { return nil }
                throw error
            }
            return try FileCopy(source: source, expected: expected, folder: to, name: target.name).perform()
        }
        guard let isFree else { throw .changed(path) }
        if !isFree { throw .taken(target) }
    }

    /// What was renamed is what was looked at. If not, it gets its name back.
    private func verify(_ from: Folder, _ to: Folder) throws(FileMoveError) {
        let moved = try attempt { () throws(SystemError) in try to.status(of: target.name) }
        if let moved, expected.isSame(as: moved) { return }
        // It was moved on by somebody else.
        if moved == nil { throw .gone(target) }
        do {
            try to.rename(target.name, to: path.name, in: from)
        } catch {
            throw .displaced(path, target: target)
        }
        try synchronize(to, from)
        throw .changed(path)
    }

    /// nil: it is not there, and with it the file. A link in its place leads to somebody else's files.
    private func sourceFolder() throws(FileMoveError) -> Folder? {
        try attempt { () throws(SystemError) in try base.folderIfThere(path.folder) }
    }

    /// Whether the file is at its target: itself, or a copy, which has its time. A file system may keep times in steps of
    /// two seconds.
    private func isDone(_ to: Folder) throws(FileMoveError) -> Bool {
        let status = try attempt { () throws(SystemError) in try to.status(of: target.name) }
        guard let status, status.kind == .regular, status.size == expected.size else { return false }
        let (difference, overflow) = status.modified.subtractingReportingOverflow(expected.modified)
        guard !overflow, difference.magnitude <= 2_000_000_000 else { return false }
        try synchronize(to)
        return true
    }

    /// Whether what has the target's name is the file under a second name, or the copy that was made of it: then nothing is
    /// left but to remove the source. On disk on return.
    private func isCopy(_ status: FileStatus, _ to: Folder) throws(FileMoveError) -> Bool {
        guard status.kind == .regular, status.size == expected.size else { return false }
        let isOwn = try attempt { () throws(SystemError) in
            if expected.isSame(as: status) { return true }
            guard let first = try to.status(of: FileCopy.temporary(of: expected)),
                first.device == status.device, first.inode == status.inode
            else { return false }
            try to.open(target.name, flags: O_RDONLY | O_NONBLOCK).synchronize()
            return true
        }
        if isOwn { try synchronize(to) }
        return isOwn
    }

    private func synchronize(_ folders: Folder...) throws(FileMoveError) {
        for folder in folders { try attempt { () throws(SystemError) in try folder.synchronize() } }
    }
}

/// Calls of the system whose errors are a move's.
@discardableResult
func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(FileMoveError) -> Result {
    do {
        return try body()
    } catch {
        throw .system(error)
    }
}

extension TrustedFolder {
    /// nil when it is not there, or something else has its name or that of one above it.
    func folderIfThere(_ path: Path) throws(SystemError) -> Folder? {
        do {
            return try folder(path)
        } catch {
            if [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.code) { return nil }
            throw error
        }
    }
}

extension SourceIdentity {
    /// Whether a file is this one, unchanged.
    func isSame(as status: FileStatus) -> Bool {
        status.kind == .regular && status.device == device && status.inode == inode && status.size == size
            && status.modified == modified
    }
}
