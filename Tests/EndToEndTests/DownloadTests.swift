import Glibc
import Platform
import Testing

@Suite struct DownloadTests {
    private static func stored() async throws -> (sandbox: Sandbox, id: Path, bytes: [UInt8]) {
        let sandbox = try Sandbox()
        let bytes = Samples.mp4(7, payload: 3_000_000)
        try sandbox.write("inbox/clip.mp4", bytes)
        let run = try await sandbox.compass("run", "video", "inbox/clip.mp4", "--json")
        let id = try #require(try run.lines.first?["document"]?["id"]?.string, "\(run)")
        return (sandbox, Path(id), bytes)
    }

    /// Names in the workspace's folder that a download might have left.
    private static func leftovers(_ sandbox: Sandbox) throws -> [Path] {
        try Files.list(sandbox.folder).filter { $0.text.hasSuffix(".part") }
    }

    @Test("a download has the stored bytes and the original name, and replaces nothing unless told")
    func download() async throws {
        let (sandbox, id, bytes) = try await Self.stored()
        try await sandbox.compass("documents", "download", id, ending: 0)
        #expect(try sandbox.read("clip.mp4") == bytes)

        try sandbox.write("clip.mp4", "mine")
        let second = try await sandbox.compass("documents", "download", id, ending: 2)
        #expect(
            second.errors == "compass: clip.mp4 exists; `--force` replaces it, `--output FILE` chooses another name\n")
        #expect(try sandbox.read("clip.mp4") == Array("mine".utf8))
        #expect(try await sandbox.compass("documents", "download", id, "--force").status == 0)
        #expect(try sandbox.read("clip.mp4") == bytes)

        try Files.createFolders(sandbox.folder.appending("copies"))
        #expect(try await sandbox.compass("documents", "download", id, "--output", "copies").status == 0)
        #expect(try sandbox.read("copies/clip.mp4") == bytes)
        let named = Path(bytes: [0x61, 0xFF, 0x0A])
        #expect(try await sandbox.compass("documents", "download", id, "-o", named).status == 0)
        #expect(try sandbox.read(named) == bytes)
        #expect(try Self.leftovers(sandbox) == [])
    }

    @Test("a folder that is not there is made when its name ends with a slash, and none above it")
    func newFolder() async throws {
        let (sandbox, id, bytes) = try await Self.stored()
        try sandbox.write("inbox/second.mp4", Samples.mp4(8))
        try #require(try await sandbox.compass("run", "video", "inbox/second.mp4").status == 0)
        try await sandbox.compass("documents", "download", "clip", "second", "-o", "backup/", ending: 0)
        #expect(try sandbox.read("backup/clip.mp4") == bytes && sandbox.read("backup/second.mp4") == Samples.mp4(8))
        #expect(try await sandbox.compass("documents", "download", id, "-o", "one/").status == 0)
        #expect(try sandbox.read("one/clip.mp4") == bytes)
        let deep = try await sandbox.compass("documents", "download", id, "-o", "no/such/")
        #expect(deep.status == 1 && !Files.exists(sandbox.folder.appending("no")), "\(deep)")
        let unclear = try await sandbox.compass("documents", "download", "clip", "second", "-o", "copies")
        #expect(
            unclear.status == 2 && unclear.errors.contains("with `/` after it if it is not there yet"), "\(unclear)")
        #expect(!Files.exists(sandbox.folder.appending("copies")))
    }

    @Test("- writes the bytes to standard output and nothing else")
    func standardOutput() async throws {
        let (sandbox, id, bytes) = try await Self.stored()
        let output = try await sandbox.run(
            "/bin/sh", ["-c", "\"$1\" documents download \"$2\" -o - >copy", "sh", Sandbox.program, id], ending: 0)
        #expect(output.errors == "")
        #expect(try sandbox.read("copy") == bytes)
    }

    @Test("bytes that are not those that were stored are never handed out as the document")
    func damaged() async throws {
        let (sandbox, id, bytes) = try await Self.stored()
        let object = try #require(try sandbox.objects().first)
        var changed = bytes
        changed[2_000_000] ^= 1
        try sandbox.write(object, changed)
        let flipped = try await sandbox.compass("documents", "download", id, ending: 1)
        #expect(flipped.errors.hasPrefix("compass: The stored bytes are damaged"), "\(flipped)")
        try sandbox.write(object, Array(bytes.dropLast()))
        #expect(try await sandbox.compass("documents", "download", id).status == 1)
        _ = sandbox.folder.appending(object).withCString { unlink($0) }
        try await sandbox.compass("documents", "download", id, ending: 1, errors: .has("are not in the store"))
        #expect(!Files.exists(sandbox.folder.appending("clip.mp4")))
        #expect(try Self.leftovers(sandbox) == [])
    }
}
