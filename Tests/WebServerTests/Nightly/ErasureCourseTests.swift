import Accounts
import Diagnostics
import Documents
import Glibc
import HTTPServer
import Pipelines
import Platform
import Representations
import Service
import Testing
import Workspaces

@testable import WebServer

/// How an erasure goes while others send, leave, or end the process.
@Suite(.timeLimit(.minutes(4))) struct ErasureCourseTests {
    static func erase(_ person: String, as admin: Credential) -> WebRequest {
        WebRequest("POST", "/api/v1/people/\(person)/erase", json: ["confirm": .string(person)], admin.headers)
    }

    /// Somebody who works with an upload, until it is let go.
    final class Holder: Sendable {
        private let folder: FileDescriptor

        init(_ target: String, in served: ServedWorkspace) throws {
            let id = Path(String(target.split(separator: "/").last ?? ""))
            folder = try FileDescriptor.open(
                served.workspace.root.appending(".compass/uploads").appending(id), flags: O_RDONLY | O_DIRECTORY)
            try systemCall("lock") { flock(folder.number, LOCK_EX) }
        }

        func letGo() { flock(folder.number, LOCK_UN) }
    }

    /// A document and an upload without a byte of `u2`.
    static func fill(_ served: ServedWorkspace) async throws -> (admin: Credential, upload: Holder) {
        let session = try await served.session("u2")
        _ = try await served.addDocument("Autumn", "C\n", as: session, of: "u2")
        let target = try await UploadTests.begin(served, session, length: 6)
        return (try await served.session("ada"), try Holder(target, in: served))
    }

    static func left(_ served: ServedWorkspace) async throws -> PersonHoldings {
        try await served.workspace.stores.personal.holdings(of: "u2")
    }

    @Test("a file that is being sent for them is broken off: who sends it is told so, and all of the person goes")
    func sending() async throws {
        try await withServedWorkspace { served in
            let (owner, admin) = (try await served.session("u2"), try await served.session("ada"))
            let target = try await UploadTests.begin(served, owner, length: 1_000_000)
            let sending = WebRequest(
                "PATCH", target,
                owner.headers + [
                    UploadTests.tus, UploadTests.mediaType, ("Upload-Offset", "0"), ("Content-Length", "1000000"),
                ], body: [1, 2, 3])
            let address = served.address
            let connection = try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                try connection.send(sending)
                return connection
            }
            // By somebody else: the same person would go on with it.
            let head = WebRequest("HEAD", target, admin.headers + [UploadTests.tus])
            while try await served.ask(head).status != 423 {}
            async let erased = served.ask(Self.erase("u2", as: admin))
            let uploads = served.workspace.root.appending(".compass/uploads")
            let mark = uploads.appending(Path(String(target.split(separator: "/").last ?? ""))).appending(".given-up")
            while !Files.exists(mark) { _ = try await served.ask("GET", "/healthz") }
            // The next bytes of a slow client.
            let answer = try await WebConnection.pool.run {
                try connection.send([4])
                var bytes: [UInt8] = []
                while true {
                    let more = try connection.receive()
                    if more.isEmpty { break }
                    bytes += more
                }
                return WebAnswerReader(bytes)?.status
            }
            #expect(answer == 410)
            let outcome = try await erased
            #expect(outcome.status == 200, "\(outcome)")
            #expect(try await Self.left(served).isEmpty)
            #expect(try Files.list(uploads) == [])
        }
    }

    @Test("a file that is being sent to a webhook of theirs is broken off, and all of the person goes")
    func sendingToWebhook() async throws {
        try await withServedWorkspace { served in
            let admin = try await served.session("ada")
            let connection = try await HookFileTests.beginning(served)
            let stores = served.workspace.stores
            let run = try #require(try await stores.webhooks.webhookRequest("m1", of: "/hooks/file")?.run)
            async let erased = served.ask(Self.erase("u1", as: admin))
            let uploads = served.workspace.root.appending(".compass/uploads")
            let mark = uploads.appending(Path(run)).appending(".given-up")
            while !Files.exists(mark) { _ = try await served.ask("GET", "/healthz") }
            // The next bytes of a slow client.
            let answer = try await WebConnection.pool.run {
                try connection.send([4])
                var bytes: [UInt8] = []
                while true {
                    let more = try connection.receive()
                    if more.isEmpty { break }
                    bytes += more
                }
                return WebAnswerReader(bytes)?.status
            }
            #expect(answer == 423)
            let outcome = try await erased
            #expect(outcome.status == 200, "\(outcome)")
            #expect(try await stores.personal.holdings(of: "u1").isEmpty)
            #expect(try await stores.webhooks.webhookRequest("m1", of: "/hooks/file") == nil)
            #expect(try Files.list(uploads) == [])
        }
    }

    @Test("while somebody holds an upload who cannot be stopped, it is refused, and nothing of the person has gone")
    func held() async throws {
        try await withServedWorkspace { served in
            let (_, upload) = try await Self.fill(served)
            let (workspace, root) = (served.workspace, ServedWorkspace.root)
            let before = try await Self.left(served)
            let erasure = try await PersonErasure(of: "u2", in: workspace, by: root, timeout: .zero)
            let problem = await #expect(throws: Problem.self) { try await erasure.perform(by: root) }
            #expect(
                problem?.kind == .refused && problem?.message.contains("is still in use") == true, "\(problem as Any)")
            #expect(try await Self.left(served) == before)
            let audit = try await workspace.accounts.entries(AuditQuery(), limit: 50, after: nil).items
            #expect(!audit.contains { $0.action == "people.forget" })
            upload.letGo()
            _ = try await erasure.perform(by: root)
            #expect(try await Self.left(served).isEmpty)
        }
    }

    @Test("more that comes in every round ends it with what to do, and not as done; the next one goes on")
    func endless() async throws {
        try await withServedWorkspace { served in
            let (_, upload) = try await Self.fill(served)
            upload.letGo()
            let (workspace, root) = (served.workspace, ServedWorkspace.root)
            let problem = await #expect(throws: Problem.self) {
                try await PersonErasure(of: "u2", in: workspace, by: root, rounds: 1).perform(by: root)
            }
            #expect(problem?.message.hasPrefix("More of `u2` comes all the time while it is erased. End what") == true)
            #expect(problem?.message.hasSuffix("ask for the same again, and the rest goes.") == true)
            let query = AuditQuery(subject: "erased")
            let first = try await workspace.accounts.entries(query, limit: 1, after: nil).items.first
            #expect(first?.outcome == .failed)
            _ = try await PersonErasure(of: "u2", in: workspace, by: root).perform(by: root)
            #expect(try await Self.left(served).isEmpty)
            let last = try await workspace.accounts.entries(query, limit: 1, after: nil).items.first
            #expect(last?.outcome == .succeeded)
        }
    }
}
