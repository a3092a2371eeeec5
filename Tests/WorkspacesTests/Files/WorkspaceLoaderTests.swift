import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import Documents
import HTTPMessages
import Pipelines
import Platform
import Testing

@Suite("Workspace files")
struct WorkspaceLoaderTests {
    private let registry: Registry

    init() throws {
        registry = try Registry(
            [], channels: [LogChannel.self, WebhookChannel.self], objectStores: [DirectoryStore.self])
    }

    private func load(_ text: String) throws -> WorkspaceDefinition {
        let (workspace, issues) = WorkspaceLoader.load(Array(text.utf8), file: "compass.yaml", registry: registry)
        return try #require(workspace, "\(IssueText(sources: ["compass.yaml": text]).render(issues.sorted))")
    }

    @Test(
        "What is left out has its default; so does a file that says nothing",
        arguments: ["", "# nothing\n", "version: 1\n", "{}"])
    func defaults(_ text: String) throws {
        let workspace = try load(text)
        #expect(workspace.owner == WorkspaceDefinition.Owner(id: "local"))
        #expect(workspace.database == .sqlite(".compass/compass.db"))
        #expect(workspace.storage.folder == ".compass/objects")
        #expect(workspace.rules == .standard)
        #expect(workspace.schools == .list([]))
        #expect(workspace.channels.map(\.name) == ["log"])
        #expect(workspace.workers == WorkspaceDefinition.standardWorkers)
        #expect(workspace.shutdownGrace.description == "25s")
        #expect(workspace.server == WorkspaceDefinition.Server(host: "127.0.0.1", port: 8080))
        #expect(workspace.retention.runs.description == "90d")
        #expect(workspace.retention.trash.description == "30d")
        #expect(workspace.retention.maxRuns == 1_000_000)
        #expect(workspace.quarantine.copyUpTo == 100_000_000)
    }

    @Test(
        "A store that is, holds or lies in a folder that the workspace keeps for other things is refused",
        arguments: [
            ".compass", "./.compass/", ".", "..", "secrets", "secrets/objects", "x/../.compass", ".compass/quarantine",
        ])
    func privateStore(_ place: String) {
        let text = "storage: file:\(place)\n"
        let (_, issues) = WorkspaceLoader.load(Array(text.utf8), file: "compass.yaml", registry: registry)
        #expect(issues.sorted.map(\.kind) == ["private-folder"], "\(place)")
    }

    @Test(
        "A store elsewhere, or beside the rest of the state, is fine",
        arguments: [".compass/objects", ".compass/o/p", "data"])
    func otherStore(_ place: String) throws {
        #expect(try load("storage: file:\(place)\n").storage.folder == Path(place))
    }

    @Test(
        "The standard object store is the same whether it is written, in short or at length, or left out",
        arguments: ["", "storage: file:.compass/objects\n", "storage: { type: file }\n"])
    func standardStore(_ text: String) throws {
        #expect(try load(text).storage == WorkspaceDefinition().storage)
    }

    @Test(
        "An option of a channel or an object store that says nothing is refused, since it is not one that is left out",
        arguments: [
            ("{ type: webhook, url: 'http://x', secret: }", "wrong-type: `secret` must be a string, and is empty"),
            ("{ type: webhook, url: 'http://x', secret: ~ }", "wrong-type: `secret` must be a string, and is empty"),
            ("{ type: webhook, url: 'http://x', confirm: }", "wrong-type: `confirm` must be a string, and is empty"),
            ("{ type: webhook, url: }", "wrong-type: `url` must be a string, and is empty"),
            (
                "{ type: webhook, url: 'http://x', timeout: }",
                "wrong-type: `timeout` must be a duration such as `30s`, and is empty"
            ),
            (
                "{ type: webhook, url: 'http://x', headers: { '': y } }",
                "invalid-name: a name in `headers` must be spelled `.+`, and is ``"
            ),
            ("{ type: log, file: }", "wrong-type: `file` must be a string, and is empty"),
        ])
    func emptyOption(_ channel: String, _ expected: String) {
        let text = "channels: { a: \(channel) }\n"
        let (workspace, issues) = WorkspaceLoader.load(Array(text.utf8), file: "compass.yaml", registry: registry)
        #expect(workspace == nil)
        #expect(issues.sorted.map { "\($0.kind): \($0.message)" } == [expected])
    }

    @Test(
        "What is wrong with an object store at length is told of its option",
        arguments: [
            ("{ type: file, path: '' }", "invalid-value: `path` must name a folder, and is ``"),
            ("{ type: file, path: }", "wrong-type: `path` must be a string, and is empty"),
            ("{ type: file, pth: x }", "unknown-key: `storage` has no key `pth`"),
            (
                "{ type: s3 }",
                "not-supported: object stores of type `s3` are part of the format but not yet carried out by this version"
            ),
            ("{ path: x }", "missing-key: `storage` needs the key `type`"),
        ])
    func longStorage(_ storage: String, _ expected: String) {
        let text = "storage: \(storage)\n"
        let (_, issues) = WorkspaceLoader.load(Array(text.utf8), file: "compass.yaml", registry: registry)
        #expect(issues.sorted.map { "\($0.kind): \($0.message)" }.contains(expected), "\(issues.sorted)")
    }

    @Test("What a file says is what the workspace is")
    func whole() throws {
        let workspace = try load(
            """
            version: 1
            owner: { id: u1, name: Jordan Reyes, email: jordan@example.org }
            database: sqlite:state/c.db
            storage: file:/var/objects
            document-types:
              highlight_video: { extensions: [.MP4, mkv], max-size: 1GB }
              resume: { max-size: 5MiB }
            schools: schools.yaml
            channels:
              audit: { type: log, file: audit.ndjson }
              coaches:
                type: webhook
                url: "https://example.org/${{ secrets.PATH }}"
                secret: "${{ secrets.WEBHOOK }}"
                headers: { X-Team: blue }
                timeout: 5s
                confirm: https://example.org/seen/{id}
            workers: 2
            shutdown-grace: 1m30s
            server:
              listen: "[::1]:9090"
              socket: run/compass.sock
              socket-access: group
              url: https://docs.example.org:8443/
              uploads: { resume: cv, transcript: grades }
            private-addresses: [192.168.1.20, 10.0.0.0/8, "fd00::/8"]
            retention: { runs: 1d, trash: 12h, max-runs: 1000 }
            quarantine: { copy-up-to: 1GiB }
            x-note: free
            """)
        #expect(
            workspace.owner
                == WorkspaceDefinition.Owner(id: "u1", name: "Jordan Reyes", email: "jordan@example.org"))
        #expect(workspace.database == .sqlite("state/c.db"))
        #expect(workspace.storage.folder == "/var/objects")
        #expect(workspace.rules[.highlightVideo].extensions == [".mp4", ".mkv"])
        #expect(workspace.rules[.highlightVideo].maxSize == 1_000_000_000)
        #expect(workspace.rules[.resume].extensions == [".pdf", ".doc", ".docx"])
        #expect(workspace.rules[.resume].maxSize == 5 << 20)
        #expect(workspace.schools == .file("schools.yaml"))
        #expect(workspace.channels.map(\.name) == ["log", "audit", "coaches"])
        #expect(workspace.lintContext.channels == ["log", "audit", "coaches"])
        #expect(workspace.workers == 2)
        #expect(workspace.shutdownGrace.description == "90s")
        #expect(workspace.server.host == "::1" && workspace.server.port == 9090)
        #expect(workspace.server.socket == "run/compass.sock" && workspace.server.isSocketForGroup)
        #expect(workspace.server.url == "https://docs.example.org:8443")
        #expect(workspace.server.uploads == [.resume: "cv", .transcript: "grades"])
        let addresses = ["192.168.1.20", "10.0.0.0/8", "fd00::/8"]
        #expect(workspace.privateAddresses == addresses.compactMap { AddressRange($0) })
        #expect(workspace.retention.runs.description == "1d")
        #expect(workspace.retention.maxRuns == 1_000)
        #expect(workspace.quarantine.copyUpTo == 1 << 30)
        #expect(workspace.channels.map(\.part.type) == ["log", "log", "webhook"])
        let (log, webhook) = (workspace.channels[1].part.settings, workspace.channels[2].part.settings)
        let environment = Environment(roots: [:], secret: { ["PATH": "p", "WEBHOOK": "s3"][$0] })
        #expect(log["file"]?.constant == "audit.ndjson")
        #expect(try webhook["url"]?.value(in: environment) == "https://example.org/p")
        #expect(try webhook["secret"]?.value(in: environment) == "s3")
        #expect(webhook["secret"]?.isSecret == true)
        #expect(try webhook["headers"]?.value(in: environment) == ["X-Team": "blue"])
        #expect(webhook["timeout"]?.constant == 5_000)
        #expect(try webhook["confirm"]?.value(in: environment) == "https://example.org/seen/{id}")
    }

    @Test(
        "The schools may stand in the file itself, as a file of schools has them",
        arguments: [
            "schools:\n  - { id: stanford, name: Stanford University }\n  - { id: ucla, name: UCLA }\n",
            "schools: { stanford: Stanford University, ucla: UCLA }\n",
        ])
    func schools(_ text: String) throws {
        let schools = [try School(id: "stanford", name: "Stanford University"), try School(id: "ucla", name: "UCLA")]
        #expect(try load(text).schools == .list(schools))
    }

    @Test(
        "What is neither an address nor a network is no private address, names among it",
        arguments: [
            "localhost", "nas.local", "192.168.1", "192.168.1.1/24", "10.0.0.0/33", "fe80::1%eth0", "[::1]", "*", "/8",
        ])
    func privateAddresses(_ text: String) {
        let file = "private-addresses: [\"\(text)\"]\n"
        let (_, issues) = WorkspaceLoader.load(Array(file.utf8), file: "compass.yaml", registry: registry)
        let expected = "invalid-value: `private-addresses` must have addresses and networks, and `\(text)` is neither"
        #expect(issues.sorted.map { "\($0.kind): \($0.message)" } == [expected])
    }

    static let cases = WorkspaceCase.all

    @Test("Every issue comes at once, with its place and what to do", arguments: cases)
    func messages(_ example: WorkspaceCase) {
        let (workspace, issues) = WorkspaceLoader.load(
            Array((example.file + "\n").utf8), file: "compass.yaml", registry: registry)
        #expect(workspace == nil)
        #expect(IssueText(sources: ["compass.yaml": example.file]).render(issues.sorted) == example.output + "\n")
        #expect(issues.sorted.allSatisfy { IssueKinds.documentation(of: $0.kind) != nil })
    }
}
