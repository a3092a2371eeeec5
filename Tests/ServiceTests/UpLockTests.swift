@testable import Representations
import CompassTesting
import Glibc
import Platform
import Testing

@testable import Service

@Suite struct UpLockTests {
    @Test("a process that is dead and not reaped is ending, and so is one that is gone; this one is not")
    func ending() throws {
        let child = try ChildProcess("/bin/true", [])
        var info = siginfo_t()
        // Waits for its death and leaves it dead.
        #expect(waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT) == 0)
        #expect(ProcessEnd.isNear(child.id))
        _ = try child.wait()
        #expect(ProcessEnd.isNear(child.id))
        #expect(!ProcessEnd.isNear(getpid()))
    }

    @Test("the lock of a process that is ending is waited for, and that of one that goes on is refused")
    func waits() async throws {
        let folder = try TestFolder()
        let child = try ChildProcess("/bin/true", [])
        _ = try child.wait()
        let path = try folder.write(UpLock.name, Array("\(child.id)\n".utf8))
        let holder = try LockFile(path)
        #expect(try holder.take(0))
        let root = folder.path
        let taking = Task { try await UpLock(root: root) }
        await Task.yield()
        try holder.giveUp(0)
        let lock = try await taking.value
        #expect(try Files.read(path, limit: 64) == Array("\(getpid())\n".utf8))
        await #expect(throws: Problem.self) { try await UpLock(root: root) }
        withExtendedLifetime(lock) {}
    }
}
