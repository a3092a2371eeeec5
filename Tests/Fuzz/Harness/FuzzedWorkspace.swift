import Accounts
import Channels
import Diagnostics
import DirectoryStore
import DocumentStages
import Documents
import Glibc
import Pipelines
import Platform
import Representations
import Service
import Synchronization
import WebServer
import Workspaces

/// A workspace in a folder of its own that this process serves at a Unix socket until it ends.
final class FuzzedWorkspace: Sendable {
    let socket: Path
    /// By the words that stand for them.
    private let values: [(word: [UInt8], values: [[UInt8]])]
    private let count = Atomic(0)

    private struct Begun: Sendable {
        let service: RunningService
        let tokens: [String]
    }

    private static let files: [(Path, String)] = [
        ("compass.yaml", "version: 1\nowner: { id: ada }\nschools: schools.yaml\n"),
        ("schools.yaml", "stanford: Stanford\nucla: UCLA\n"),
        (
            "pipelines/transcript.yaml",
            """
            version: 1
            name: transcript
            inputs:
              type: { type: document-type, default: transcript }
              title: { type: string, default: "${{ document.stem }}" }
              schools: { type: list, of: string, default: [] }
            stages:
              - uses: detect-mime
              - uses: size-check
                with: { max: 4KB }
              - uses: upload
              - uses: create-version
                with: { title: "${{ inputs.title }}" }
              - uses: share
                if: length(inputs.schools) > 0
                with: { schools: "${{ inputs.schools }}" }
              - uses: notify
                with: { channel: log, subject: "New: ${{ inputs.title }}" }
            """
        ),
    ]

    init() {
        let parent = getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
        let folder = parent.appending(Path("compass-fuzz-\(getpid())"))
        let socket = folder.appending("socket")
        required("a workspace can be made") {
            for (name, text) in Self.files {
                let file = folder.appending(name)
                try Files.createFolders(file.folder)
                try Files.replace(file, with: Array(text.utf8))
            }
        }
        let begun = WorkQueue<Begun>()
        let session = required("a service can be made") {
            try Self.session(folder, socket) { service in begun.put(try await Self.begin(service)) }
        }
        // For as long as the process lives.
        Task.detached {
            do {
                _ = try await session.run()
                require(false, "the service goes on")
            } catch {
                require(false, "the service goes on: \(error)")
            }
        }
        let found = required(begun.take(), "the service begins")
        let document = WorkQueue<(id: String, run: String)>()
        Task.detached {
            do {
                document.put(try await Self.document(found, socket))
            } catch {
                require(false, "there is a document: \(error)")
            }
        }
        self.socket = socket
        let first = required(document.take(), "there is a document")
        values = [
            ("TOKEN", found.tokens), ("DOCUMENT", [first.id]), ("RUN", [first.run]),
            ("UPLOAD", [required("an upload begins") { try Self.upload(found, socket, length: 5, body: "") }]),
        ].map { (Array($0.utf8), $1.map { Array($0.utf8) }) }
    }

    /// Of a client that has not come before, so that none comes too often.
    func nextAddress() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }

    /// With the values of the words in it.
    func filled(_ input: [UInt8]) -> [UInt8] {
        var result = input
        let turn = count.load(ordering: .relaxed)
        for (word, values) in values {
            guard let value = values.isEmpty ? nil : values[turn % values.count] else { continue }
            result.replace(word, with: value)
        }
        return result
    }

    private static func session(
        _ folder: Path, _ socket: Path, _ ready: @escaping @Sendable (RunningService) async throws -> Void
    ) throws -> ServiceSession {
        let registry = try Registry(
            [
                DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
                Notify.self, Trash.self, VerifyObject.self,
            ], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        return ServiceSession(
            ServiceSession.Configuration(
                workspace: folder, parts: [.server, .worker], metricsFile: nil, registry: registry,
                server: ServiceSession.Server(
                    factory: ServerFactory(make: { try await WebServer($0, $1) }, openAPI: { "" }), isAsked: true,
                    given: ServerConfiguration(listeners: [.unix(socket)], url: "https://localhost")
                ) { _, service in try await ready(service) },
                log: { ServiceLog(to: NoLog(), level: .error) },
                signals: { ServiceSignals(ending: AsyncStream { _ in }, others: AsyncStream { _ in }) },
                hasHungUp: { false }))
    }

    /// Who may do everything, many times.
    private static func begin(_ service: RunningService) async throws -> Begun {
        let root = Actor.account("root")
        _ = try await People(of: service.workspace)
            .add("ada", name: nil, role: .admin, password: "correct horse battery", by: root)
        var tokens: [String] = []
        for number in 0..<256 {
            let created = try await Tokens(of: service.workspace)
                .create("\(number)", for: "ada", scopes: Set(TokenScope.allCases), by: root)
            tokens.append(created.secret.reveal { $0 })
        }
        return Begun(service: service, tokens: tokens)
    }

    /// A document that its run has made.
    private static func document(_ begun: Begun, _ socket: Path) async throws -> (id: String, run: String) {
        let events = begun.service.events
        let following = events.follow(after: events.last) { $0.kind == .runEnded }
        _ = try upload(begun, socket, length: 5, body: "hello")
        guard case .event(let event) = await following.next(atMost: .seconds(60))?.first,
            let document = try await begun.service.workspace.catalog.documents(DocumentQuery(), limit: 1, after: nil)
                .items.first
        else { throw Problem(.failed, "no run has ended") }
        return (document.id, event.run)
    }

    /// - Returns: the id of the upload.
    private static func upload(_ begun: Begun, _ socket: Path, length: Int, body: String) throws -> String {
        let connection = try UnixSocket.connect(to: socket, timeout: .seconds(30))
        // Of `transcript`, in base 64.
        let lines = [
            "POST /api/v1/uploads HTTP/1.1", "Host: localhost", "Connection: close",
            "Authorization: Bearer \(begun.tokens[0])", "Tus-Resumable: 1.0.0", "Upload-Length: \(length)",
            "Upload-Metadata: filename YS50eHQ=,type dHJhbnNjcmlwdA==", "Content-Type: application/offset+octet-stream",
            "Content-Length: \(body.utf8.count)", "", body,
        ]
        try connection.write(Array(lines.joined(separator: "\r\n").utf8))
        let answer = String(decoding: try connection.readToEnd(limit: 1 << 20), as: UTF8.self)
        let location = answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location: ") }
        guard let id = location?.split(separator: "/").last else { throw Problem(.failed, answer) }
        return String(id)
    }
}

private struct NoLog: LogDestination {
    func write(_ entry: LogEntry, at time: Timestamp) {}
}
