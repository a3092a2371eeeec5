import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// The stage `share` with `link`.
@Suite struct ShareLinkTests {
    private static func pipeline(link: String, then last: String = "") -> String {
        """
        version: 1
        name: text
        inputs:
          type: { type: document-type, default: transcript }
          hold: { type: duration, default: 400d }
        stages:
          - uses: detect-mime
          - uses: upload
          - uses: create-version
          - uses: share
            with: { schools: [ucla], link: \(link) }
          - uses: notify
            with: { channel: log, subject: "See ${{ stages.share.outputs.link-url ?? '' }}" }
        \(last)

        """
    }

    private func links(_ test: TestWorkspace) async throws -> [DocumentLink] {
        try await test.workspace.stores.links.links(LinkQuery(), limit: 10, after: nil).items
    }

    @Test("a link is made with the share, told in the notification, and shows the document")
    func made() async throws {
        let test = try await TestWorkspace(
            ["text": Self.pipeline(link: "7d")], server: "{ url: 'https://docs.example.org' }")
        let result = try #require(try await test.run([try test.write("a.txt", "a\n")]).first)
        #expect(result.run.status == .succeeded, "\(String(describing: result.run.error))")
        let address = try #require(result.stages.first { $0.id == "share" }?.outputs["link-url"]?.string)
        let link = try #require(try await links(test).first)
        #expect(link.run == result.run.id && link.madeBy == "u1" && link.owner == "u1")
        #expect(link.expiresAt == DocumentLink.end(of: .seconds(7 * 86_400), from: result.run.startedAt))
        #expect(address.hasPrefix("https://docs.example.org/l/\(link.id)."))
        let secret = String(address.dropFirst("https://docs.example.org/l/".count))
        let opened = try await Links(test.workspace.stores.links, base: { nil }).open(secret)
        #expect(opened.documents.map(\.name) == ["a.txt"])
        let told = try #require(try await test.workspace.journal.run(result.run.id)?.notifications.first)
        #expect(told.notification.subject == "See \(address)")
        #expect(
            link.id == DocumentLink.id(ofRun: result.run.id, stage: "share", item: nil, at: result.run.startedAt),
            "the same whenever the stage is repeated")
    }

    @Test("a later stage that fails takes the link back with the shares")
    func takenBack() async throws {
        let test = try await TestWorkspace(
            ["text": Self.pipeline(link: "7d", then: "  - uses: size-check\n    with: { max: 1B }")],
            server: "{ url: 'https://docs.example.org' }")
        let result = try #require(try await test.run([try test.write("a.txt", "abc\n")]).first)
        #expect(result.run.status == .rejected)
        #expect(try await links(test) == [])
    }

    @Test(
        "a link that cannot be is refused",
        arguments: [
            (
                "7d", "{ listen: '127.0.0.1:8080' }",
                "A link needs the address that people reach the server by: write `server: { url: https://… }` into compass.yaml."
            ),
            ("30m", "{ url: 'https://docs.example.org' }", "A link holds from 1h to 365d, and not 30m."),
            (
                "\"${{ inputs.hold }}\"", "{ url: 'https://docs.example.org' }",
                "A link holds from 1h to 365d, and not 400d."
            ),
        ])
    func refused(link: String, server: String, message: String) async throws {
        let test = try await TestWorkspace(["text": Self.pipeline(link: link)], server: server)
        let result = try #require(try await test.run([try test.write("a.txt", "a\n")]).first)
        #expect(result.run.status == .failed && result.run.error?.message == message)
        #expect(try await links(test) == [])
        #expect(try await test.workspace.catalog.documents(DocumentQuery(), limit: 1, after: nil).items.isEmpty)
    }
}
