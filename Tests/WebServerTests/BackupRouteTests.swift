import Accounts
import CompassTesting
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// A backup over HTTP.
@Suite(.timeLimit(.minutes(4))) struct BackupRouteTests {
    @Test("an admin gets a backup that is whole, on record who got it; an owner and a guest get none")
    func download() async throws {
        try await withServedWorkspace(as: "u1") { served, owner in
            _ = try await served.addDocument("Spring", "A, B\n", as: owner, of: "u1")
            #expect(try await served.ask("GET", "/api/v1/backup", as: owner).status == 403)
            #expect(try await served.ask("GET", "/api/v1/backup").status == 401)
            let answer = try await served.ask("GET", "/api/v1/backup", as: try await served.session("ada"), status: 200)
            #expect(answer["Content-Type"] == "application/x-tar")
            #expect(answer["Compass-Damage"] == "0")
            #expect(answer["Content-Disposition"]?.hasPrefix("attachment; filename=\"compass-20") ?? false)
            let file = try served.folder.write("b.tar", answer.body)
            let report = try await Restoration(
                of: file, registry: { _ in Registry() }, pool: WorkerPool(name: "restore", width: 1), progress: { _ in }
            ).check()
            #expect(report.objects == 1)
            let audit = try await served.workspace.accounts.entries(AuditQuery(), limit: 10, after: nil).items
            #expect(audit.contains { $0.action == "workspace.backup" && $0.outcome == .succeeded })
            let state = try Files.list(served.workspace.root.appending(".compass"))
            #expect(!state.contains { $0.text.contains("backup") }, "nothing is left")
        }
    }
}
