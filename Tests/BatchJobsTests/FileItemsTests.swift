import CompassTesting
import Documents
import Engine
import Glibc
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

@Suite struct FileItemsTests: FileItemsSuite {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test("files come oldest first over all pages, and their paths give inputs")
    func oldestFirst() async throws {
        for (number, name) in ["c.mp4", "a.mp4", "e.mp4", "b.mp4", "d.mp4"].enumerated() {
            try write(Path("inbox/u\(number)/\(name)"), age: 100 - number)
        }
        try write("inbox/u9/notes.txt", age: 500)
        try write("elsewhere/u9/x.mp4", age: 500)
        let (requests, _, failure) = try await items("glob: 'inbox/{user}/*', include: ['*.mp4']")
        #expect(requests.map { $0.file?.name.text } == ["c.mp4", "a.mp4", "e.mp4", "b.mp4", "d.mp4"])
        #expect(requests.map { $0.inputs["user"] } == ["u0", "u1", "u2", "u3", "u4"])
        #expect(requests.first?.trigger["path"] == "inbox/u0/c.mp4")
        #expect(failure == nil)
    }

    @Test("W19: symbolic links are left out and not followed, and a loop of them is no loop")
    func links() async throws {
        try write("outside/secret.mp4")
        try write("inbox/real.mp4")
        for (target, name) in [("../outside/secret.mp4", "link.mp4"), ("../outside", "folder"), (".", "loop")] {
            let path = folder.path.appending("inbox").appending(Path(name))
            #expect(path.withCString { link in symlink(target, link) } == 0)
        }
        let (requests, leftOut, _) = try await items("glob: 'inbox/**/*.mp4'")
        #expect(requests.map { $0.file?.name.text } == ["real.mp4"])
        #expect(leftOut == ["inbox/link.mp4: it is a symbolic link"])
    }

    @Test("W8: temporary names are left out and told about")
    func temporary() async throws {
        try write("inbox/clip.mp4")
        try write("inbox/clip.mp4.part")
        let (requests, leftOut, _) = try await items("glob: 'inbox/*'")
        #expect(requests.map { $0.file?.name.text } == ["clip.mp4"])
        #expect(leftOut.count == 1)
        #expect(leftOut.first?.hasPrefix("inbox/clip.mp4.part: ") == true)
    }

    @Test("W12: an empty file waits for its contents until a later batch")
    func empty() async throws {
        try folder.write("inbox/empty.mp4", [])
        let (requests, leftOut, _) = try await items("glob: 'inbox/*'")
        #expect(requests.isEmpty)
        #expect(leftOut == ["inbox/empty.mp4: it is empty"])
    }

    @Test("how old a file is its modification time says, when it came the system")
    func ages() async throws {
        try write("inbox/old.mp4")
        try folder.write("inbox/new.mp4", Array("text".utf8))
        let soon = Timestamp.now().advanced(by: .seconds(60))
        let names = { (source: String, time: Timestamp) in
            try await items(source, at: time).requests.compactMap { $0.file?.name.text }
        }
        #expect(try await names("glob: 'inbox/*'", soon) == ["old.mp4", "new.mp4"])
        #expect(try await names("glob: 'inbox/*', older-than: 1h", soon) == ["old.mp4"])
        // It was not there yet, however old it is.
        #expect(try await names("glob: 'inbox/*', older-than: 1h", soon.advanced(by: .seconds(-7_200))) == [])
    }

    @Test("what came after the batch began, or has not rested for long enough, is left to a later one")
    func times() async throws {
        try folder.write("inbox/a.mp4", Array("text".utf8))
        let now = Timestamp.now()
        let before = try await items("glob: 'inbox/*'", at: now.advanced(by: .seconds(-60))).requests
        #expect(before.isEmpty)
        let fresh = try await items("glob: 'inbox/*', older-than: 1h", at: now.advanced(by: .seconds(60))).requests
        #expect(fresh.isEmpty)
        let rested = try await items("glob: 'inbox/*', older-than: 1h", at: now.advanced(by: .seconds(3_700))).requests
        #expect(rested.count == 1)
    }

    @Test("what went, was replaced or was written after it was listed is left out and told about")
    func changedSinceListed() async throws {
        for name in ["gone", "kept", "replaced", "written"] { try write(Path("inbox/\(name).mp4")) }
        let pipeline = try pipeline("glob: 'inbox/*'")
        let leftOut = LeftOut()
        let batch = BatchBench.batch(pipeline, at: Timestamp.now().advanced(by: .seconds(5)))
        let listed = try await items(of: batch, pipeline, leftOut).page(after: nil).items
        #expect(listed.count == 4)
        let inbox = folder.path.appending("inbox")
        #expect(inbox.appending("gone.mp4").withCString { unlink($0) } == 0)
        // The same size and time, in another file.
        try write("elsewhere/replaced.mp4")
        let other = folder.path.appending("elsewhere/replaced.mp4")
        #expect(other.withCString { from in inbox.appending("replaced.mp4").withCString { rename(from, $0) } } == 0)
        try folder.write("inbox/written.mp4", Array("other text".utf8))
        var requests: [RunRequest] = []
        for item in listed {
            if let request = try await item.prepare() { requests.append(request) }
        }
        #expect(requests.map { $0.file?.name.text } == ["kept.mp4"])
        #expect(
            leftOut.sorted == [
                "inbox/gone.mp4: it is not there any more",
                "inbox/replaced.mp4: it is not the file any more that was listed",
                "inbox/written.mp4: it is not the file any more that was listed",
            ])
        // Whether it is still the same is for the run to see when it opens it.
        let kept = try #require(requests.first)
        let status = try FileStatus.of(inbox.appending("kept.mp4"))
        #expect(kept.expected?.matches(status) == true)
    }

    @Test("a folder that is not there is said, and so is one that may not be looked into, after the others")
    func unreadable() async throws {
        await #expect {
            _ = try await items("glob: 'inbox/*'")
        } throws: { error in
            (error as? StageError)?.message.hasPrefix("The files of `inbox/*` cannot be looked for: ") == true
        }
        try write("inbox/open/a.mp4")
        try write("inbox/shut/b.mp4")
        let shut = folder.path.appending("inbox/shut")
        #expect(shut.withCString { chmod($0, 0) } == 0)
        if geteuid() == 0 { return }
        let (requests, _, failure) = try await items("glob: 'inbox/*/*'")
        #expect(requests.map { $0.file?.name.text } == ["a.mp4"])
        #expect(failure?.message.hasPrefix("The folder inbox/shut cannot be looked into: ") == true)
    }

    @Test("a cursor gives its file back, and other texts give none")
    func cursors() {
        let file = FoundFile(modified: -5, path: Path(bytes: [0xFF, 0x0A, 0x2F, 0x3A]))
        #expect(FoundFile(cursor: file.cursor) == file)
        for text in ["", "5", "5:abc", "x:61", "5:6g", "5:61:62"] { #expect(FoundFile(cursor: text) == nil, "\(text)") }
    }
}
