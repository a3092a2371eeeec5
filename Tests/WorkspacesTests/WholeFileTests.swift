import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Testing
import UploadFolder

@testable import Workspaces

/// Files that come in one request.
@Suite struct WholeFileTests {
    private struct Cut: Error {}

    private static let announced = UploadAnnouncement(owner: "kim", length: 6, name: "essay.txt", type: .transcript)

    private static func error(_ body: () async throws -> Void) async -> UploadError.Kind? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? UploadError)?.kind
        }
    }

    @Test("before it is whole it is nobody else's, from before it is visible; then it is an upload like others")
    func closed() async throws {
        let bench = try await UploadBench()
        let uploads = bench.uploads
        let file = try await uploads.begin(Self.announced, for: bench.pipelines())
        let id = file.upload.id
        #expect(await Self.error { _ = try bench.workspace.uploadFolder.hold(id) } == .locked)
        for owner in ["kim", nil] {
            #expect(await Self.error { _ = try await uploads.open(id, of: owner) } == .notFound)
            #expect(await Self.error { _ = try await uploads.progress(of: id, of: owner) } == .notFound)
            #expect(await Self.error { _ = try await uploads.seen(id, of: owner) } == .notFound)
            #expect(await Self.error { try await bench.append("forged", to: file.upload, owner: owner) } == .notFound)
        }
        let open = UploadQuery(owner: "kim", isResumable: true)
        #expect(try await uploads.list(open, limit: 10, after: nil).items == [])
        #expect(try await uploads.list(UploadQuery(), limit: 10, after: nil).items.map(\.upload.id) == [id])
        let whole = try await uploads.receive(UploadBench.stream([Array("essay\n".utf8)]), of: file)
        #expect(whole.upload.state == .complete && whole.offset == 6)
        #expect(try await uploads.list(open, limit: 10, after: nil).items.map(\.upload.id) == [id])
        #expect(try await uploads.progress(of: id, of: "kim").offset == 6)
        #expect(try await bench.ran(whole.upload).run.status == .succeeded)
    }

    @Test("one that is cut, ends early or has too many bytes leaves nothing", arguments: ["cut", "early", "long"])
    func left(how: String) async throws {
        let bench = try await UploadBench()
        let file = try await bench.uploads.begin(Self.announced, for: bench.pipelines())
        let text = how == "long" ? "essays\n" : "ess"
        let error = how == "cut" ? Cut() : nil
        do {
            let progress = try await bench.uploads.receive(
                UploadBench.stream([Array(text.utf8)], failing: error), of: file)
            #expect(how == "early" && progress.upload.state == .receiving && progress.offset == 3)
        } catch {
            #expect(how != "early" && (error is Cut || (error as? UploadError)?.kind == .tooLong))
        }
        #expect(try bench.folders() == [])
        #expect(try await bench.store.uploads(UploadQuery(), limit: 10, after: nil).items == [])
    }

    @Test("what a process that died has left is given up at the start; what comes stays, and what is whole is run")
    func swept() async throws {
        let bench = try await UploadBench()
        let folder = bench.workspace.uploadFolder
        var left: [String] = []
        for text in ["", "ess", "essay\n"] {
            left.append(try await bench.uploads.begin(Self.announced, for: bench.pipelines()).upload.id)
            let append = try folder.append(to: left[left.count - 1], named: "essay.txt", at: 0, length: 6)
            try Array(text.utf8).withUnsafeBytes { try append.write($0) }
        }
        let coming = try await bench.uploads.begin(Self.announced, for: bench.pipelines())
        let resumable = try await bench.create()
        #expect(try await bench.uploads.sweep().givenUp == 2)
        #expect(try bench.folders().sorted() == [left[2], coming.upload.id, resumable.id].sorted())
        for id in left.prefix(2) { #expect(try await bench.store.upload(id, owner: nil) == nil) }
        try await bench.runs { try await $0.carryOn(width: 1) { _, _ in } }
        #expect(try await bench.store.upload(left[2], owner: nil)?.state == .ended)
        let whole = try await bench.uploads.receive(UploadBench.stream([Array("essay\n".utf8)]), of: coming)
        #expect(whole.upload.state == .complete)
    }

    @Test("a hundred files that come in one request are the limit of such, and keep nobody from resumable ones")
    func many() async throws {
        let bench = try await UploadBench()
        let now = bench.uploads.now()
        for number in 1...UploadRecord.maxOpen {
            try await bench.store.addUpload(
                UploadRecord(
                    id: "01X\(number)", owner: "kim", length: 6, name: "essay.txt", type: .transcript, title: nil,
                    inputs: [:],
                    pipeline: "text", createdAt: now, expiresAt: now.advanced(by: UploadRecord.lifetime),
                    isResumable: false))
        }
        await #expect(
            throws: UploadError(.tooMany, "100 files of the same owner are being sent. Send this one again later.")
        ) { _ = try await bench.uploads.begin(Self.announced, for: bench.pipelines()) }
        _ = try await bench.create()
    }
}
