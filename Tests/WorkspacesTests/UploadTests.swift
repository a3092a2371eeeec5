import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Testing
import UploadFolder

@testable import Workspaces

/// Files that are sent in pieces, up to their being whole.
@Suite struct UploadTests {
    func error(_ body: () async throws -> Void) async -> UploadError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? UploadError
        }
    }

    struct Refusal: Sendable {
        var name = "essay.txt"
        var length: Int64 = 6
        var owner = "kim"
        var title: String?
        var inputs: [String] = []
        let message: String
    }

    @Test(
        "what can never become a document is refused before a byte is sent, and leaves nothing",
        arguments: [
            Refusal(name: "", message: "The file's name `` is empty."),
            Refusal(name: "..", message: "The file's name `..` names a folder."),
            Refusal(
                name: "a/b.txt",
                message: "The file's name `a/b.txt` has a `/`: send the name alone, without its folders."),
            Refusal(
                name: "a\n.txt",
                message: "The file's name `a\\n.txt` has the character U+000A, which no name may have."),
            Refusal(name: "essay.exe", message: "`essay.exe` is no Transcript: its name has to end in .pdf or .txt."),
            Refusal(name: "essay", message: "`essay` is no Transcript: its name has to end in .pdf or .txt."),
            Refusal(
                name: ".PDF",
                message: "`.PDF` is an ending without a name before it. Give the file a name, such as `document.pdf`."),
            Refusal(
                name: "a\u{200C}.txt",
                message: "The file's name `a\\xE2\\x80\\x8C.txt` has the character U+200C, which no name may have."),
            Refusal(title: "\u{200B}", message: "The title has nothing that can be seen. A document needs a title."),
            Refusal(length: 0, message: "`essay.txt` is empty. A document needs contents."),
            Refusal(length: -1, message: "`essay.txt` is empty. A document needs contents."),
            Refusal(
                length: 100_000_001,
                message: "`essay.txt` has 100000001 bytes. A Transcript may have up to 100000000."),
            Refusal(owner: "..", message: "The owner `..` names a folder and no person."),
            Refusal(title: " ", message: "The title is empty. A document needs a title."),
            Refusal(inputs: ["user=mia"], message: "Pipeline `text` has no input `user`; it has type, title, schools."),
            Refusal(
                inputs: ["type=resume"],
                message: "`type` is no input of its own: the file is announced with its type."),
            Refusal(
                inputs: ["title=x"],
                message: "`title` is no input of its own: the file is announced with its title."),
            Refusal(
                inputs: ["colour=red"],
                message: "Pipeline `text` has no input `colour`; it has type, title, schools."),
        ])
    func refused(refusal: Refusal) async throws {
        let bench = try await UploadBench()
        let refused = await error {
            _ = try await bench.create(
                refusal.name, length: refusal.length, owner: refusal.owner, title: refusal.title,
                inputs: refusal.inputs)
        }
        #expect(refused?.message == refusal.message)
        #expect(refused?.kind == (refusal.length > 100_000_000 ? .tooLarge : .invalid))
        #expect(try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items == [])
        #expect(try bench.folders() == [])
    }

    @Test("who sends a file for a pipeline with an input `user` cannot make it somebody else's")
    func user() async throws {
        let pipeline = TestWorkspace.pipeline().replacing(
            "inputs:\n", with: "inputs:\n  user: { type: string, default: \"${{ run.owner }}\" }\n")
        let bench = try await UploadBench(["text": pipeline])
        let refused = await error { _ = try await bench.create(inputs: ["user=mia"]) }
        #expect(refused?.message == "`user` is no input of its own: the file is announced with whose it is.")
        let upload = try await bench.create()
        try await bench.append("essay\n", to: upload)
        _ = try await bench.run(upload)
        #expect(try await bench.documents().map(\.owner) == ["kim"])
        #expect(try await bench.runRecords().first?.inputs["user"] == "kim")
    }

    @Test("a file that does not fit beside those that are still awaited is refused")
    func room() async throws {
        let bench = try await UploadBench()
        _ = try await bench.create(length: 100_000_000)
        let refused = await error {
            try await bench.workspace.uploadFolder.create("01X", length: 1 << 62, awaited: 0) {}
        }
        #expect(refused?.kind == .noRoom)
    }

    @Test("a file goes on where its bytes end, and is complete with its last byte")
    func pieces() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(title: "My essay")
        #expect(upload.pipeline == "text" && upload.state == .receiving && upload.title == "My essay")
        #expect(upload.expiresAt == upload.createdAt.advanced(by: .seconds(86_400)))
        #expect(try await bench.uploads.progress(of: upload.id, of: "kim").offset == 0)
        bench.advance(by: .seconds(3_600))
        let first = try await bench.append("ess", to: upload)
        #expect(first.offset == 3 && first.upload.state == .receiving)
        #expect(
            first.upload.expiresAt == upload.expiresAt.advanced(by: .seconds(3_600)), "each piece gives it a day more")
        let wrong = await error { try await bench.append("x", to: upload, at: 0) }
        #expect(wrong?.kind == .wrongOffset(offset: 3))
        let long = await error { try await bench.append("ay\nmore", to: upload, at: 3) }
        #expect(long?.kind == .tooLong)
        let last = try await bench.append("ay\n", to: upload, at: 3)
        #expect(last.offset == 6 && last.upload.state == .complete)
        #expect(try await bench.uploads.progress(of: upload.id, of: nil).offset == 6)
        let again = await error { try await bench.append("", to: upload, at: 6) }
        #expect(again?.kind == .complete)
    }

    @Test("what has come before the sender left stays, but for what had to be checked")
    func interrupted() async throws {
        struct Gone: Error {}
        let bench = try await UploadBench()
        let upload = try await bench.create()
        let checksum = UploadChecksum(.sha256, [UInt8](repeating: 0, count: 32))
        for (sum, offset) in [(checksum, 0), (nil, 4)] as [(UploadChecksum?, Int64)] {
            await #expect(throws: Gone.self) {
                _ = try await bench.uploads.append(
                    UploadBench.stream([[1, 2], [3, 4]], failing: Gone()), to: upload.id, of: nil, at: 0,
                    checksum: sum)
            }
            #expect(try await bench.uploads.progress(of: upload.id, of: nil).offset == offset)
        }
    }

    @Test("of somebody else's upload nothing can be seen, added or ended")
    func owners() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(owner: "kim")
        let message = "There is no upload `\(upload.id)`, or none any more."
        for attempt in [
            await error { _ = try await bench.uploads.upload(upload.id, of: "mia") },
            await error { _ = try await bench.uploads.progress(of: upload.id, of: "mia") },
            await error { try await bench.append("e", to: upload, owner: "mia") },
            await error { try await bench.uploads.terminate(upload.id, of: "mia") },
        ] {
            #expect(attempt?.kind == .notFound)
            #expect(attempt?.message == message)
        }
        let list = try await bench.uploads.list(UploadQuery(owner: "mia"), limit: 10, after: nil)
        #expect(list.items == [])
        #expect(try await bench.uploads.list(UploadQuery(owner: "kim"), limit: 10, after: nil).items.count == 1)
        try await bench.append("e", to: upload, owner: "kim")
    }

    @Test("who gives an upload up removes its bytes; what has become a run's stays")
    func terminated() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create()
        try await bench.append("ess", to: upload)
        try await bench.uploads.terminate(upload.id, of: "kim")
        #expect(try bench.folders() == [])
        #expect(await error { _ = try await bench.uploads.progress(of: upload.id, of: nil) }?.kind == .notFound)
        let whole = try await bench.create()
        try await bench.append("essay\n", to: whole)
        let refused = await error { try await bench.uploads.terminate(whole.id, of: nil) }
        #expect(refused?.kind == .complete)
        #expect(refused?.message == "Upload \(whole.id) has all its bytes, and is a run's by now: cancel that.")
        _ = try await bench.run(whole)
        try await bench.uploads.terminate(whole.id, of: nil)
        #expect(try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items == [])
    }

    @Test("what waits for a day is given up, whole ones and those that go on are not, and it is forgotten a day later")
    func expired() async throws {
        let bench = try await UploadBench()
        let (left, going, whole) = (try await bench.create(), try await bench.create(), try await bench.create())
        bench.advance(by: .seconds(86_000))
        try await bench.append("e", to: going)
        try await bench.append("essay\n", to: whole)
        bench.advance(by: .seconds(400))
        let late = await error { try await bench.append("e", to: left) }
        #expect(late?.kind == .expired)
        #expect(
            late?.message == "Upload \(left.id) waited too long for its bytes and has expired. Send the file again.")
        var sweep = try await bench.uploads.sweep()
        #expect((sweep.givenUp, sweep.forgotten, sweep.orphans) == (1, 0, 0))
        #expect(try bench.folders() == [going.id, whole.id])
        #expect(await error { _ = try await bench.uploads.progress(of: left.id, of: nil) }?.kind == .expired)
        bench.advance(by: .seconds(86_401))
        sweep = try await bench.uploads.sweep()
        #expect((sweep.givenUp, sweep.forgotten, sweep.orphans) == (1, 1, 0))
        #expect(try bench.folders() == [whole.id])
        #expect(await error { _ = try await bench.uploads.progress(of: left.id, of: nil) }?.kind == .notFound)
    }

    @Test("bytes without a record go, and so do records without bytes")
    func orphans() async throws {
        let bench = try await UploadBench()
        let (kept, lost) = (try await bench.create(), try await bench.create())
        try await bench.workspace.uploadFolder.create("01ORPHAN", length: 1, awaited: 0) {}
        try bench.workspace.uploadFolder.remove(lost.id)
        let sweep = try await bench.uploads.sweep()
        #expect((sweep.givenUp, sweep.forgotten, sweep.orphans) == (1, 0, 1))
        #expect(try bench.folders() == [kept.id])
        #expect(try await bench.store.upload(lost.id, owner: nil)?.state == .expired)
    }
}

extension String {
    func replacing(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
