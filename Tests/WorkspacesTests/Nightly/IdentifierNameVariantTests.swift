import Accounts
import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// Ids of notifications, of changes and of what is gone.
@Suite struct IdentifierNameVariantTests {
    @Test("a notification is named by its run's id in any case, with or without what follows it")
    func notifications() async throws {
        let workspace = try await IdentifierNameTests.run(
            pipeline: TestWorkspace.pipeline()
                + "  - { uses: notify, id: tell, with: { channel: log, subject: hello } }\n")
        let run = IdentifierNameTests.ids[2]
        let added = "\(run).tell"
        try #require(try await workspace.workspace.outbox.notification(added) != nil)
        for name in [added, run, run.lowercased(), run.lowercased() + ".tell", "01jb"] {
            #expect(try await IdentifierName(name, of: .notification).id(in: workspace.workspace) == added, "\(name)")
        }
        #expect(try await workspace.workspace.shortened([added], of: .notification) == ["01JB0000"])
    }

    @Test("where there is none, it says so in the words of its kind", arguments: IdentifierKind.allCases)
    func absent(kind: IdentifierKind) async throws {
        let test = try await TestWorkspace()
        let workspace = test.workspace
        let message =
            switch kind {
            case .version: "There is no document `01JA`."
            case .run: "There is no run `01JA`."
            case .batch: "There is no batch `01JA`."
            case .entry: "There is no `01JA` in quarantine."
            case .upload: "There is no upload `01JA`, or none any more."
            case .link: "There is no link `01JA`."
            case .notification: "There is no notification `01JA`."
            case .token: "There is no token `01JA`."
            case .session: "There is no session `01JA`, or it has ended."
            case .subject: "There is nothing `01JA` that the audit has changes of."
            }
        await #expect {
            try await IdentifierName("01JA", of: kind).id(in: workspace)
        } throws: { Problem($0).message == message }
    }

    @Test("what the audit has changes of is found by the beginning of its id, once")
    func subjects() async throws {
        let test = try await TestWorkspace()
        let workspace = test.workspace
        let actor = Actor.account("tester")
        for id in ["maria", "01JA0000000000000000000001", "01JA0000000000000000000001"] {
            try await workspace.audited(actor, "runs.cancel", .run(id)) {}
        }
        #expect(try await IdentifierName("01ja", of: .subject).filter(in: workspace) == "01JA0000000000000000000001")
        #expect(try await IdentifierName("maria", of: .subject).filter(in: workspace) == "maria")
        await #expect(throws: Problem.self, "too short") {
            try await IdentifierName("mar", of: .subject).filter(in: workspace)
        }
        await #expect {
            try await IdentifierName("mariaa", of: .subject).filter(in: workspace)
        } throws: { error in
            (error as? Problem)?.message
                == "There is nothing `mariaa` that the audit has changes of. Did you mean `maria`?"
        }
    }

    @Test("a list is narrowed to a run that is gone as long as another goes on from it")
    func gone() async throws {
        let test = try await IdentifierNameTests.run()
        try test.execute(
            "UPDATE runs SET origin = '01JZ0000000000000000000009', origin_kind = 'retry' WHERE id = '\(IdentifierNameTests.ids[0])'"
        )
        let gone = IdentifierName("01JZ0000000000000000000009", of: .run)
        #expect(try await gone.filter(in: test.workspace) == gone.text)
        await #expect(throws: Problem.noRun(gone.text)) { try await gone.id(in: test.workspace) }
    }
}
