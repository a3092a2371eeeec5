internal import Glibc

/// Whole-file operations on paths.
public enum Files {
    /// Reads a regular file of at most `limit` bytes. Never waits: of a pipe it gives what there is by now, or an error.
    ///
    /// - Throws: `SystemError`; `EFBIG` when it is larger, `EISDIR` for a folder.
    public static func read(_ path: Path, limit: Int) throws(SystemError) -> [UInt8] {
        let (file, _) = try open(path, limit: limit)
        do {
            return try file.readToEnd(limit: limit)
        } catch {
            throw SystemError("read", on: path.description, code: error.code)
        }
    }

    /// Does not wait for the other side of a pipe.
    static func open(_ path: Path, limit: Int) throws(SystemError) -> (file: FileDescriptor, status: FileStatus) {
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        if status.kind == .folder { throw SystemError("read", on: path.description, code: EISDIR) }
        if status.size > limit { throw SystemError("read", on: path.description, code: EFBIG) }
        return (file, status)
    }

    /// Replaces a file's contents as one step: after a crash it holds the old bytes or the new ones. On disk on return.
    ///
    /// - Throws: `SystemError`; the old file is then untouched.
    public static func replace(_ path: Path, with bytes: [UInt8], mode: UInt32 = 0o666) throws(SystemError) {
        do {
            try Folder(opening: path.folder).replace(path.name, with: bytes, mode: mode)
        } catch {
            throw SystemError("write", on: path.description, code: error.code)
        }
    }

    /// Creates a folder and those above it; existing ones are no error. On disk on return.
    public static func createFolders(_ path: Path, mode: UInt32 = 0o777) throws(SystemError) {
        if let status = try? FileStatus.of(path) {
            if status.kind == .folder { return }
            throw SystemError("create folder", on: path.description, code: ENOTDIR)
        }
        let above = path.folder
        if above != path { try createFolders(above, mode: mode) }
        let folder = try Folder(opening: above)
        do {
            if try folder.createFolder(path.name, mode: mode) { try folder.synchronize() }
        } catch {
            throw SystemError("create folder", on: path.description, code: error.code)
        }
    }

    /// Removes a file or a link; an absent one is no error.
    ///
    /// - Throws: `SystemError`; `EISDIR` for a folder.
    public static func remove(_ path: Path) throws(SystemError) {
        do {
            try systemCall("remove", on: path.description) { path.withCString { unlink($0) } }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// The path with every symbolic link resolved, realpath(3).
    public static func resolve(_ path: Path) throws(SystemError) -> Path {
        guard let resolved = path.withCString({ realpath($0, nil) }) else {
            throw SystemError("resolve", on: path.description)
        }
        defer { free(resolved) }
        return Path(cString: resolved)
    }

    /// Names in a folder, without "." and "..", sorted by bytes.
    public static func list(_ path: Path) throws(SystemError) -> [Path] {
        guard let folder = path.withCString({ opendir($0) }) else {
            throw SystemError("list", on: path.description)
        }
        defer { closedir(folder) }
        var names: [Path] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Path(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Whether something stands at the path, links followed.
    public static func exists(_ path: Path) -> Bool {
        path.withCString { access($0, F_OK) } == 0
    }

    /// Whether a file stands at the path, links followed, that this process may execute.
    public static func isExecutable(_ path: Path) -> Bool {
        (try? FileStatus.of(path))?.kind == .regular
            && path.withCString { faccessat(AT_FDCWD, $0, X_OK, AT_EACCESS) } == 0
    }

    /// Whether this process may write what stands at the path, links followed: the rights allow it, and its disk is not
    /// mounted for reading only.
    public static func mayWrite(_ path: Path) -> Bool {
        path.withCString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
    }
}
