import CompassTesting
import Glibc
import Platform
import Testing

/// Files of runs that were rejected or failed.
@Suite struct QuarantineTests {
    static let strict = Sandbox.pipeline("video", type: "highlight_video", max: "1kB")
    private static let lenient = Sandbox.pipeline("video", type: "highlight_video")

    /// A workspace with a file that is too large for its pipeline, after the pipeline was mended.
    func rejected(_ file: Path = "clip.mp4", copyUpTo: String = "1GB") async throws -> (Sandbox, id: Path) {
        let sandbox = try Sandbox()
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nquarantine: { copy-up-to: \(copyUpTo) }\n")
        try sandbox.write("pipelines/video.yaml", Self.strict)
        if !file.isAbsolute { try sandbox.write(file, Samples.mp4(1, payload: 5_000)) }
        let output = try await sandbox.compass("run", "video", file, "-i", "title=Old", "--json", ending: 3)
        try sandbox.write("pipelines/video.yaml", Self.lenient)
        return (sandbox, try sandbox.run(output))
    }

    /// Writes into the file that is there, as `cp` does.
    func overwrite(_ path: Path) throws {
        try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC).write(Samples.mp4(9, payload: 5_000))
    }

    @Test("a rejected file is kept with its reason, its run and the line that decided")
    func kept() async throws {
        let (sandbox, id) = try await rejected()
        let entry = try #require(try await sandbox.list("quarantine", "list").first)
        #expect(entry["id"]?.string == id.text && entry["run"]?.string == id.text)
        #expect(entry["pipeline"] == "video" && entry["stage"] == "size-check" && entry["kind"] == "too-large")
        #expect(entry["status"] == "rejected" && entry["attempt"] == 1 && entry["state"] == "held")
        #expect(entry["place"] == "pipelines/video.yaml:10")
        #expect(entry["kept"]?["way"] == "copy")
        #expect(try sandbox.kept() == [Path(".compass/quarantine/\(id)/clip.mp4")])
        let text = try await sandbox.compass("quarantine")
        #expect(
            text.text.hasPrefix(
                """
                1 rejected by video, size-check: too-large
                  File exceeds 1kB limit. Please compress or choose a smaller file.
                """), "\(text)")
        #expect(text.text.contains("pipelines/video.yaml:10"))
        try await sandbox.compass("quarantine", "show", id, text: .has("  Decided at  pipelines/video.yaml:10\n"))
    }

    @Test("release runs with the old bytes and inputs although the original was overwritten in place")
    func overwritten() async throws {
        let (sandbox, id) = try await rejected()
        try overwrite(sandbox.folder.appending("clip.mp4"))
        let released = try await sandbox.compass("quarantine", "release", id, "--json", ending: 0)
        let line = try #require(try released.lines.first)
        #expect(line["file"] == "clip.mp4" && line["attempt"] == 2)
        #expect(line["origin"]?["kind"] == "release" && line["origin"]?["run"]?.string == id.text)
        #expect(line["document"]?["title"] == "Old")
        let object = try #require(try sandbox.objects().first)
        #expect(object.text.hasSuffix("_clip.mp4"))
        #expect(try sandbox.read(object) == Samples.mp4(1, payload: 5_000))
        #expect(try await sandbox.list("quarantine").isEmpty)
        let entry = try #require(try await sandbox.list("quarantine", "list", "--resolved").first)
        #expect(entry["state"] == "released" && entry["released-to"] == line["run"])
        #expect(try sandbox.kept() == [])
        let again = try await sandbox.compass("quarantine", "release", id, ending: 1)
        #expect(again.errors == "compass: \(id) was released to run \(try sandbox.run(released)) already.\n")
    }

    @Test("a second name is refused once its bytes were written, and good when only the first name is gone")
    func link() async throws {
        let (written, first) = try await rejected(copyUpTo: "1B")
        #expect(try await written.list("quarantine").first?["kept"]?["way"] == "link")
        try overwrite(written.folder.appending("clip.mp4"))
        try await written.compass(
            "quarantine", "release", first, ending: 1,
            errors: .starts("compass: clip.mp4 was written after run \(first) had read it, and quarantine holds "))
        #expect(try await written.list("quarantine").count == 1)

        let (replaced, second) = try await rejected(copyUpTo: "1B")
        try replaced.write("clip.mp4", Samples.mp4(9))
        try await replaced.compass("quarantine", "release", second, ending: 0)
        #expect(try replaced.read(try #require(try replaced.objects().first)) == Samples.mp4(1, payload: 5_000))
        #expect(try replaced.read("clip.mp4") == Samples.mp4(9))
    }

    @Test("discard erases what was kept and never the original")
    func discard() async throws {
        let (sandbox, id) = try await rejected()
        let output = try await sandbox.compass("quarantine", "discard", id, "--yes")
        #expect(output.status == 0 && output.text == "Discarded clip.mp4.\n", "\(output)")
        #expect(try sandbox.kept() == [])
        #expect(try sandbox.read("clip.mp4") == Samples.mp4(1, payload: 5_000))
        #expect(try await sandbox.list("quarantine", "list", "--resolved").first?["state"] == "discarded")
        // As when it was killed before it said so.
        try await sandbox.compass(
            "quarantine", "discard", id, "--yes", ending: 0, errors: .has("\(id) was discarded already\n"))
        try await sandbox.compass(
            "quarantine", "discard", "nothing", ending: 2,
            errors: .equals(
                "compass: There is no `nothing` in quarantine. `compass quarantine list --resolved` shows former entries.\n"
            ))
    }

    @Test(
        "a release that is killed anywhere loses nothing and does nothing twice",
        arguments: Nightly.isOn
            ? [
                "engine.run-started", "engine.before-finish", "engine.finished", "quarantine.resolved",
                "quarantine.before-discard", "quarantine.discarded",
            ] : ["quarantine.resolved"])
    func killed(failpoint: String) async throws {
        let (sandbox, id) = try await rejected()
        try overwrite(sandbox.folder.appending("clip.mp4"))
        try await sandbox.compass(
            ["quarantine", "release", id], environment: ["COMPASS_FAILPOINT=\(failpoint)"], ending: 128 + SIGKILL)
        try await sandbox.compass("runs", "resume", ending: 0)
        if try await !sandbox.list("quarantine").isEmpty {
            try await sandbox.compass("quarantine", "release", id, ending: 0)
        }
        #expect(try await sandbox.list("quarantine").isEmpty)
        #expect(try sandbox.kept() == [])
        let documents = try await sandbox.list("documents", "list")
        #expect(documents.map { $0["version"] } == [1])
        #expect(try sandbox.objects().count == 1)
        #expect(try sandbox.read(try #require(try sandbox.objects().first)) == Samples.mp4(1, payload: 5_000))
        #expect(try sandbox.announced().count == 1)
    }
}
