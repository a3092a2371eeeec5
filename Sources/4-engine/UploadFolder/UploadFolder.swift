public import Documents
internal import Glibc
public import Platform
internal import Synchronization

/// The bytes of uploads: a folder for each, with the file that is received.
///
/// How much of a file is there, its size tells: bytes are written at its end and nowhere else, and `offset` has them synced
/// before it tells of them. Everything is made for its owner alone (0700, 0600). Names are opened beneath the folder without
/// following links, so nothing outside is ever written or removed.
///
/// One works with an upload at a time, in all processes: a second one gets `UploadError` of kind `locked`. Calls block: make
/// them on the threads of a `WorkerPool`.
public final class UploadFolder: Sendable {
    private let path: Path
    private let root = Mutex<Folder?>(nil)

    /// Nothing is made or opened before the first upload.
    ///
    /// - Parameter path: of the folder; taken from the working folder when it is relative.
    public init(_ path: Path) {
        self.path = path
    }

    /// Makes room for a new upload.
    ///
    /// - Parameters:
    ///   - id: letters, digits and `-`.
    ///   - length: of the whole file, in bytes.
    ///   - awaited: how many bytes of other uploads are still to come.
    ///   - record: called when the empty file is on disk, and before anybody else may look at it, to enter the upload where
    ///     uploads are on record. When it throws, nothing is left.
    /// - Returns: what keeps others from it, from before it was visible.
    /// - Throws: `UploadError` of kind `noRoom`; `SystemError`; what `record` throws.
    @discardableResult
    public func create(
        _ id: String, length: Int64, awaited: Int64, record: () async throws -> Void
    ) async throws -> UploadHold {
        let root = try opened()
        if let shortage = Self.shortage(in: root, for: length, awaited: awaited) {
            throw UploadError(.noRoom, shortage)
        }
        guard let name = Self.name(id), try root.createFolder(name, mode: 0o700),
            let entry = try UploadEntry(locking: root.folder(name))
        else { throw SystemError("create the upload", on: id, code: EEXIST) }
        do {
            try entry.begin()
            try root.synchronize()
            Failpoint.pass("upload.begun")
            // Until it is on record nobody else may take it for one that belongs to nothing.
            try await record()
            return UploadHold(entry: entry)
        } catch {
            // What cannot be removed is swept later.
            try? entry.clear()
            _ = try? root.removeFolder(name)
            throw error
        }
    }

    /// How many bytes of an upload are there, and on disk.
    ///
    /// - Throws: `UploadError` of kind `locked` or `notFound`; `SystemError`.
    public func offset(of id: String, named name: Path) throws -> Int64 {
        let file = try claim(id).open(name, id)
        try file.synchronize()
        return try file.status().size
    }

    /// About how many bytes are there, whoever writes them; nil: there is no file.
    public func size(of id: String, named name: Path) throws(SystemError) -> Int64? {
        guard Files.exists(path), let entry = Self.name(id) else { return nil }
        let root = try opened()
        do {
            let folder = try root.folder(entry)
            // Its own name is the last that it gets.
            for file in [UploadEntry.passing, name] {
                if let status = try folder.status(of: file) { return status.size }
            }
            return nil
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Begins to add bytes to an upload, which is locked until the result has ended or is gone.
    ///
    /// - Parameters:
    ///   - offset: where they begin: where the file ends.
    ///   - length: of the whole file.
    ///   - checksum: what all of them must come to; nil: anything.
    ///   - hold: of whoever has it already; nil: nobody has.
    /// - Throws: `UploadError` of kind `locked`, `notFound`, `wrongOffset`, or `expired` when it was given up; `SystemError`.
    public func append(
        to id: String, named name: Path, at offset: Int64, length: Int64, checksum: UploadChecksum? = nil,
        held hold: UploadHold? = nil
    ) throws -> UploadAppend {
        let entry = try hold.map { Claimed(entry: $0.entry) } ?? claim(id)
        try entry.entry.requireWanted()
        let file = try entry.open(name, id)
        let size = try file.status().size
        guard size == offset else {
            throw UploadError(
                .wrongOffset(offset: size),
                "The upload has \(size) bytes, so what follows begins there, and not at \(offset).")
        }
        if checksum != nil { try entry.entry.beginCheck(at: offset) }
        return UploadAppend(entry: entry.entry, file: file, offset: offset, length: length, checksum: checksum)
    }

    /// Has a file whose bytes are all there take the name that it was announced with. On disk on return; doing it twice does
    /// no harm.
    ///
    /// - Throws: `UploadError` of kind `locked` or `notFound`; `SystemError`.
    public func finish(_ id: String, named name: Path) throws {
        try claim(id).entry.finish(name)
        Failpoint.pass("upload.whole")
    }

    /// Where a finished file is.
    public func file(of id: String, named name: Path) -> Path { path.appending(Path(id)).appending(name) }

    /// Has an upload take no more bytes as long as the result lives, also of who is sending some now, in whatever process: they
    /// are told with the next ones, and let go of it. What is there stays.
    ///
    /// - Returns: nil: there is none.
    /// - Throws: `SystemError`
    public func giveUp(_ id: String) throws(SystemError) -> UploadGivingUp? {
        guard Files.exists(path), let name = Self.name(id) else { return nil }
        let root = try opened()
        do {
            return try UploadEntry.giveUp(try root.folder(name))
        } catch {
            if error.code != ENOENT { throw error }
            return nil
        }
    }

    /// Nobody else works with the upload, in any process, as long as the result lives.
    ///
    /// - Throws: `UploadError` of kind `locked` or `notFound`; `SystemError`.
    public func hold(_ id: String) throws -> UploadHold { UploadHold(entry: try claim(id).entry) }

    /// Removes an upload's bytes; absent ones are no error. On disk on return.
    ///
    /// - Throws: `UploadError` of kind `locked`; `SystemError`.
    public func remove(_ id: String) throws {
        let entry: Claimed
        do {
            entry = try claim(id)
        } catch let error as UploadError where error.kind == .notFound {
            return
        }
        try remove(entry.entry, id)
    }

    /// Removes an upload's bytes. On disk on return.
    public func remove(_ id: String, held hold: UploadHold) throws { try remove(hold.entry, id) }

    private func remove(_ entry: UploadEntry, _ id: String) throws {
        guard let name = Self.name(id) else { return }
        let root = try opened()
        try entry.clear()
        Failpoint.pass("upload.cleared")
        try root.removeFolder(name)
        try root.synchronize()
    }

    /// Removes the folders that no upload needs: of a process that died before the upload was on record, or after that was
    /// over. What somebody works with stays.
    ///
    /// - Parameter isNeeded: whether the upload with that id still has to do with its bytes; asked while nobody else works
    ///   with it, and before.
    /// - Returns: how many were removed.
    /// - Throws: `SystemError`, and what `isNeeded` throws.
    public func removeOrphans(isNeeded: (String) async throws -> Bool) async throws -> Int {
        guard Files.exists(path) else { return 0 }
        var removed = 0
        for name in try opened().names() {
            // What has another kind of name was put there by somebody else.
            guard Self.name(name.text) == name else { continue }
            do {
                // What is needed is not locked even for a moment.
                if try await isNeeded(name.text) { continue }
                let entry = try claim(name.text)
                if try await isNeeded(name.text) { continue }
                try remove(entry.entry, name.text)
                removed += 1
            } catch let error as UploadError where error.kind == .locked || error.kind == .notFound {
                continue
            }
        }
        return removed
    }

    // MARK: Opening

    private struct Claimed {
        let entry: UploadEntry

        func open(_ name: Path, _ id: String) throws -> FileDescriptor {
            do {
                return try entry.open(name)
            } catch {
                throw error.code == ENOENT ? UploadFolder.absent(id) : error
            }
        }
    }

    private func claim(_ id: String) throws -> Claimed {
        let root = try opened()
        guard let name = Self.name(id) else { throw Self.absent(id) }
        let folder: Folder
        do {
            folder = try root.folder(name)
        } catch {
            throw error.code == ENOENT ? Self.absent(id) : error
        }
        guard let entry = try UploadEntry(locking: folder) else {
            throw UploadError(
                .locked, "Another client is sending bytes of upload \(id), or it is being resumed. Try again later.")
        }
        // It may have been removed between the two.
        guard let now = try root.status(of: name), try now.isSameFile(as: folder.descriptor.status()) else {
            throw Self.absent(id)
        }
        return Claimed(entry: entry)
    }

    private static func absent(_ id: String) -> any Error {
        UploadError(.notFound, "There are no bytes of an upload `\(Printable.short(id))`.")
    }

    /// nil when it is no id.
    private static func name(_ id: String) -> Path? {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && (1...64).contains(id.utf8.count) ? Path(id) : nil
    }

    private func opened() throws(SystemError) -> Folder {
        try root.withLock { root throws(SystemError) in
            if let root { return root }
            try Files.createFolders(path, mode: 0o700)
            let folder = try Folder(opening: Files.resolve(path))
            root = folder
            return folder
        }
    }

    /// Why there is no room; nil: there is. Some stays free, since the journal needs it more.
    private static func shortage(in folder: Folder, for length: Int64, awaited: Int64) -> String? {
        var disk = statvfs()
        guard fstatvfs(folder.descriptor.number, &disk) == 0 else { return nil }
        let unit = Int64(disk.f_frsize)
        let reserve = min(1 << 30, Int64(disk.f_blocks) * unit / 20)
        let free = Int64(disk.f_bavail) * unit
        let (needed, overflow) = length.addingReportingOverflow(awaited)
        if !overflow, free - reserve >= needed { return nil }
        return
            "There is no room for \(length) bytes: \(free) bytes are free, \(reserve) of them stay so, and other uploads "
            + "still await \(awaited)."
    }
}

/// An upload that nobody else may work with, until this value is gone.
public final class UploadHold: Sendable {
    let entry: UploadEntry

    init(entry: UploadEntry) {
        self.entry = entry
    }

    /// Others may work with it from now on.
    public func release() { entry.release() }
}

/// That an upload takes no more bytes, until this value is gone or its process is.
public final class UploadGivingUp: Sendable {
    private let mark: FileDescriptor

    init(mark: FileDescriptor) {
        self.mark = mark
    }

    // A child process may share the open file for a moment, so its end would not be the lock's.
    deinit { flock(mark.number, LOCK_UN) }
}
