import Accounts
import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// Long stories, page by page.
@Suite struct StoryPageTests {
    @Test("pages follow one another without a gap, each with what happened since its oldest version")
    func pages() async throws {
        let test = try await TestWorkspace()
        for number in 1...5 {
            _ = try await test.run([try test.write("essay.txt", "\(number)\n")])
            let id = try await test.document().id
            _ = try await test.workspace.catalog.share(
                id, with: number == 2 ? ["ucla"] : number == 4 ? ["stanford"] : [])
        }
        let id = try await test.document().id
        var found: [[String]] = []
        var cursor: String?
        repeat {
            let page = try await test.story(of: id, limit: 2, after: cursor)
            found.append(
                page.items.map { entry in
                    entry.record["school"]?.string ?? "\(entry.record["version"]?.integer ?? 0)"
                })
            cursor = page.next
        } while cursor != nil
        #expect(found == [["5", "stanford", "4"], ["3", "ucla", "2"], ["1"]])
        let error = await #expect(throws: CatalogError.self) { try await test.story(of: id, after: "x") }
        #expect(error?.kind == .invalidCursor)
    }

    @Test("a version that took several tries is told with all runs that led to it")
    func retried() async throws {
        let test = try await TestWorkspace(["text": TestWorkspace.pipeline(max: "3B")])
        let refused = try #require(try await test.run([try test.write("essay.txt", "First\n")]).first)
        #expect(refused.run.status == .rejected)
        try test.write("pipelines/text.yaml", TestWorkspace.pipeline())
        let retry = try await RunContinuation.retry(
            of: refused.run.id, withLatest: true, in: test.workspace, warnings: { _ in })
        let done = try #require(try await test.run([try await retry.request()], of: retry.pipeline).first)
        #expect(done.run.status == .succeeded, "\(String(describing: done.run.error))")
        let page = try await test.story(of: test.document().id)
        let runs = try #require(page.items.first?.record["runs"]?.list)
        #expect(runs.map { $0["status"] } == ["rejected", "succeeded"])
        #expect(runs.map { $0["origin"] } == [.null, .string(refused.run.id)])
        let why = runs[0]["decisions"]?.list?.first { $0["status"] == "rejected" }
        #expect(why?["rule"] == "size-check" && why?["place"]?.string?.hasSuffix(".yaml:9") == true)
        #expect(why?["reason"]?.string?.isEmpty == false)
    }
}
