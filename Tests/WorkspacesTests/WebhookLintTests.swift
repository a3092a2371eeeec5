import Accounts
import CompassTesting
import Diagnostics
import Documents
import Pipelines
import Platform
import Testing

@testable import Workspaces

/// What lint says of the webhooks of pipelines.
@Suite struct WebhookLintTests {
    private static func workspace(owner: String = "u1") async throws -> TestWorkspace {
        let hook = "on:\n  webhook: { path: /hooks/a, secret: \"${{ secrets.FORM }}\", owner: \(owner) }\n"
        return try await TestWorkspace(["text": TestWorkspace.pipeline() + hook])
    }

    private static func issues(_ test: TestWorkspace) async throws -> [Diagnostics.Issue] {
        let registry = try TestWorkspace.registry()
        let folder = try WorkspaceFolder(test.folder.path, registry: registry)
        let report = try await folder.check([], registry: registry)
        #expect(report.issues.isEmpty, "\(report.issues.sorted)")
        return await folder.webhookIssues(of: report.pipelines).sorted
    }

    @Test(
        "a webhook whose secret is not set, is none or can be guessed is a warning, and another one is none",
        arguments: [
            (nil, "`secrets.FORM` is not set, so that all requests are refused"),
            ("", "`secrets.FORM` is empty, so that all requests are refused"),
            ("whsec_?", "`secrets.FORM` is no base 64 behind `whsec_`, so that all requests are refused"),
            ("fifteen-letters", "`secrets.FORM` has fewer than 16 bytes, so that it can be guessed"),
            ("whsec_MTIzNDU2Nzg5MDEyMzQ1", "`secrets.FORM` has fewer than 16 bytes, so that it can be guessed"),
            ("sixteen-letters!", nil), ("whsec_MTIzNDU2Nzg5MDEyMzQ1Ng==", nil),
        ] as [(String?, String?)])
    func secret(text: String?, message: String?) async throws {
        let test = try await Self.workspace()
        if let text { try test.write("secrets/FORM", text) }
        let issues = try await Self.issues(test)
        #expect(issues.map(\.message) == (message.map { ["webhook `/hooks/a`: \($0)"] } ?? []))
        #expect(issues.allSatisfy { $0.kind == "unavailable-webhook" && $0.severity == .warning && $0.span != nil })
        #expect(issues.allSatisfy { $0.hint == "put a long random text into secrets/FORM" })
    }

    @Test("a webhook whose owner there is not is a warning once people have accounts, and takes nothing")
    func owner() async throws {
        let test = try await Self.workspace(owner: "kim")
        try test.write("secrets/FORM", "a long random text")
        #expect(try await Self.issues(test) == [], "whoever is named begins to be an owner")
        let people = People(of: test.workspace)
        _ = try await people.add("maria", name: nil, role: nil, password: nil, by: .account("tester"))
        let issues = try await Self.issues(test)
        #expect(
            issues.map(\.message) == ["webhook `/hooks/a`: `kim` has no account, so that all requests are refused"])
        #expect(issues.map(\.kind) == ["unavailable-webhook"] && issues.map(\.severity) == [.warning])

        let pipeline = try test.pipeline()
        let webhook = try #require(pipeline.triggers.webhooks.first)
        let uploads = Uploads(
            test.workspace, folder: test.workspace.uploadFolder, pool: WorkerPool(name: "upload", width: 1))
        let message = Webhooks.Message(
            id: "m1", digest: "d", inputs: [],
            file: WebhookRequest.File(url: "https://example.org/e.txt", name: "e.txt"))
        let fault = WebhookFault(description: "There is no owner `kim`.")
        await #expect(throws: fault) { try await Webhooks(uploads).take(message, by: webhook, of: pipeline) }
        let body = Webhooks.FileMessage(id: "m1", name: "e.txt", length: 6, inputs: [])
        await #expect(throws: fault) {
            try await Webhooks(uploads).take(body, UploadBench.stream([]), by: webhook, of: pipeline)
        }
        #expect(try await test.workspace.stores.webhooks.webhookRequest("m1", of: "/hooks/a") == nil)

        _ = try await people.add("kim", name: nil, role: nil, password: nil, by: .account("tester"))
        #expect(try await Self.issues(test) == [])
        _ = try await Webhooks(uploads).take(message, by: webhook, of: pipeline)

        // Such as when they are erased: what was sent for them is there.
        let file = try await uploads.begin(
            UploadAnnouncement(owner: "kim", length: 6, name: "e.txt", type: .transcript), for: [pipeline])
        _ = try await people.remove("kim", by: .account("tester"))
        #expect(try await test.workspace.stores.uploads.upload(file.upload.id, owner: "kim") != nil)
        let later = Webhooks.FileMessage(id: "m2", name: "e.txt", length: 6, inputs: [])
        await #expect(throws: WebhookFault(description: "Owner `kim` has no account.")) {
            try await Webhooks(uploads).take(later, UploadBench.stream([]), by: webhook, of: pipeline)
        }
        #expect(try await Self.issues(test).map(\.kind) == ["unavailable-webhook"])
    }
}
