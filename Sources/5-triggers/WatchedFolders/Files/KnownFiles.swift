internal import Pipelines
internal import Platform

/// The files that need no look: a few numbers each, so that a million fit into memory.
struct KnownFiles {
    /// How a file stands to what is known.
    enum Standing: Sendable, Hashable {
        case new
        case same
        /// A further name of one that is the same.
        case otherName
        /// Another size, time or path.
        case changed
        /// The very file under another number of its device, which may change when the machine starts.
        case renumbered(from: LedgerEntry.File)

        /// Whether nothing is to be done for it.
        var needsNothing: Bool { self == .same || self == .otherName }
    }

    private var memories = FileMemories()
    private var devices: Set<UInt64> = []
    /// Further names of known files.
    private var otherNames: Set<UInt64> = []

    var count: Int { memories.count }

    mutating func add(_ file: LedgerEntry.File, _ mark: FileMark, at path: Path, seen: UInt32) {
        memories.insert(
            FileMemories.Memory(file: file, mark: Self.hash(mark), path: Self.hash(path), seen: seen))
        devices.insert(file.device)
    }

    mutating func remove(_ file: LedgerEntry.File) {
        memories.remove(file)
    }

    /// Remembers that a path is another name (a hard link) of a file, and no new file.
    mutating func addName(_ path: Path, of file: LedgerEntry.File) {
        otherNames.insert(Self.hash(path, of: file))
    }

    /// - Parameter seen: the number of the look through all folders that found it; 0 of any other look.
    mutating func standing(of found: FoundFile, seen: UInt32) -> Standing {
        guard let memory = memories[found.file] else { return renumbered(found) }
        see(found.file, in: seen)
        guard memory.mark == Self.hash(found.mark) else { return .changed }
        if memory.path == Self.hash(found.path) { return .same }
        return !otherNames.isEmpty && otherNames.contains(Self.hash(found.path, of: found.file)) ? .otherName : .changed
    }

    /// - Parameter number: of the look through all folders that found it; 0 of any other look.
    mutating func see(_ file: LedgerEntry.File, in number: UInt32) {
        if number != 0 { memories.see(file, in: number) }
    }

    func contains(_ file: LedgerEntry.File) -> Bool { memories[file] != nil }

    /// Whether a file was seen by none of the looks from `seen` on.
    func isUnseen(_ file: LedgerEntry.File, since seen: UInt32) -> Bool {
        memories[file].map { $0.seen < seen } ?? false
    }

    /// Whether there is any such file.
    func hasUnseen(since seen: UInt32) -> Bool { memories.hasUnseen(since: seen) }

    private func renumbered(_ found: FoundFile) -> Standing {
        // Without a time of birth an inode alone tells nothing.
        guard found.file.born != 0, memories.count > 0 else { return .new }
        for device in devices where device != found.file.device {
            let former = LedgerEntry.File(device: device, inode: found.file.inode, born: found.file.born)
            guard let memory = memories[former] else { continue }
            if memory.mark == Self.hash(found.mark), memory.path == Self.hash(found.path) {
                return .renumbered(from: former)
            }
        }
        return .new
    }

    private static func hash(_ mark: FileMark) -> UInt64 { UInt64(bitPattern: Int64(mark.hashValue)) }
    private static func hash(_ path: Path) -> UInt64 { UInt64(bitPattern: Int64(path.hashValue)) }

    private static func hash(_ path: Path, of file: LedgerEntry.File) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(file)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
