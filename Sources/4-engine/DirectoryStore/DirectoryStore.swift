public import Documents
internal import Glibc
public import Platform

/// An object store in a folder: one file for each object, under its key.
///
/// What a put promises, and by which steps: the bytes go to a hidden file in the object's own folder, then to the disk
/// (fsync); the file gets its name only if nobody has it (`Folder.publish`), and the folder goes to the
/// disk as well. So an object appears whole or not at all, also after a crash or loss of power, and is never replaced.
/// Folders that had to be made for it are on disk before it, see `ObjectFolders`.
///
/// O_TMPFILE with linkat(2) in place of the hidden file, and for small objects fallocate(2) before writing, were measured:
/// neither saves a journal commit of ext4, and neither is quicker; fewer file systems have them. Large objects are written
/// past the page cache, see `ObjectOutput`, or share the blocks of their source, see `Clone`.
///
/// The folder is held open, and compared with what its path leads to at each call, so that nothing is stored below a disk that
/// was mounted over it; see `StoreRoot`.
///
/// Nothing leads out of the folder: keys have no dots to climb with, and the kernel refuses symbolic links on the way
/// (openat2 with `RESOLVE_BENEATH`). Files and folders are made for their owner alone (0600, 0700).
///
/// All calls block: make them on the threads of a `WorkerPool`. Any number may be made at once, by any number of
/// processes; the journal of a file system commits several at a time, so concurrent puts are quicker together.
public final class DirectoryStore: ObjectStore {
    /// Absolute.
    public let root: Path
    let place: StoreRoot
    let folders: ObjectFolders

    /// A hidden file in the root, which tells the store from every other folder.
    public static let marker = StoreRoot.marker

    /// Opens the store, and makes its folder when there is none.
    ///
    /// - Parameter root: taken from the working folder when it is relative.
    /// - Throws: `ObjectStoreError`
    public convenience init(root: Path) throws(ObjectStoreError) {
        do {
            try Files.createFolders(root, mode: ObjectFolders.mode)
        } catch {
            throw ObjectStoreError(error, doing: "open the object store \(root)")
        }
        try self.init(made: root)
    }

    /// Opens a store whose folder is there, and makes none.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `ObjectStoreError`
    public static func openExisting(_ root: Path) throws(ObjectStoreError) -> DirectoryStore? {
        do {
            _ = try FileStatus.of(root)
        } catch {
            if error.code == ENOENT { return nil }
            throw ObjectStoreError(error, doing: "open the object store \(root)")
        }
        return try DirectoryStore(made: root)
    }

    private convenience init(made root: Path) throws(ObjectStoreError) {
        do {
            let root = try Files.resolve(root)
            try self.init(root: root, place: StoreRoot(Folder(opening: root), path: root))
        } catch {
            throw ObjectStoreError(error, doing: "open the object store \(root)")
        }
    }

    /// - Parameter root: for messages and URLs alone.
    convenience init(root: Path, folder: Folder) throws(SystemError) {
        try self.init(root: root, place: StoreRoot(folder, path: nil))
    }

    private init(root: Path, place: StoreRoot) {
        self.root = root
        self.place = place
        folders = ObjectFolders(place)
    }

    /// Whether nothing was ever stored in it: of a store that should hold objects, the disk is not mounted.
    ///
    /// - Throws: `ObjectStoreError`
    public var isBlank: Bool {
        get throws(ObjectStoreError) {
            try doing("look into the object store") { () throws(SystemError) in try place.isBlank }
        }
    }

    /// Makes sure that its path still leads to the folder that was opened.
    ///
    /// - Throws: `ObjectStoreError` of code `elsewhere`.
    public func verify() throws(ObjectStoreError) { try place.verify() }

    public func open(_ key: ObjectKey) async throws -> (any ObjectReader)? {
        try place.verify()
        guard let (file, size) = try existing(key) else { return nil }
        return ObjectFile(file: file, size: size, key: key)
    }

    @discardableResult
    public func delete(_ key: ObjectKey) async throws -> Bool {
        try place.verify()
        let name = folders.name(of: key)
        return try doing("delete the object \(key)") { () throws(SystemError) in
            guard let folder = try folders.open(for: key) else { return false }
            Failpoint.pass("objects.before-delete")
            let wasThere = try folder.remove(name)
            Failpoint.pass("objects.deleted")
            // Also when it is gone already: whoever removed it may have crashed before this step.
            try folder.synchronize()
            Failpoint.pass("objects.delete-synced")
            return wasThere
        }
    }

    /// Removes the hidden files of processes that died, in the object's folder; also those of other objects.
    public func sweep(_ key: ObjectKey) async throws {
        try place.verify()
        try doing("remove what was left of the object \(key)") { () throws(SystemError) in
            if let folder = try folders.open(for: key) { TemporaryFile.removeStale(in: folder) }
        }
    }

    /// Removes the owner's folders that have no object, with the hidden files of processes that died in them.
    public func removeEmptyFolders(of segment: String) async throws {
        guard ObjectKey(segment) != nil else { return }
        try place.verify()
        try doing("remove the folders of \(segment)") { () throws(SystemError) in
            let owner = Path(segment)
            for type in DocumentType.allCases {
                let path = Path("\(segment)/\(type.rawValue)")
                guard let folder = try folders.existing(path) else { continue }
                TemporaryFile.removeStale(in: folder)
                try folders.existing(owner)?.removeIfEmpty(Path(type.rawValue))
            }
            try folders.root.removeIfEmpty(owner)
            try folders.root.synchronize()
        }
    }

    /// The file's URL. It leads to the file for as long as that is there, so there is none that ends.
    public func link(for key: ObjectKey, validFor duration: Duration?) async throws -> String {
        guard duration == nil else {
            throw ObjectStoreError(
                .noLink,
                "The object store \(root) is a folder, and what leads to a file does so for as long as it is there. "
                    + "Have its bytes sent instead, or use a store that gives addresses for a time.")
        }
        return url(for: key)
    }

    func url(for key: ObjectKey) -> String { Self.url(of: root.appending(Path(key.text))) }

    /// "file:///…", percent-encoded.
    static func url(of path: Path) -> String {
        var url = Array("file://".utf8)
        for byte in path.bytes {
            if isPlain(byte) {
                url.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                url += ((byte < 16 ? "%0" : "%") + digits).utf8
            }
        }
        return String(decoding: url, as: UTF8.self)
    }

    /// Whether a byte stands for itself in a URL's path, RFC 3986 2.3.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// The file of an object; nil when there is none.
    ///
    /// - Parameter folder: of the object, when it is open already.
    /// - Throws: `ObjectStoreError`; of code `damaged` when something else has the object's name.
    func existing(
        _ key: ObjectKey, in folder: Folder? = nil
    ) throws(ObjectStoreError) -> (file: FileDescriptor, size: Int64)? {
        let opened = try doing("open the object \(key)") {
            () throws(SystemError) -> (file: FileDescriptor, status: FileStatus)? in
            guard let folder = folder == nil ? try folders.open(for: key) : folder else { return nil }
            do throws(SystemError) {
                // Not blocking, in case that somebody put a FIFO there.
                let file = try folder.open(folders.name(of: key), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
                return (file, try file.status())
            } catch {
                if error.code == ENOENT { return nil }
                throw error
            }
        }
        guard let opened else { return nil }
        guard opened.status.kind == .regular else {
            throw ObjectStoreError(
                .damaged,
                "\(root.appending(Path(key.text))) is not a file, so no object can have that name. Look at what it is and "
                    + "move it out of the object store.")
        }
        return (opened.file, opened.status.size)
    }

    func doing<Result: ~Copyable>(
        _ what: @autoclosure () -> String, _ body: () throws(SystemError) -> Result
    ) throws(ObjectStoreError) -> Result {
        do {
            return try body()
        } catch {
            throw ObjectStoreError(error, doing: "\(what()) in \(root)")
        }
    }
}
