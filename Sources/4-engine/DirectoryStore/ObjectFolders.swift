internal import Documents
internal import Glibc
internal import Platform

/// The folders of a store, opened from its root by descriptors.
///
/// An object is on disk only when every folder above it is. A folder that another thread or process has just made may not
/// be yet, and one cannot see that; asking the disk each time would cost every put two flushes (2 to 8 ms). So a folder
/// carries the sticky bit from its making until the entry that leads to it is on disk, and whoever meets the bit does
/// that step first. A folder without the bit has only such folders above it.
final class ObjectFolders: Sendable {
    /// For the owner alone: documents are private.
    static let mode: UInt32 = 0o700
    private static let notYetOnDisk: UInt32 = 0o1000

    private struct Inode: Hashable {
        let device: UInt64
        let number: UInt64
    }

    private let place: StoreRoot
    private let visited = Guarded<Set<Path>>([])
    /// The syncs of folders that go on, by what the file system says that they are.
    private let syncs = Guarded<[Inode: SharedCall]>([:])
    private static let maxSyncs = 1_000
    /// How long a put waits for others that are about to change the same folder. Measured: with 64 puts at a time a sync
    /// serves one and a half without it and about six with it, and a put takes some 40 ms as it is.
    private static let pause: Duration = .milliseconds(4)

    init(_ place: StoreRoot) {
        self.place = place
    }

    var root: Folder { place.folder }

    /// The object's name in its folder.
    func name(of key: ObjectKey) -> Path {
        Path(key.text).name
    }

    /// The folder of an object; nil when there is none.
    func open(for key: ObjectKey) throws(SystemError) -> Folder? { try existing(Path(key.text).folder) }

    /// A folder of the store; nil when there is none.
    func existing(_ path: Path) throws(SystemError) -> Folder? {
        do {
            return try root.folder(path)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// The folder of an object, made when there is none, and on disk.
    func make(for key: ObjectKey) throws(SystemError) -> Folder {
        let path = Path(key.text).folder
        let folder: Folder
        if let known = try open(for: key), try known.descriptor.status().mode & Self.notYetOnDisk == 0 {
            folder = known
        } else {
            folder = try walk(path)
        }
        if visited.withLock({ $0.insert(path).inserted }) { TemporaryFile.removeStale(in: folder) }
        return folder
    }

    /// What waits until the entries of a folder are on disk. What many puts have changed in it at once is one sync.
    func sync(of folder: Folder) throws(SystemError) -> SharedCall {
        let status = try folder.descriptor.status()
        return syncs.withLock { syncs in
            let identity = Inode(device: status.device, number: status.inode)
            if let sync = syncs[identity] { return sync }
            // Who uses one of them still does; the others only share less.
            if syncs.count >= Self.maxSyncs { syncs = [:] }
            let sync = SharedCall(pause: Self.pause)
            syncs[identity] = sync
            return sync
        }
    }

    private func walk(_ path: Path) throws(SystemError) -> Folder {
        var folder = root
        for segment in path.bytes.split(separator: UInt8(ascii: "/")) where segment != [UInt8(ascii: ".")] {
            let name = Path(bytes: segment)
            try folder.createFolder(name, mode: Self.mode | Self.notYetOnDisk)
            let next = try folder.folder(name)
            let mode = try next.descriptor.status().mode
            if mode & Self.notYetOnDisk != 0 {
                try folder.synchronize()
                try systemCall("change mode", on: path.description) {
                    fchmod(next.descriptor.number, mode & ~Self.notYetOnDisk)
                }
            }
            folder = next
        }
        return folder
    }
}

extension Folder {
    /// One that is not there, or has something in it, is no error.
    func removeIfEmpty(_ name: Path) throws(SystemError) {
        do {
            try removeFolder(name)
        } catch {
            if error.code != ENOTEMPTY, error.code != EEXIST { throw error }
        }
    }
}

/// An open object. It can be read to its end even when it is deleted meanwhile.
struct ObjectFile: FileObjectReader {
    let file: FileDescriptor
    let size: Int64
    let key: ObjectKey

    /// - Throws: `ObjectStoreError`
    func read(at offset: Int64, count: Int) async throws -> [UInt8] {
        let offset = max(0, offset)
        let count = min(Int64(max(0, count)), max(0, size - offset))
        if count == 0 { return [] }
        do {
            return try file.bytes(at: offset, count: Int(count))
        } catch {
            throw ObjectStoreError(error, doing: "read the object \(key)")
        }
    }
}

/// A stored object as a source, to compute its digest.
struct ObjectContents: ObjectSource {
    let file: FileDescriptor
    let size: Int64
    let key: ObjectKey

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        do {
            return try file.read(into: buffer, at: offset)
        } catch {
            throw ObjectStoreError(error, doing: "read the object \(key)")
        }
    }

    /// Objects are never changed once they have their name.
    func verifyUnchanged() {}
}
