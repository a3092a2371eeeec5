import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct FolderClaimTests {
    @Test("claims of a folder disturb those of another group alone, name the process, and end with their holders")
    func claims() throws {
        let folder = try TestFolder()
        let path = folder.path
        let first = try FolderClaim(path, group: 7)
        let friend = try FolderClaim(path, group: 7)
        #expect(try first.rival() == nil && friend.rival() == nil)
        do {
            for group: UInt64 in [0, 6, 8, .max] {
                let other = try FolderClaim(path, group: group)
                #expect(try other.rival() == getpid())
                #expect(try first.rival() == getpid())
            }
        }
        #expect(try first.rival() == nil)
        #expect(throws: SystemError.self) { try FolderClaim(path.appending("none"), group: 1) }
    }
}
