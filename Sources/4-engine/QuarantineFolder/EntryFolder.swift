internal import Glibc
internal import Platform

/// The folder of one entry.
struct EntryFolder {
    private let id: Path
    private let root: Folder
    let folder: Folder

    /// The id that a name in quarantine stands for; nil when it is none: letters, digits and `-` only.
    static func id(_ name: Path) -> String? {
        let isPlain = name.bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && (1...64).contains(name.bytes.count) ? name.text : nil
    }

    /// Makes it unless it is there; nil when `id` is no id.
    static func make(_ id: String, in root: Folder) throws(SystemError) -> EntryFolder? {
        guard Self.id(Path(id)) != nil else { return nil }
        let name = Path(id)
        try root.createFolder(name, mode: 0o700)
        return EntryFolder(id: name, root: root, folder: try root.folder(name))
    }

    /// Removes an entry's folder and the files in it; an absent one is no error. On disk on return.
    static func remove(_ id: String, in root: Folder) throws(SystemError) {
        let name = Path(id)
        let folder: Folder
        do {
            folder = try root.folder(name)
        } catch {
            if error.code == ENOENT { return }
            throw error
        }
        // Read by the descriptor: whatever becomes of the name meanwhile, these are the entry's files.
        for file in try folder.names() { try folder.remove(file) }
        try root.removeFolder(name)
        try root.synchronize()
    }

    /// After a file could not be kept.
    func removeIfEmpty() {
        // One that is not empty, or cannot be removed, is swept later.
        _ = try? root.removeFolder(id)
    }

    /// Has a file made under a passing name, and gives it its own once it is whole and on disk.
    func add(
        _ name: Path, _ make: (_ passing: Path) throws -> Void
    ) throws {
        let passing = Path(".\(Identifier.uuid()).tmp")
        do {
            try make(passing)
            Failpoint.pass("quarantine.written")
            try folder.replace(name, by: passing)
            // rename(2) leaves both names when they are links of one inode: of a second call for the same entry.
            try folder.remove(passing)
            try folder.synchronize()
            try root.synchronize()
        } catch {
            // What cannot be removed goes with the folder.
            _ = try? folder.remove(passing)
            throw error
        }
    }
}
