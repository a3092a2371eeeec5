internal import Glibc
internal import Pipelines
internal import Platform

/// Removes a file and no other: it gets a hidden name first, is looked at under that, and then goes. Removing by the name
/// that everybody knows could hit a file that has just taken it.
struct FileRemoval {
    let path: Path
    let folder: Folder
    let expected: SourceIdentity

    /// Made of what the file is, so that a later process finds what an earlier one has left.
    private var hidden: Path {
        let parts = [expected.device, expected.inode, UInt64(bitPattern: expected.modified)]
        return Path(".compass-delete-" + parts.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    /// A file that is gone is no error.
    ///
    /// - Returns: how many other names the file has; nil: there was nothing to remove.
    @discardableResult
    func perform() throws(FileMoveError) -> UInt64? {
        let left = try finish()
        let there = try attempt { () throws(SystemError) in try folder.status(of: path.name) }
        guard let there else { return left }
        guard expected.isSame(as: there) else { throw .changed(path) }
        do {
            try hide()
        } catch {
            if error.code == ENOENT { return nil }
            throw .system(error)
        }
        Failpoint.pass("delete.hidden")
        let taken = try attempt { () throws(SystemError) in try folder.status(of: hidden) }
        if let taken, !expected.isSame(as: taken) {
            guard try takeBackAnything() else { throw .displaced(path, target: path.folder.appending(hidden)) }
            throw .changed(path)
        }
        let others = try removeHidden()
        Failpoint.pass("delete.removed")
        return others
    }

    /// Removes what an earlier process has left hidden.
    ///
    /// - Returns: as `perform`.
    @discardableResult
    func finish() throws(FileMoveError) -> UInt64? {
        let left = try attempt { () throws(SystemError) in try folder.status(of: hidden) }
        guard let left, expected.isSame(as: left) else { return nil }
        return try removeHidden()
    }

    /// Gives a file that is hidden its name again.
    ///
    /// - Returns: false when there is none, or its name is taken.
    func takeBack() throws(FileMoveError) -> Bool {
        let left = try attempt { () throws(SystemError) in try folder.status(of: hidden) }
        guard let left, expected.isSame(as: left) else { return false }
        return try takeBackAnything()
    }

    private func takeBackAnything() throws(FileMoveError) -> Bool {
        do {
            try folder.publish(hidden, as: path.name)
        } catch {
            if error.code == EEXIST { return false }
            throw .system(error)
        }
        try attempt { () throws(SystemError) in try folder.synchronize() }
        return true
    }

    private func hide() throws(SystemError) {
        do {
            try folder.rename(path.name, to: hidden)
        } catch {
            guard error.code == EINVAL || error.code == ENOSYS || error.code == EOPNOTSUPP else { throw error }
            // Nobody else has use for the hidden name.
            try folder.replace(hidden, by: path.name)
        }
    }

    /// - Returns: how many names are left: somebody may have made one until the last moment.
    private func removeHidden() throws(FileMoveError) -> UInt64 {
        try attempt { () throws(SystemError) in
            let file = try folder.locate(hidden)
            try folder.remove(hidden)
            try folder.synchronize()
            do throws(SystemError) {
                return try file.status().links
            } catch {
                // A file system of another machine or of a program may know no file without a name.
                if error.code == ESTALE || error.code == ENOENT { return 0 }
                throw error
            }
        }
    }
}
