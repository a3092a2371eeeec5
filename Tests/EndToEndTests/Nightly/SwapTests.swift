import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct SwapTests {
    @Test(
        "`up` takes, stores, moves and deletes nothing of a folder that a user's own is exchanged for by a link",
        arguments: ["on-success: { move: done }, on-rejected: { move: no }", "on-success: delete, on-rejected: delete"])
    func swapped(actions: String) async throws {
        let sandbox = try Sandbox()
        let victim = try TestFolder()
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.watching("video", settle: "0s", more: "  user: { type: string }")
                .replacing("path: in,", with: "path: \"inbox/{user}/videos\", \(actions),")
                .replacing("rescan: 1h", with: "rescan: 1s"))
        for number in 0..<10 {
            try sandbox.write(Path("inbox/u1/videos/\(number).mp4"), Samples.mp4(1, payload: 100 + number))
            try victim.write(Path("\(number).mp4"), Samples.mp4(2, payload: 200 + number))
        }
        let folder = sandbox.folder.appending("inbox/u1/videos")
        let own = try Folder(opening: folder)
        let before = try Files.list(victim.path)
        let process = try await sandbox.up()
        let swap = try FolderSwap(folder, with: sandbox.folder.appending("inbox/u1/evil"), leadingTo: victim.path)
        var number = 10
        while swap.swaps < 4_000 || process.count("watch-processed") < 20, number < 5_000 {
            let file = try own.open(Path("\(number).mp4"), flags: O_WRONLY | O_CREAT | O_EXCL)
            try file.write(Samples.mp4(1, payload: 100 + number % 10))
            number += 1
            // A process each time: nothing here waits without doing anything.
            _ = try await sandbox.run("/bin/true", [])
        }
        try await swap.stop()
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.count("watch-processed") >= 20)
        #expect(try Files.list(victim.path) == before)
        let stolen = try Set(before.map { try Files.read(victim.path.appending($0), limit: 1 << 20) })
        for object in try sandbox.objects() { #expect(try !stolen.contains(sandbox.read(object))) }
    }

    @Test("a batch reads and stores nothing of a folder that its source's own is exchanged for by a link")
    func batch() async throws {
        let sandbox = try Sandbox()
        let victim = try TestFolder()
        let text = String(decoding: try sandbox.read("pipelines/video.yaml"), as: UTF8.self)
        try sandbox.write("pipelines/video.yaml", text + "source: { files: { glob: \"inbox/{title}/videos/*\" } }\n")
        for number in 0..<5 {
            try sandbox.write(Path("inbox/u1/videos/\(number).mp4"), Samples.mp4(1, payload: 100 + number))
            try victim.write(Path("\(number).mp4"), Samples.mp4(2, payload: 200 + number))
        }
        let swap = try FolderSwap(
            sandbox.folder.appending("inbox/u1/videos"), with: sandbox.folder.appending("inbox/u1/evil"),
            leadingTo: victim.path)
        var runs = 0
        while try swap.swaps < 4_000 || sandbox.objects().count < 20, runs < 300 {
            _ = try await sandbox.compass("run", "video")
            runs += 1
        }
        try await swap.stop()
        #expect(swap.swaps >= 4_000)
        #expect(try sandbox.objects().count >= 20)
        let stolen = try Set(Files.list(victim.path).map { try Files.read(victim.path.appending($0), limit: 1 << 20) })
        #expect(stolen.count == 5)
        for object in try sandbox.objects() { #expect(try !stolen.contains(sandbox.read(object))) }
    }
}
