import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import Documents
import HTTPMessages
import Pipelines
import Platform
import Testing

/// What the shipped channels and object stores say of themselves is true.
@Suite struct PartExampleTests {
    private static let registry = try? Registry(
        [], channels: [LogChannel.self, WebhookChannel.self], objectStores: [DirectoryStore.self])

    /// A part with one of its examples.
    struct Example: Sendable, CustomTestStringConvertible {
        let part: String
        let example: PartExample
        var testDescription: String { "\(part): \(example.title)" }

        static let all =
            (registry?.channels.all.map { ($0.spec.name, $0.spec.examples) } ?? []
            + (registry?.objectStores.all.map { ($0.spec.name, $0.spec.examples) } ?? []))
            .flatMap { part, examples in examples.map { Example(part: part, example: $0) } }
    }

    @Test(
        "every example of a channel or an object store is a workspace file without an issue, and can be made",
        arguments: Example.all)
    func examples(_ example: Example) throws {
        let registry = try #require(Self.registry)
        let (workspace, issues) = WorkspaceLoader.load(
            Array((example.example.yaml + "\n").utf8), file: "compass.yaml", registry: registry)
        #expect(issues.sorted.isEmpty, "\(issues.sorted)")
        let definition = try #require(workspace)
        for channel in definition.channels {
            let type = try #require(registry.channels[channel.part.type])
            let context = PartContext(name: "channel `\(channel.name)`", root: "/ws", reach: .everywhere) {
                "secret-of-\($0)"
            }
            #expect(!(try type.make(channel.part, in: context).recipient.contains("secret-of")))
        }
        let store = try #require(registry.objectStores[definition.storage.type])
        let place = try store.make(
            definition.storage, in: PartContext(name: "`storage`", root: "/ws", reach: .everywhere) { _ in nil })
        #expect(place.description.hasPrefix("/"))
        #expect(definition.storage.folder != nil)
    }

    @Test("the reference of a part names each of its options with its type, its default and what it does")
    func reference() throws {
        let webhook = try #require(Self.registry?.channels["webhook"])
        let page = PartReference.markdown(webhook)
        #expect(page.hasPrefix("# `webhook`\n\nSends notifications"))
        for row in [
            "| `url` | string | required | Where requests are sent; `http` or `https`. May be a secret. |",
            "| `timeout` | duration | `30s` | The longest time that one try may take; more than 0. |",
        ] {
            #expect(page.contains(row), "\(page)")
        }
        #expect(PartReference.value(webhook)["options"]?.list?.count == webhook.options.count)
    }

    @Test("a secret that is not there is told with the channel that needs it")
    func missingSecret() throws {
        let registry = try #require(Self.registry)
        let text = "channels: { a: { type: webhook, url: '${{ secrets.A }}' } }"
        let definition = try #require(
            WorkspaceLoader.load(Array(text.utf8), file: "compass.yaml", registry: registry).workspace)
        let error = #expect(throws: StageError.self) {
            try registry.channels["webhook"]?.make(
                definition.channels[1].part,
                in: PartContext(name: "channel `a`", root: ".", reach: .everywhere) { _ in nil })
        }
        #expect(error?.message.contains("COMPASS_SECRET_A") == true, "\(String(describing: error))")
    }

    @Test("what the program's parts declare is well-formed")
    func wellFormed() throws { try #require(Self.registry).check() }

    @Test("two parts of a name, and one without examples, are refused at start-up")
    func illFormed() {
        let twice = #expect(throws: RegistryError.self) {
            try Registry([], channels: [LogChannel.self, LogChannel.self])
        }
        #expect(twice?.message == "Two parts of a kind are named `log`; one of them is LogChannel.")
        let bare = #expect(throws: RegistryError.self) { try Registry([], channels: [BareChannel.self]) }
        #expect(bare?.message == "BareChannel needs a summary and an example.")
    }
}

private struct BareChannel: DeclaredChannel {
    static let spec = PartSpec(name: "bare", summary: "Says nothing.", examples: [])

    init(options: NoOptions, in context: PartContext) throws(StageError) {}

    func deliver(_ notification: Notification) async -> DeliveryOutcome { .delivered(detail: "") }
}
