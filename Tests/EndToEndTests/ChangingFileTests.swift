import CompassTesting
import Glibc
import Platform
import Testing

/// Files that change while they are uploaded.
@Suite(.timeLimit(.minutes(4))) struct ChangingFileTests {
    @Test(
        "a file that is replaced, truncated, extended or written during its upload is rejected, and nothing of it is stored",
        arguments: ["replaced", "written, its time put back", "truncated", "extended"].prefix(Nightly.isOn ? 4 : 2))
    func changed(how: String) async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video", max: "10GB"))
        try sandbox.write("clip.mp4", Samples.mp4())
        try sandbox.write("good.mp4", Samples.mp4(3))
        let clip = sandbox.folder.appending("clip.mp4")
        #expect(clip.withCString { truncate($0, 8 << 20) } == 0)
        // One after the other, so that it is the first file which is being uploaded.
        let child = try await sandbox.start(
            stoppingAt: Sandbox.uploading, ["run", "video", "clip.mp4", "good.mp4", "--json", "--workers", "1"],
            output: .pipe)
        switch how {
        case "replaced": try Files.replace(clip, with: Samples.mp4(9))
        case "truncated": #expect(clip.withCString { truncate($0, 1 << 20) } == 0)
        case "written, its time put back":
            let time = try FileStatus.of(clip).modified
            try FileDescriptor.open(clip, flags: O_WRONLY).write([0, 0, 0, 1])
            let spec = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
            #expect(clip.withCString { utimensat(AT_FDCWD, $0, [spec, spec], 0) } == 0)
        default: #expect(clip.withCString { truncate($0, 16 << 20) } == 0)
        }
        child.signal(SIGCONT)
        let (exit, text) = try await Sandbox.pool.run {
            let output = try #require(child.output).readToEnd(limit: 1 << 20)
            return (try child.wait(), String(decoding: output, as: UTF8.self))
        }
        #expect(exit.status == 3, "\(text)")
        let lines = try text.split(separator: "\n").map { try Value(json: String($0)) }
        #expect(lines.first?["error"]?["kind"] == "source-changed", "\(text)")
        #expect(lines.last?["status"] == "succeeded", "\(text)")
        #expect(try sandbox.objects().count == 1)
    }

    @Test("W22: a watched file that is overwritten during its run is taken anew, and nothing is left in quarantine")
    func watched() async throws {
        let sandbox = try Sandbox(texts: ["pipelines/clips.yaml": Sandbox.watching("clips")])
        try Files.createFolders(sandbox.folder.appending("in"))
        let process = try await sandbox.up(
            environment: ["COMPASS_FAILPOINT=\(Sandbox.uploading)", "COMPASS_FAILPOINT_ACTION=stop"])
        let (large, clip) = (sandbox.folder.appending("large.mp4"), sandbox.folder.appending("in/clip.mp4"))
        try Files.replace(large, with: Samples.mp4())
        // It is whole: behind its boxes, zeros are one that reaches to the end.
        #expect(large.withCString { truncate($0, 8 << 20) } == 0)
        try systemCall("rename") { large.withCString { old in clip.withCString { rename(old, $0) } } }
        try await process.standstill()
        try Files.replace(clip, with: Samples.mp4(9))
        process.signal(SIGCONT)
        try await process.entry("watch-processed") { $0["status"]?.string == "succeeded" }
        #expect(try await process.end(after: SIGTERM) == 0)
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.map { $0["status"] } == ["succeeded", "rejected"], "\(runs)")
        #expect(runs.last?["error"]?["kind"] == "source-changed", "\(runs)")
        #expect(try await sandbox.list("quarantine") == [])
        #expect(try sandbox.kept() == [])
        let objects = try sandbox.objects()
        #expect(objects.count == 1)
        for object in objects { #expect(try sandbox.read(object) == Samples.mp4(9)) }
    }
}
