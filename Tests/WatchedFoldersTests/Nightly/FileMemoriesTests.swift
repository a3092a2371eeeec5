import CompassTesting
import Pipelines
import Testing

@testable import WatchedFolders

@Suite struct FileMemoriesTests {
    private func file(_ inode: UInt64, device: UInt64 = 1, born: Int64 = 7) -> LedgerEntry.File {
        LedgerEntry.File(device: device, inode: inode, born: born)
    }

    @Test("inserted, changed, seen and removed in any order: the same as a dictionary", arguments: UInt64(1)...8)
    func dictionary(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var memories = FileMemories()
        var model: [LedgerEntry.File: (mark: UInt64, seen: UInt32)] = [:]
        // Inodes that fall into few lists, of two devices and two births.
        func any() -> LedgerEntry.File {
            file(
                UInt64.random(in: 0..<40, using: &generator) * 512, device: UInt64.random(in: 1...2, using: &generator),
                born: Int64.random(in: 0...1, using: &generator))
        }
        for step in 0..<4_000 {
            let file = any()
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                memories.insert(FileMemories.Memory(file: file, mark: UInt64(step), path: 3, seen: 0))
                model[file] = (UInt64(step), 0)
            case 2:
                memories.remove(file)
                model[file] = nil
            case 3:
                memories.see(file, in: UInt32(step))
                model[file]?.seen = UInt32(step)
            default:
                let least = UInt32.random(in: 0...UInt32(step), using: &generator)
                #expect(memories.hasUnseen(since: least) == model.values.contains { $0.seen < least })
            }
            let other = any()
            #expect(memories[other]?.mark == model[other]?.mark)
            #expect(memories[other]?.seen == model[other]?.seen)
            #expect(memories.count == model.count)
        }
        for (file, memory) in model { #expect(memories[file]?.mark == memory.mark) }
    }
}
