internal import Pipelines

/// A few numbers for each of many files, found by what the file system says that a file is.
///
/// In many short sorted lists, each of which grows by an eighth: a dictionary is up to two and a half times as large as what
/// is in it, and has twice the size for a moment when it grows.
struct FileMemories {
    struct Memory {
        let file: LedgerEntry.File
        /// Of size and times.
        var mark: UInt64
        var path: UInt64
        /// The last look through all folders that saw it.
        var seen: UInt32
    }

    /// Which of the lists holds a file the last bits of its inode tell: most file systems number them one after the other.
    private var parts: [[Memory]] = Array(repeating: [], count: FileMemories.partCount)
    private static let partCount = 1_024

    private(set) var count = 0

    /// nil: there is none.
    subscript(_ file: LedgerEntry.File) -> Memory? {
        let (part, index) = place(of: file)
        return isHeld(file, in: part, at: index) ? parts[part][index] : nil
    }

    /// Takes the place of what is there for the file.
    mutating func insert(_ memory: Memory) {
        let (part, index) = place(of: memory.file)
        if isHeld(memory.file, in: part, at: index) {
            parts[part][index] = memory
            return
        }
        let size = parts[part].count
        if size == parts[part].capacity { parts[part].reserveCapacity(size + max(4, size / 8)) }
        parts[part].insert(memory, at: index)
        count += 1
    }

    mutating func remove(_ file: LedgerEntry.File) {
        let (part, index) = place(of: file)
        guard isHeld(file, in: part, at: index) else { return }
        parts[part].remove(at: index)
        count -= 1
    }

    /// The look through all folders that has seen the file; without a memory of it nothing is changed.
    mutating func see(_ file: LedgerEntry.File, in number: UInt32) {
        let (part, index) = place(of: file)
        if isHeld(file, in: part, at: index) { parts[part][index].seen = number }
    }

    /// Whether any was seen by none of the looks from `number` on.
    func hasUnseen(since number: UInt32) -> Bool { parts.contains { $0.contains { $0.seen < number } } }

    private func isHeld(_ file: LedgerEntry.File, in part: Int, at index: Int) -> Bool {
        index < parts[part].count && parts[part][index].file == file
    }

    /// Where it is, or would be.
    private func place(of file: LedgerEntry.File) -> (part: Int, index: Int) {
        let part = Int(file.inode % UInt64(Self.partCount))
        var (low, high) = (0, parts[part].count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(parts[part][middle].file, file) { low = middle + 1 } else { high = middle }
        }
        return (part, low)
    }

    private static func precedes(_ left: LedgerEntry.File, _ right: LedgerEntry.File) -> Bool {
        if left.inode != right.inode { return left.inode < right.inode }
        if left.born != right.born { return left.born < right.born }
        return left.device < right.device
    }
}
