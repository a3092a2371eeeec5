import Accounts
import Diagnostics
import Documents
import Glibc
import HTTPServer
import Platform
import Representations
import Service
import Testing
import Workspaces

@testable import WebServer

/// Erasures that others leave, cut short or have tried in vain, or while the service ends.
@Suite(.timeLimit(.minutes(4))) struct ErasureEndTests {
    @Test("where it is refused, and after the end of a process that had begun it, an upload takes bytes as before")
    func refused() async throws {
        try await withServedWorkspace(as: "u2") { served, owner in
            let target = try await UploadTests.begin(served, owner, length: 6)
            let (workspace, root) = (served.workspace, ServedWorkspace.root)
            let holder = try ErasureCourseTests.Holder(target, in: served)
            let erasure = try await PersonErasure(of: "u2", in: workspace, by: root, timeout: .zero)
            await #expect(throws: Problem.self) { try await erasure.perform(by: root) }
            holder.letGo()
            let answer = try await UploadTests.append(served, owner, target, at: 0, "abc")
            #expect(answer.status == 204, "\(answer)")
        }
    }

    @Test("what the audit says of others' vain tries for them goes as well, also what came at the end")
    func vainTries() async throws {
        try await withServedWorkspace { served in
            let (_, upload) = try await ErasureCourseTests.fill(served)
            upload.letGo()
            let accounts = served.workspace.accounts
            let now = Timestamp.now()
            let entry = AuditEntry(
                id: Identifier.run(at: now), at: now, by: AuditEntry.By(.account("kim")), action: "uploads.create",
                subject: AuditEntry.Subject("upload", "new"), detail: "resume, for `u2`")
            try await accounts.begin([entry])
            try await accounts.finish(audit: [entry.id], outcome: .refused, reason: "too large", at: now)
            let erased = try await PersonErasure(of: "u2", in: served.workspace, by: ServedWorkspace.root)
                .perform(by: ServedWorkspace.root)
            #expect(erased.holdings.documents == 1 && erased.holdings.versions == 1 && erased.holdings.uploads == 2)
            #expect(erased.holdings.runs == 1 && erased.holdings.bytes == 2, "\(erased)")
            let left = try await accounts.entries(AuditQuery(), limit: 100, after: nil).items
            #expect(!left.contains { $0.detail?.contains("u2") == true }, "\(left)")
            let again = try await served.workspace.stores.personal.eraseTraces(of: "u2", runs: [], keeping: "")
            #expect(again == 0)
        }
    }

    @Test("an erasure that was cut short is told on the page of the people, and the person's own page goes on with it")
    func cutShort() async throws {
        try await withServedWorkspace(as: "ada") { served, admin in
            let now = Timestamp.now()
            let entry = AuditEntry(
                id: Identifier.run(at: now), at: now, by: AuditEntry.By(.account("kim")), action: "people.forget",
                subject: AuditEntry.Subject("person", "erased"), detail: nil)
            try await served.workspace.accounts.begin([entry])
            let people = try await served.ask("GET", "/people", as: admin)
            #expect(people.text.contains("The last erasure did not come to its end."), "\(people)")
            let page = try await served.ask("GET", "/people/lee/erase", as: admin)
            #expect(page.status == 200 && page.text.contains("may have left of `lee`"), "\(page)")
            try await served.ask("POST", "/people/lee/erase", form: ["confirm": "lee"], as: admin, status: 303)
            #expect(try await !served.ask("GET", "/people", as: admin).text.contains("did not come to its end"))
            #expect(try await served.ask("GET", "/people/lee/erase", as: admin).status == 404)
        }
    }

    @Test("a client that leaves in the middle: it goes on to its end, and nobody begins the same beside it")
    func left() async throws {
        try await withServedWorkspace { served in
            let (admin, upload) = try await ErasureCourseTests.fill(served)
            let (address, request) = (served.address, ErasureCourseTests.erase("u2", as: admin))
            let connection = try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                try connection.send(request)
                return connection
            }
            #expect(await served.log.first("erasure-begun") != nil)
            let second = try await served.ask(request)
            #expect(second.status == 409 && second.detail.hasPrefix("`u2` is being erased already."), "\(second)")
            connection.close()
            #expect(await served.log.first("erasure-unheard") != nil)
            upload.letGo()
            #expect(await served.log.first("erasure-ended") != nil)
            #expect(try await ErasureCourseTests.left(served).isEmpty)
            try await served.ask(request, status: 404)
        }
    }

    @Test(
        "a service that is asked to end: its log tells of the answer that is under way, whoever waits for it is told, and the erasure has the time that runs have"
    )
    func ending() async throws {
        let (begun, announce) = AsyncStream.makeStream(
            of: (served: ServedWorkspace, upload: ErasureCourseTests.Holder).self)
        let (answers, answered) = AsyncStream.makeStream(of: WebAnswer.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer {
                    announce.finish()
                    answered.finish()
                }
                try await withServedWorkspace { served in
                    let (admin, upload) = try await ErasureCourseTests.fill(served)
                    let (address, request) = (served.address, ErasureCourseTests.erase("u2", as: admin))
                    let connection = try await WebConnection.pool.run { try WebConnection(address) }
                    announce.yield((served, upload))
                    try await WebConnection.pool.run { try connection.send(request) }
                    #expect(await served.log.first("erasure-begun") != nil)
                    // The service is asked to end when this returns.
                    WebConnection.pool.submit {
                        var bytes: [UInt8] = []
                        while let more = try? connection.receive(), !more.isEmpty { bytes += more }
                        if let answer = WebAnswerReader(bytes)?.whole { answered.yield(answer) }
                    }
                }
            }
            for await (served, upload) in begun {
                #expect(await served.log.first("answers-awaited") != nil)
                #expect(await served.log.first("erasures-go-on") != nil)
                for await answer in answers {
                    #expect(answer.status == 503 && answer.detail.hasPrefix("The service is ending"), "\(answer)")
                    break
                }
                upload.letGo()
                #expect(await served.log.first("erasure-ended") != nil)
                #expect(!served.log.entries.contains { $0.event == "erasure-unfinished" })
            }
            try await group.waitForAll()
        }
    }
}
