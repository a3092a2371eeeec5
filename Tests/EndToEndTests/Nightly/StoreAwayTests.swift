import Glibc
import Platform
import Testing

/// A workspace whose object store was moved away, or lies on a disk that is not there.
@Suite struct StoreAwayTests {
    private let sandbox: Sandbox
    private let store: Path = ".compass/objects"

    init() async throws {
        sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4(1))
        try sandbox.write("other.mp4", Samples.mp4(2))
        try #require(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        try move(store, "away")
    }

    private func move(_ from: Path, _ to: Path) throws {
        try #require(rename(sandbox.folder.appending(from).description, sandbox.folder.appending(to).description) == 0)
    }

    @Test("what needs no object works, and leaves the place of the store free")
    func looking() async throws {
        for arguments in [
            ["status"], ["documents", "list"], ["documents", "stats"], ["runs", "list"], ["quarantine", "list"],
            ["schools", "list"], ["schools", "add", "x", "X"], ["batches", "list"], ["runs", "prune", "--dry-run"],
        ] as [[Path]] {
            let output = try await sandbox.compass(arguments, ending: 0)
            #expect(!output.errors.contains("store"), "\(arguments): \(output)")
            #expect(!Files.exists(sandbox.folder.appending(store)), "\(arguments)")
        }
    }

    @Test("a run is refused before anything is stored, and works once the store is back")
    func running() async throws {
        try await sandbox.compass(
            "run", "video", "other.mp4", ending: 1,
            errors: .has(
                "The object store .compass/objects is not there, although the catalog has documents whose bytes lie there."
            ))
        #expect(!Files.exists(sandbox.folder.appending(store)))
        try move("away", store)
        #expect(try await sandbox.compass("run", "video", "other.mp4").status == 0)
        #expect(try sandbox.objects().count == 2)
    }

    @Test("a download says that the store is not there")
    func download() async throws {
        let document = try #require(try await sandbox.compass("documents", "list", "--json").lines.first?["id"]?.string)
        let output = try await sandbox.compass("documents", "download", Path(document), "-o", "copy.mp4", ending: 1)
        #expect(output.errors.contains("The object store .compass/objects is not there"), "\(output)")
        #expect(!Files.exists(sandbox.folder.appending("copy.mp4")))
    }

    @Test("`status --require-running` tells of a service that runs when the database cannot be read")
    func statusOfService() async throws {
        try move("away", store)
        let service = try await sandbox.up()
        // The service itself ends once its database is replaced: another folder leads to it, with a database that is none.
        let state = sandbox.folder.appending("view/.compass")
        try Files.createFolders(state.appending("compass.db"))
        let socket = sandbox.folder.appending(".compass/up.sock").description
        try #require(symlink(socket, state.appending("up.sock").description) == 0)
        let output = try await sandbox.compass("-w", "view", "status", "--require-running")
        #expect(output.status == 0, "\(output)\n\(service.text)")
        #expect(output.errors.contains("showing what `compass up` reports"), "\(output)")
        #expect(try await service.end(after: SIGTERM) == 0)
    }
}
