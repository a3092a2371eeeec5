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
}
