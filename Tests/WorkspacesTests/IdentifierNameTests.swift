import Accounts
import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// What a person calls things by that have ids.
@Suite struct IdentifierNameTests {
    static let ids = [
        "01JA0000000000000000000001", "01JA0000000000000000000002", "01JB0000000000000000000001",
    ]

    /// A workspace with a run of each id.
    static func run(pipeline: String = TestWorkspace.pipeline()) async throws -> TestWorkspace {
        let workspace = try await TestWorkspace(["text": pipeline])
        let pipeline = try workspace.pipeline()
        for (index, id) in ids.enumerated() {
            try workspace.write(Path("file\(index).txt"), "text \(index)")
            let requests = try await workspace.workspace.requests(
                for: pipeline, files: [workspace.folder.file("file\(index).txt")], arguments: ["title=\(index)"])
            let ends = try await workspace.run(requests.map { $0.identified(as: id) }, of: pipeline)
            try #require(ends.first?.run.status == .succeeded)
        }
        return workspace
    }

    @Test("a run is named by its id or a beginning of it that no other has, in any case")
    func names() async throws {
        let workspace = try await Self.run().workspace
        for (name, id) in [
            (Self.ids[0], Self.ids[0]), (Self.ids[0].lowercased(), Self.ids[0]), ("01JB", Self.ids[2]),
            ("01jb0000", Self.ids[2]), ("01JA0000000000000000000002", Self.ids[1]),
        ] {
            #expect(try await IdentifierName(name, of: .run).id(in: workspace) == id, "\(name)")
        }
        for name in ["", "01K", "01JC", "%", "01JB~", Self.ids[0] + "0"] {
            await #expect(throws: Problem.noRun(name), "\(name)") {
                try await IdentifierName(name, of: .run).id(in: workspace)
            }
            await #expect {
                try await IdentifierName(name, of: .run).filter(in: workspace)
            } throws: { ($0 as? Problem)?.message.hasPrefix("There is no run `\(name)`.") == true }
        }
    }

    @Test("a beginning of an id that is too short to mean it is told to be that", arguments: ["0", "01j", "01J"])
    func short(name: String) async throws {
        let test = try await Self.run()
        let message = "`\(name)` is too short: give at least 4 characters of an id."
        let expected = Problem(.notFound, message, advice: Problem.noRun(name).advice)
        await #expect(throws: expected) {
            try await IdentifierName(name, of: .run).id(in: test.workspace)
        }
        await #expect(throws: expected) {
            try await IdentifierName(name, of: .run).filter(in: test.workspace)
        }
        await #expect {
            try await DocumentName("01").version(in: test.workspace)
        } throws: {
            ($0 as? CatalogError)?.message == "`01` is too short: give at least 4 characters of an id."
        }
    }

    @Test("a beginning that several have is refused with a line for each")
    func several() async throws {
        let workspace = try await Self.run().workspace
        await #expect {
            try await IdentifierName("01ja", of: .run).id(in: workspace)
        } throws: { error in
            guard let problem = error as? Problem else { return false }
            return problem.kind == .invalidRequest
                && problem.message == "`01ja` may mean 2 runs; give more of the id of the one that is meant"
                && problem.details.map { $0.split(separator: ",").first } == [
                    "  \(Self.ids[0])  text", "  \(Self.ids[1])  text",
                ] && problem.details.allSatisfy { $0.hasSuffix(", succeeded") }
        }
    }

    @Test("what is shown of an id means it again, and has eight characters or more")
    func shown() async throws {
        let workspace = try await Self.run().workspace
        let shown = try await workspace.shortened(Self.ids, of: .run)
        #expect(shown == [Self.ids[0], Self.ids[1], "01JB0000"])
        #expect(try await workspace.ids(shown + ["01jb"], of: .run) == Self.ids, "each once")
    }

    @Test("several are all found, or none")
    func all() async throws {
        let workspace = try await Self.run().workspace
        await #expect(throws: Problem.noRun("nothing")) { try await workspace.ids(["01JB", "nothing"], of: .run) }
    }
}
