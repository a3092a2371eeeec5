import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import Pipelines
import Platform
import Testing

@testable import Workspaces

/// What lint says of the workspace's channels.
@Suite struct ChannelLintTests {
    @Test("a channel whose secret is not set is a warning at its name, and one whose secret is set is none")
    func secret() throws {
        let registry = try Registry(
            [], channels: [LogChannel.self, WebhookChannel.self], objectStores: [DirectoryStore.self])
        let folder = try TestFolder()
        try folder.write(
            "compass.yaml",
            Array(
                """
                version: 1
                channels:
                  coaches: { type: webhook, url: "https://example.org/hook", secret: "${{ secrets.COACHES }}" }

                """.utf8))
        let workspace = try WorkspaceFolder(folder.path, registry: registry)
        let issues = workspace.channelIssues(registry: registry).sorted
        #expect(issues.map(\.kind) == ["unavailable-channel"] && issues.map(\.severity) == [.warning])
        #expect(issues.first?.message.hasPrefix("channel `coaches`: `secrets.COACHES` is not set") == true)
        #expect(issues.first?.span?.line == 3 && issues.first?.span?.column == 3)
        try folder.write("secrets/COACHES", Array("s3cret".utf8))
        #expect(workspace.channelIssues(registry: registry).sorted == [])
    }

    @Test("a channel whose address requests may not go to is a warning at its name, and none once the file allows it")
    func address() throws {
        let registry = try Registry(
            [], channels: [LogChannel.self, WebhookChannel.self], objectStores: [DirectoryStore.self])
        for (allowed, message) in [
            (
                "10.0.0.0/8",
                "channel `hook`: `url` leads to 127.0.0.1, which is no public address, and `private-addresses` does not "
                    + "name it"
            ), ("127.0.0.1", nil),
        ] as [(String, String?)] {
            let folder = try TestFolder()
            let file = """
                version: 1
                private-addresses: ["\(allowed)"]
                channels:
                  hook: { type: webhook, url: "http://127.0.0.1:9/x" }

                """
            try folder.write("compass.yaml", Array(file.utf8))
            let workspace = try WorkspaceFolder(folder.path, registry: registry)
            let issues = workspace.channelIssues(registry: registry).sorted
            #expect(issues.map(\.message) == [message].compactMap { $0 })
            #expect(issues.allSatisfy { $0.kind == "unavailable-channel" && $0.span?.line == 4 })
            let parts = PartFactory(folder: workspace, registry: registry, secrets: Secrets(workspace: folder.path))
            #expect(parts.channels().problems == [message].compactMap { $0 })
        }
    }
}
