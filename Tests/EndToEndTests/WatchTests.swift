import CompassTesting
import Glibc
import Platform
import Testing

/// `compass watch` from outside: what is left after every death is one document for each file, and each file in its place.
@Suite struct WatchTests {
    static let pipeline = """
        version: 1
        name: clips
        on:
          watch:
            path: inbox/{user}
            settle: 0s
            on-success: { move: done/ }
            on-rejected: { move: rejected/ }
        inputs:
          user: { type: string, required: true }
          type: { type: document-type, default: transcript }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: upload
          - uses: create-version
            with: { title: "${{ document.stem }}" }
          - uses: notify
            with: { channel: log, subject: "New: ${{ document.stem }}" }

        """

    func sandbox(files: Int, refused: Int = 0) throws -> Sandbox {
        let sandbox = try Sandbox(texts: ["pipelines/clips.yaml": Self.pipeline])
        for index in 0..<files { try sandbox.write(Path("inbox/u\(index % 3)/f\(index).pdf"), Samples.pdf(index)) }
        for index in 0..<refused { try sandbox.write(Path("inbox/u0/r\(index).exe"), "MZ \(index)") }
        return sandbox
    }

    /// Everything is done, and nothing twice.
    func check(_ sandbox: Sandbox, files: Int, refused: Int = 0) async throws {
        let documents = try await sandbox.compass("documents", "list", "--json", "--limit", "1000").lines
        #expect(documents.count == files)
        #expect(try sandbox.objects().count == files)
        let runs = try await sandbox.compass("runs", "list", "--json", "--limit", "1000").lines
        #expect(runs.count { $0["status"] == "succeeded" } == files)
        #expect(runs.count { $0["status"] == "rejected" } == refused)
        #expect(runs.count == files + refused)
        for index in 0..<files {
            #expect(Files.exists(sandbox.folder.appending(Path("inbox/u\(index % 3)/done/f\(index).pdf"))))
        }
        for index in 0..<refused {
            let path = Path("inbox/u0/rejected/r\(index).exe")
            #expect(Files.exists(sandbox.folder.appending(path)))
            #expect(Files.exists(sandbox.folder.appending(Path(bytes: path.bytes + Array(".reason.json".utf8)))))
        }
        let log = try sandbox.read(".compass/notifications.ndjson")
        #expect(log.count { $0 == UInt8(ascii: "\n") } == files)
    }

    @Test(
        "W25: a death at each place of taking, ending and moving a file loses none and doubles none",
        arguments: Nightly.isOn
            ? [
                "watch.taken", "watch.taken:3", "watch.ended", "watch.ended:2", "watch.moved", "watch.moved:3",
                "engine.run-started", "engine.finished", "move.renamed", "reason.written", "reason.named",
            ] : ["watch.taken:3", "watch.moved"])
    func places(place: String) async throws {
        let sandbox = try sandbox(files: 4, refused: 2)
        let killed = try await sandbox.compass("watch", "clips", "--once", environment: ["COMPASS_FAILPOINT=\(place)"])
        #expect(killed.status == 137, "\(killed.errors)")
        let output = try await sandbox.compass("watch", "clips", "--once")
        #expect(output.status == 0 || output.status == 3, "\(output.errors)")
        try await check(sandbox, files: 4, refused: 2)
    }

    @Test("W37, W40: a second process is refused with the first one's number, and SIGTERM ends that one with 143")
    func twoProcesses() async throws {
        let sandbox = try sandbox(files: 1)
        let folder = sandbox.folder
        let (child, output) = try await Sandbox.pool.run {
            let child = try ChildProcess(
                Sandbox.program, ["watch", "clips"], environment: Sandbox.environment, folder: folder, errors: .null)
            let output = try #require(child.output)
            var text = ""
            while !text.contains("succeeded") {
                let part = try output.readSome(limit: 4_096)
                if part.isEmpty { break }
                text += String(decoding: part, as: UTF8.self)
            }
            return (child, text)
        }
        #expect(output.contains("f0.pdf: succeeded"), "\(output)")
        let second = try await sandbox.compass("watch", "clips", ending: 1)
        #expect(second.errors.contains("is watched by another process ("), "\(second.errors)")
        child.signal(SIGTERM)
        let exit = try await Sandbox.pool.run { try child.wait() }
        #expect(exit.status == 143)
        try await check(sandbox, files: 1)
    }

    @Test("once, on a folder that is not there, says so and ends with 1")
    func onceMissing() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/clips.yaml", Self.pipeline.replacing("inbox/{user}", with: "inbx/{user}"))
        let output = try await sandbox.compass("watch", "clips", "--once", ending: 1)
        let folder = try Files.resolve(sandbox.folder).appending("inbx")
        #expect(
            output.errors
                == "compass: the folder \(folder) is not there, so nothing was taken from it: correct `path` in "
                + "pipelines/clips.yaml, make the folder, or mount it\n")
        try Files.createFolders(folder)
        #expect(try await sandbox.compass("watch", "clips", "--once").status == 0)
    }

    @Test("a pipeline without a watched folder is refused with what to do")
    func noWatch() async throws {
        let output = try await Sandbox().compass("watch", "video", ending: 2)
        #expect(
            output.errors.hasPrefix(
                "compass: pipeline `video` watches no folder: give it `on: { watch: { path: … } }`, or use `run`"),
            "\(output.errors)")
    }
}
