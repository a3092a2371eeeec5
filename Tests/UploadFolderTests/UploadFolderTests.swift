import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Synchronization
import Testing

@testable import UploadFolder

@Suite struct UploadFolderTests {
    private let folder: TestFolder
    private let uploads: UploadFolder

    init() throws {
        folder = try TestFolder()
        uploads = UploadFolder(folder.file("uploads"))
    }

    /// Of upload 01A, named `a.txt`, of 10 bytes.
    private func begin(_ id: String = "01A", length: Int64 = 10) async throws {
        try await uploads.create(id, length: length, awaited: 0) {}
    }

    private func append(_ bytes: [UInt8], at offset: Int64, _ checksum: UploadChecksum? = nil) throws -> Int64 {
        let append = try uploads.append(to: "01A", named: "a.txt", at: offset, length: 10, checksum: checksum)
        try bytes.withUnsafeBytes { try append.write($0) }
        return try append.end()
    }

    private func kind(_ body: () throws -> Void) -> UploadError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? UploadError)?.kind
        }
    }

    /// Names below the folder of upload 01A.
    private func names() throws -> [String] { try Files.list(folder.file("uploads/01A")).map(\.text) }

    @Test("bytes are added at the end, and the finished file has its name and nothing beside it")
    func whole() async throws {
        try await begin()
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 0)
        #expect(try append([1, 2, 3], at: 0) == 3)
        #expect(try append([], at: 3) == 3)
        #expect(try append([4, 5, 6, 7, 8, 9, 10], at: 3) == 10)
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 10)
        #expect(try names() == [".receiving"])
        try uploads.finish("01A", named: "a.txt")
        try uploads.finish("01A", named: "a.txt")
        #expect(try names() == ["a.txt"])
        #expect(try Files.read(uploads.file(of: "01A", named: "a.txt"), limit: 100) == Array(1...10))
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 10)
        let status = try FileStatus.of(uploads.file(of: "01A", named: "a.txt"))
        #expect(status.mode == 0o600)
        #expect(try FileStatus.of(folder.file("uploads")).mode == 0o700)
    }

    @Test("a file may be announced with the very name that unfinished ones have")
    func sameName() async throws {
        try await begin()
        let append = try uploads.append(to: "01A", named: ".receiving", at: 0, length: 10)
        _ = try append.end()
        try append.name(".receiving")
        #expect(try names() == [".receiving"])
    }

    @Test("bytes that do not begin where the file ends are refused, with the place where it does")
    func wrongOffset() async throws {
        try await begin()
        _ = try append([1, 2, 3], at: 0)
        for offset in [0, 2, 4, 10] as [Int64] {
            let error = #expect(throws: UploadError.self) { try append([9], at: offset) }
            #expect(error?.kind == .wrongOffset(offset: 3))
            #expect(
                error?.message == "The upload has 3 bytes, so what follows begins there, and not at \(offset).")
        }
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 3)
    }

    @Test("more bytes than were announced are refused, and those before them stay")
    func tooLong() async throws {
        try await begin()
        let append = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10)
        try [UInt8](repeating: 1, count: 6).withUnsafeBytes { try append.write($0) }
        let error = #expect(throws: UploadError.self) {
            try [UInt8](repeating: 1, count: 5).withUnsafeBytes { try append.write($0) }
        }
        #expect(error?.kind == .tooLong)
        #expect(error?.message == "More bytes came than were announced: the file has 10.")
        #expect(try append.abandon() == 6)
        #expect(try append.abandon() == 6)
    }

    @Test("a second one who sends, asks or removes is refused while bytes are being added, and not afterwards")
    func locked() async throws {
        try await begin()
        do {
            let append = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10)
            let other = UploadFolder(folder.file("uploads"))
            for uploads in [uploads, other] {
                #expect(kind { _ = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10) } == .locked)
                #expect(kind { _ = try uploads.offset(of: "01A", named: "a.txt") } == .locked)
                #expect(kind { try uploads.remove("01A") } == .locked)
                #expect(kind { _ = try uploads.hold("01A") } == .locked)
                #expect(try await uploads.removeOrphans { _ in false } == 0)
                #expect(try uploads.size(of: "01A", named: "a.txt") == 0)
            }
            withExtendedLifetime(append) {}
        }
        #expect(try append([1], at: 0) == 1)
    }

    @Test("an upload that is given up takes no more bytes as long as somebody wants it so; what is there stays")
    func givenUp() async throws {
        try await begin()
        do {
            let append = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10)
            try ([1, 2, 3] as [UInt8]).withUnsafeBytes { try append.write($0) }
            let first = try #require(try UploadFolder(folder.file("uploads")).giveUp("01A"))
            let second = try #require(try uploads.giveUp("01A"))
            #expect(kind { try ([4] as [UInt8]).withUnsafeBytes { try append.write($0) } } == .expired)
            #expect(try append.abandon() == 3)
            withExtendedLifetime(first) {}
            withExtendedLifetime(second) {}
        }
        do {
            let again = try #require(try uploads.giveUp("01A"))
            #expect(kind { _ = try append([4], at: 3) } == .expired)
            withExtendedLifetime(again) {}
        }
        #expect(try uploads.size(of: "01A", named: "a.txt") == 3)
        // As after the end of a process that had given it up.
        _ = try append([4], at: 3)
        #expect(try uploads.size(of: "01A", named: "a.txt") == 4)
        #expect(try Files.list(folder.file("uploads/01A")).map(\.text) == [".receiving"])
        try uploads.remove("01A")
        #expect(try Files.list(folder.file("uploads")) == [])
        #expect(try uploads.giveUp("01A") == nil)
    }

    @Test("an upload whose last bytes came just before it was given up does not become whole")
    func givenUpAtItsEnd() async throws {
        try await begin()
        let append = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10)
        try [UInt8](repeating: 1, count: 10).withUnsafeBytes { try append.write($0) }
        let giving = try uploads.giveUp("01A")
        #expect(kind { _ = try append.end() } == .expired)
        withExtendedLifetime(giving) {}
    }

    @Test(
        "what has the digest that was sent stays, by either algorithm",
        arguments: [
            (UploadChecksum.Algorithm.sha1, "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
            (.sha256, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ])
    func checksum(algorithm: UploadChecksum.Algorithm, digest: String) async throws {
        try await begin()
        let checksum = UploadChecksum(algorithm, try #require(Base64.decode(digest)))
        #expect(try append(Array("abc".utf8), at: 0, checksum) == 3)
        #expect(try names() == [".receiving"])
        let error = #expect(throws: UploadError.self) { try append(Array("abd".utf8), at: 3, checksum) }
        #expect(error?.kind == .wrongChecksum)
        #expect(
            error?.message
                == "The bytes from 3 to 6 have not the \(algorithm.rawValue) that was sent with them. Send them again.")
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 3, "what is wrong is cut off")
        #expect(try names() == [".receiving"])
        #expect(try append(Array("abc".utf8), at: 3, checksum) == 6)
    }

    @Test("bytes that are still to be checked go when they are given up, and when whoever sent them has gone")
    func uncheckedBytes() async throws {
        try await begin()
        _ = try append([1, 2], at: 0)
        let checksum = UploadChecksum(.sha1, [UInt8](repeating: 0, count: 20))
        let given = try uploads.append(to: "01A", named: "a.txt", at: 2, length: 10, checksum: checksum)
        try [UInt8](repeating: 9, count: 4).withUnsafeBytes { try given.write($0) }
        #expect(try given.abandon() == 2)
        _ = consume given
        do {
            // As a process that dies leaves it.
            let left = try uploads.append(to: "01A", named: "a.txt", at: 2, length: 10, checksum: checksum)
            try [UInt8](repeating: 9, count: 4).withUnsafeBytes { try left.write($0) }
        }
        #expect(try names() == [".checking-2", ".receiving"])
        #expect(try uploads.size(of: "01A", named: "a.txt") == 6)
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 2)
        #expect(try names() == [".receiving"])
    }

    @Test("without a checksum what was written stays, also when whoever sent it has gone")
    func interrupted() async throws {
        try await begin()
        do {
            let append = try uploads.append(to: "01A", named: "a.txt", at: 0, length: 10)
            try [UInt8](repeating: 9, count: 4).withUnsafeBytes { try append.write($0) }
        }
        #expect(try uploads.offset(of: "01A", named: "a.txt") == 4)
    }

    @Test("what has no room is refused, what others still await included, and leaves nothing")
    func noRoom() async throws {
        for (length, awaited) in [(Int64.max, 0), (1, Int64.max), (1 << 60, 1)] as [(Int64, Int64)] {
            let error = await #expect(throws: UploadError.self) {
                try await uploads.create("01A", length: length, awaited: awaited) { Issue.record("it was recorded") }
            }
            #expect(error?.kind == .noRoom)
            #expect(error?.message.hasPrefix("There is no room for \(length) bytes: ") == true)
            #expect(error?.message.hasSuffix("and other uploads still await \(awaited).") == true)
        }
        #expect(try Files.list(folder.file("uploads")) == [])
    }

    @Test("what could not be recorded leaves nothing, and nobody takes it for an orphan before it is recorded")
    func unrecorded() async throws {
        struct Refused: Error {}
        await #expect(throws: Refused.self) {
            try await uploads.create("01A", length: 1, awaited: 0) { throw Refused() }
        }
        #expect(try Files.list(folder.file("uploads")) == [])
        try await uploads.create("01A", length: 1, awaited: 0) {
            let removed = try await uploads.removeOrphans { _ in false }
            #expect(removed == 0)
        }
        #expect(try await uploads.removeOrphans { _ in false } == 1)
    }

    @Test("an id is used once", arguments: ["01A", "../x", "", "a/b", ".", "a b"])
    func ids(id: String) async throws {
        if id == "01A" { try await begin() }
        let error = await #expect(throws: SystemError.self) {
            try await uploads.create(id, length: 1, awaited: 0) {}
        }
        #expect(error?.code == EEXIST)
        #expect(kind { _ = try uploads.offset(of: id == "01A" ? "01B" : id, named: "a") } == .notFound)
    }

    @Test("a sweep removes what nobody needs, and nothing else")
    func sweep() async throws {
        try await begin("01A")
        try await begin("01B")
        try folder.write("uploads/x y/file", [1])
        let asked = Mutex<[String]>([])
        let removed = try await uploads.removeOrphans { id in
            asked.withLock { $0.append(id) }
            return id == "01A"
        }
        #expect(removed == 1)
        #expect(asked.withLock { $0 } == ["01A", "01B", "01B"], "what is needed is asked about once, and not locked")
        #expect(try Files.list(folder.file("uploads")).map(\.text) == ["01A", "x y"])
        try uploads.remove("01A")
        try uploads.remove("01A")
        #expect(try Files.list(folder.file("uploads")).map(\.text) == ["x y"])
    }

    @Test("a link in place of an upload's folder leads nowhere")
    func link() async throws {
        try await begin("01B")
        let precious = try folder.write("outside/a.txt", [1])
        let link = folder.file("uploads/01A")
        #expect(precious.folder.withCString { to in link.withCString { symlink(to, $0) } } == 0)
        let error = #expect(throws: SystemError.self) { try uploads.remove("01A") }
        #expect(error?.code == ELOOP)
        #expect(Files.exists(precious))
    }
}
