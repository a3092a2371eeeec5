internal import Documents
internal import Glibc
internal import Platform
internal import Synchronization

/// The folder of a store: held open, so that nothing that happens to its path leads a call elsewhere, and compared with what
/// the path leads to, so that nothing is stored where nobody would find it.
///
/// A file in it, the marker, tells it from every other folder. A store whose path comes to lead to another folder with the
/// same marker was unmounted and mounted again, and is used there; with another one, or with none, it is not the store.
final class StoreRoot: Sendable {
    /// Hidden, so that it is no key.
    static let marker: Path = ".compass-store"
    private static let longest = 64

    private struct State {
        var folder: Folder
        var status: FileStatus
        /// nil: nothing was stored in it yet, or by a version that made no marker.
        var id: [UInt8]?
    }

    /// nil: of a folder that is known by its descriptor alone.
    private let path: Path?
    private let state: Mutex<State>

    /// - Throws: `SystemError`
    init(_ folder: Folder, path: Path?) throws(SystemError) {
        self.path = path
        let id = try Self.id(in: folder)
        state = Mutex(State(folder: folder, status: try folder.descriptor.status(), id: id))
    }

    var folder: Folder { state.withLock { $0.folder } }

    /// Whether nothing was ever stored in it.
    var isBlank: Bool {
        get throws(SystemError) {
            let state = state.withLock { $0 }
            if state.id != nil { return false }
            let names = try state.folder.names()
            return names.allSatisfy { $0.bytes.first == UInt8(ascii: ".") }
        }
    }

    /// Makes sure that the path leads to the folder that is held; one call of the system when it does.
    ///
    /// - Throws: `ObjectStoreError` of code `elsewhere` when it does not.
    func verify() throws(ObjectStoreError) {
        guard let path else { return }
        let held = state.withLock { $0 }
        let now: FileStatus
        do {
            now = try FileStatus.of(path)
        } catch {
            throw Self.elsewhere(path, "is not there any more (\(error.name))")
        }
        if now.isSameFile(as: held.status) { return }
        do {
            let folder = try Folder(opening: path)
            let status = try folder.descriptor.status()
            if let id = held.id, try Self.id(in: folder) == id {
                state.withLock { $0 = State(folder: folder, status: status, id: id) }
                return
            }
        } catch {
            throw Self.elsewhere(path, "cannot be opened any more: \(error.reason) (\(error.name))")
        }
        throw Self.elsewhere(path, "leads to another folder now, in which there are none of the objects")
    }

    /// Gives the folder its marker unless it has one. On disk on return, and nothing else is left, whenever a process dies.
    ///
    /// - Throws: `SystemError`
    func mark() throws(SystemError) {
        let held = state.withLock { $0 }
        if held.id != nil { return }
        // Opened anew, so that threads of one process wait for each other as well. A file system without locks has the marker
        // of who is first, and may keep a hidden file of one that died.
        let folder = try held.folder.folder(".")
        _ = try? systemCall("lock") { flock(folder.descriptor.number, LOCK_EX) }
        var id = try Self.id(in: folder)
        if id == nil {
            TemporaryFile.removeStale(in: folder)
            let made = Array(Identifier.uuid().utf8)
            let temporary = try TemporaryFile(in: folder)
            try temporary.file.write(made)
            try temporary.file.synchronize()
            Failpoint.pass("objects.marker-written")
            id = try temporary.publish(as: Self.marker) ? made : Self.id(in: folder)
            try folder.synchronize()
        }
        state.withLock { if $0.status.isSameFile(as: held.status) { $0.id = id } }
    }

    private static func id(in folder: Folder) throws(SystemError) -> [UInt8]? {
        guard let status = try folder.status(of: marker), status.kind == .regular else { return nil }
        let id = try folder.open(marker, flags: O_RDONLY | O_NONBLOCK).bytes(at: 0, count: longest)
        return id.isEmpty ? nil : id
    }

    private static func elsewhere(_ path: Path, _ what: String) -> ObjectStoreError {
        ObjectStoreError(
            .elsewhere,
            "The object store \(path) \(what). Something was mounted over it, or it was moved or unmounted: nothing is stored "
                + "until it is back. Mount it or move it back; compass continues by itself.")
    }
}

extension ObjectStoreError {
    /// - Parameter action: what failed, as a verb phrase: "store a/b in /objects".
    init(_ error: SystemError, doing action: String) {
        let (code, advice): (Code, String) =
            switch error.code {
            case ENOSPC: (.full, "Make room on that disk and run it again; nothing was stored.")
            case EDQUOT: (.full, "Make room within the quota, or have it raised, and run it again; nothing was stored.")
            case EROFS: (.readOnly, "Mount it for writing, or choose another folder as `storage`.")
            case EACCES, EPERM: (.forbidden, "Give this user the right to read and write there.")
            case ENOTDIR, ELOOP, EXDEV, EISDIR:
                (
                    .damaged,
                    "A part of the path is a symbolic link, or not the folder that it should be. "
                        + "Look at it and move it out of the object store."
                )
            case ENOENT: (.damaged, "A folder has gone meanwhile. Run it again.")
            case EIO: (.other, "The disk is failing: look at the system's log before anything else.")
            case EMFILE, ENFILE: (.other, "Too many files are open: run fewer at a time, or raise `ulimit -n`.")
            default: (.other, "Look at the folder and run it again.")
            }
        self.init(code, "Cannot \(action): \(error.reason) (\(error.name)). \(advice)")
    }
}
