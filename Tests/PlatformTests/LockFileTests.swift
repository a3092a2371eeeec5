import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct LockFileTests {
    private let folder: TestFolder
    private let path: Path

    init() throws {
        folder = try TestFolder()
        path = try folder.write("lock", [])
    }

    @Test("two holders of one file exclude each other byte by byte, in one process as well")
    func excluding() throws {
        let (first, second) = (try LockFile(path), try LockFile(path))
        #expect(try first.take(7))
        #expect(try first.take(7), "what is held stays held")
        #expect(try !second.take(7))
        #expect(try second.take(8))
        #expect(try second.isTaken(7) && first.isTaken(8))
        #expect(try !first.isTaken(7), "its own is nobody else's")
        try first.giveUp(7)
        #expect(try !second.isTaken(7))
        #expect(try second.take(7))
    }

    @Test("the locks are free as soon as their holder is gone")
    func freed() throws {
        let second = try LockFile(path)
        do {
            let first = try LockFile(path)
            #expect(try first.take(1) && second.isTaken(1))
        }
        #expect(try !second.isTaken(1))
    }

    @Test("that a lock's file was replaced or removed is seen by who has it open")
    func replaced() throws {
        let file = try LockFile(path)
        #expect(try file.take(0) && file.isAtItsPath())
        TestFolder.remove(path)
        #expect(try !file.isAtItsPath())
        let other = try LockFile(path)
        #expect(try other.take(0), "the one that is at the path now is another one")
        #expect(try !file.isAtItsPath())
        #expect(try other.isAtItsPath())
    }

    @Test("a child process does not keep its parent's locks")
    func child() throws {
        let second = try LockFile(path)
        let child: ChildProcess
        do {
            let first = try LockFile(path)
            #expect(try first.take(1))
            child = try ChildProcess("/bin/cat", [], input: .pipe, output: .pipe)
        }
        // Its descriptors are closed by the time that the program itself runs.
        try child.input?.write([0x41])
        #expect(try child.output?.readSome(limit: 1) == [0x41])
        #expect(try !second.isTaken(1))
        kill(child.id, SIGKILL)
        _ = try child.wait()
    }
}
