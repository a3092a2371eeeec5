internal import Glibc
internal import Platform

/// Folders by descriptor, reached from the root without following any symbolic link: somebody who may write into a folder
/// on the way cannot lead a file elsewhere.
enum RealFolder {
    /// - Parameter path: absolute.
    /// - Throws: `SystemError`, with `ELOOP` when a symbolic link stands in the way.
    static func open(_ path: Path) throws(SystemError) -> FileDescriptor {
        let root = try FileDescriptor.open("/", flags: O_RDONLY | O_DIRECTORY)
        let below = Path(bytes: path.bytes.drop { $0 == UInt8(ascii: "/") })
        if below.bytes.isEmpty { return root }
        do {
            return try FileDescriptor.open(below, beneath: root, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            throw SystemError("open the folder", on: path.description, code: error.code)
        }
    }

    /// Makes it, and those above it, when it is not there. On disk on return.
    ///
    /// - Parameter path: absolute.
    static func make(_ path: Path) throws(SystemError) -> FileDescriptor {
        do {
            return try open(path)
        } catch {
            guard error.code == ENOENT else { throw error }
        }
        let above = try make(path.folder)
        do {
            if try above.createFolder(path.name) { try above.synchronize() }
        } catch {
            throw SystemError("create the folder", on: path.description, code: error.code)
        }
        return try open(path)
    }

    /// The path without symbolic links, also of a folder that is not there: what stands above it is resolved.
    static func resolve(_ path: Path) throws(SystemError) -> Path {
        do {
            return try Files.resolve(path)
        } catch {
            guard error.code == ENOENT, path.folder != path else { throw error }
            return try resolve(path.folder).appending(path.name)
        }
    }
}

extension FileDescriptor {
    /// Renames within this folder unless the name is taken; on a file system that cannot do that as one step, by a second
    /// name and the removal of the first.
    ///
    /// - Throws: `SystemError`, with `EEXIST` when it is taken.
    func publish(_ from: Path, as name: Path) throws(SystemError) {
        try relocate(from, to: name, in: self)
    }

    /// The same to another folder.
    func relocate(_ from: Path, to name: Path, in folder: FileDescriptor) throws(SystemError) {
        do {
            try renameWithoutReplacing(from, to: name, in: folder)
        } catch {
            guard error.code == EINVAL || error.code == ENOSYS || error.code == EOPNOTSUPP else { throw error }
            try link(from, to: name, in: folder)
            try remove(from)
        }
    }
}
