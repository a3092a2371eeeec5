import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

@Suite struct FolderArmingTests {
    @Test("folders are watched again once all could be looked into, and not when one cannot be read meanwhile")
    func unreadable() throws {
        let folder = try TestFolder()
        let fails = Mutex(true)
        let (changes, end) = AsyncStream.makeStream(of: [FolderChange].self)
        end.finish()
        let arming = FolderArming(
            FolderEvents(
                changes: changes,
                add: { _, path throws(SystemError) in
                    if fails.withLock({ $0 }) { throw SystemError("watch", on: path.description, code: ENOMEM) }
                }, remove: { _ in }, removeAll: { _ in }, close: {}))
        let look = { (isWhole: Bool) throws in
            arming.begin(nil)
            if isWhole { arming.enter(try Folder(opening: folder.path), as: folder.path) }
            return arming.end(isWhole: isWhole)
        }
        let first = try look(true)
        #expect(first.isNew && first.standing.reason != nil)
        fails.withLock { $0 = false }
        let unread = try look(false)
        #expect(!unread.isNew && unread.standing.reason == first.standing.reason)
        let whole = try look(true)
        #expect(whole.isNew && whole.standing.reason == nil && whole.standing.armed == 1)
    }
}
