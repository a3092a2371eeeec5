import Accounts
import Channels
import CompassTesting
import Diagnostics
import DirectoryStore
import DocumentStages
import Documents
import Glibc
import HTTPServer
import Passwords
import Pipelines
import Platform
import Representations
import Service
import Synchronization
import Testing
import WebServer
import Workspaces

/// A workspace that a real server serves in this process, with the owners `u1` and `u2` and the admin `ada`.
struct ServedWorkspace: Sendable {
    typealias Headers = [(name: String, value: String)]

    static let password = "correct horse battery"
    static let root = Actor.account("root")
    /// What costs little.
    static let work = PasswordWork(Argon2id(memory: 8, passes: 1, lanes: 1))

    let folder: TestFolder
    let service: RunningService
    let address: WebAddress
    let log: MemoryLog
    /// The name of the cookie of sessions.
    let cookie: String

    var workspace: Workspace { service.workspace }
    /// Of its webhooks.
    static let hookSecret = "open sesame"

    // MARK: Asking

    /// Each expects a status where one is given.
    @discardableResult
    func ask(
        _ request: WebRequest, status: Int? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> WebAnswer {
        let address = address
        let answer = try await WebConnection.pool.run { try WebConnection(address).ask(request) }
        if let status { #expect(answer.status == status, "\(answer)", sourceLocation: location) }
        return answer
    }

    @discardableResult
    func ask(
        _ method: String, _ target: String, as credential: Credential? = nil, _ headers: Headers = [],
        body: [UInt8] = [], status: Int? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> WebAnswer {
        let request = WebRequest(method, target, (credential?.headers ?? []) + headers, body: body)
        return try await ask(request, status: status, location: location)
    }

    @discardableResult
    func ask(
        _ method: String, _ target: String, as credential: Credential? = nil, _ headers: Headers = [], body: String,
        status: Int? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> WebAnswer {
        try await ask(
            method, target, as: credential, headers, body: Array(body.utf8), status: status, location: location)
    }

    @discardableResult
    func ask(
        _ method: String, _ target: String, json: Value, as credential: Credential? = nil, _ headers: Headers = [],
        status: Int? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> WebAnswer {
        let request = WebRequest(method, target, json: json, (credential?.headers ?? []) + headers)
        return try await ask(request, status: status, location: location)
    }

    @discardableResult
    func ask(
        _ method: String, _ target: String, form: Record, as credential: Credential, status: Int? = nil,
        location: SourceLocation = #_sourceLocation
    ) async throws -> WebAnswer {
        try await ask(WebRequest(method, target, form: form, credential.headers), status: status, location: location)
    }

    func stream(_ target: String, as credential: Credential, _ headers: [(name: String, value: String)] = [])
        async throws -> EventClient
    {
        try await EventClient.open(address, WebRequest("GET", target, credential.headers + headers))
    }

    // MARK: Credentials

    /// A session that has just begun, as a browser of this site sends it.
    func session(_ person: String) async throws -> Credential {
        let origin = SignIn.Origin(address: nil, userAgent: "Test")
        let outcome = try await SignIn(to: workspace, work: Self.work)
            .signIn(person, password: Self.password, from: origin)
        guard case .begun(let begun) = outcome else { throw outcome.problem ?? Problem(.failed, "nobody") }
        return Credential(
            headers: [
                ("Cookie", "\(cookie)=\(begun.secret.reveal { $0 })"), ("Sec-Fetch-Site", "same-origin"),
            ], id: begun.session.credential.id)
    }

    func token(
        _ person: String, _ scopes: Set<TokenScope>, now: @escaping @Sendable () -> Timestamp = { .now() }
    ) async throws -> Credential {
        let created = try await Tokens(of: workspace, now: now)
            .create("test", for: person, scopes: scopes, lifetime: .seconds(3_600), by: Self.root)
        return Credential(headers: [("Authorization", "Bearer \(created.secret.reveal { $0 })")], id: created.token.id)
    }

    // MARK: Filling

    /// Uploads a file, and waits for the end of its run.
    ///
    /// - Parameter says: whether the owner is told, as by who sends it for somebody else.
    /// - Returns: the id of the upload, and that of its run.
    @discardableResult
    func upload(
        _ name: String, _ bytes: [UInt8], type: String = "transcript", title: String? = nil,
        as credential: Credential, of owner: String, says: Bool = false
    ) async throws -> (upload: String, run: String) {
        let following = service.events.follow(after: service.events.last) {
            $0.kind == .runEnded && $0.owner == owner
        }
        var metadata = "filename \(name.base64),type \(type.base64)"
        if let title { metadata += ",title \(title.base64)" }
        if says { metadata += ",owner \(owner.base64)" }
        let answer = try await ask(UploadTests.creation(metadata, length: bytes.count, as: credential, body: bytes))
        try #require(answer.status == 201, "\(answer)")
        let upload = String(try #require(answer["Location"]?.split(separator: "/").last))
        let ended = try #require(await following.next(atMost: .seconds(60))?.first)
        guard case .event(let event) = ended else { throw Problem(.failed, "the event was lost") }
        return (upload, event.run)
    }

    /// The document that an owner has, by its title.
    func document(_ title: String) async throws -> DocumentVersion {
        try #require(try await findDocument(title), "there is no document \(title)")
    }

    /// nil: there is none.
    func findDocument(_ title: String) async throws -> DocumentVersion? {
        try await workspace.catalog.documents(DocumentQuery(), limit: 100, after: nil).items
            .first { $0.title == title }
    }

    /// Uploads a text and returns its document.
    func addDocument(
        _ title: String, _ text: String, as credential: Credential, of owner: String
    ) async throws -> DocumentVersion {
        try await upload("file.txt", Array(text.utf8), title: title, as: credential, of: owner)
        return try await document(title)
    }
}

/// With which headers somebody asks.
struct Credential: Sendable {
    let headers: [(name: String, value: String)]
    /// Of the session or token.
    let id: String

    /// Without what says where the request comes from.
    var bare: Credential { Credential(headers: headers.filter { $0.name != "Sec-Fetch-Site" }, id: id) }
}

extension String {
    /// Its UTF-8 in base 64, by the C library's alphabet, without the help of what is tested.
    var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
            let number = group[0] << 16 | group[1] << 8 | group[2]
            let count = min(3, bytes.count - start)
            for place in 0..<4 {
                text.append(place <= count ? digits[number >> (18 - place * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Keeps a log, so that tests wait for what it tells.
final class MemoryLog: LogDestination {
    private struct State {
        var entries: [LogEntry] = []
        var waiting: [(event: String, continuation: CheckedContinuation<LogEntry?, Never>)] = []
        var isOver = false
    }

    private let state = Mutex(State())

    var entries: [LogEntry] { state.withLock { $0.entries } }

    func write(_ entry: LogEntry, at time: Timestamp) {
        let ready = state.withLock { state in
            state.entries.append(entry)
            let ready = state.waiting.filter { $0.event == entry.event }
            state.waiting.removeAll { $0.event == entry.event }
            return ready
        }
        for one in ready { one.continuation.resume(returning: entry) }
    }

    /// Waits for the first entry of an event, one that came before included; nil: the log has ended without it.
    ///
    /// - Parameter count: so many entries of the log are passed over.
    func first(_ event: String, after count: Int = 0) async -> LogEntry? {
        await withCheckedContinuation { continuation in
            let (entry, isThere) = state.withLock { state -> (LogEntry?, Bool) in
                if let entry = state.entries.dropFirst(count).first(where: { $0.event == event }) {
                    return (entry, true)
                }
                if state.isOver { return (nil, true) }
                state.waiting.append((event, continuation))
                return (nil, false)
            }
            if isThere { continuation.resume(returning: entry) }
        }
    }

    /// Nothing comes any more.
    func end() {
        let left = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in left { one.continuation.resume(returning: nil) }
    }
}

/// Serves a workspace while `body` runs, and ends as after SIGTERM.
///
/// - Parameters:
///   - url: what people call it; the server listens at a Unix socket then, as behind a proxy.
///   - duplicates: what becomes of transcripts that were there before; nil: they run all the same.
func withServedWorkspace(
    url: String? = nil, people: Bool = true, limits: HTTPServer.Limits = .init(), duplicates: String? = nil,
    _ body: @escaping @Sendable (ServedWorkspace) async throws -> Void
) async throws {
    let folder = try TestFolder()
    for (name, text) in ServedWorkspaceFiles.all { try folder.write(Path(name), Array(text.utf8)) }
    if let duplicates {
        let text = ServedWorkspaceFiles.pipeline("transcript", type: "transcript", max: "100MB")
        let dedup = "dedup: { on-duplicate: \(duplicates) }\nstages:\n"
        try folder.write("pipelines/transcript.yaml", Array(text.replacing("stages:\n", with: dedup).utf8))
    }
    let registry = try Registry(
        [
            DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
            Notify.self, Trash.self, VerifyObject.self, PickDocument.self,
        ], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
    let log = MemoryLog()
    let (ending, end) = AsyncStream.makeStream(of: Int32.self)
    let (listening, announce) = AsyncStream.makeStream(of: ServedWorkspace.self)
    let socket = folder.file("server.socket")
    let session = ServiceSession(
        ServiceSession.Configuration(
            workspace: folder.path, parts: [.server, .worker], metricsFile: nil, registry: registry,
            server: ServiceSession.Server(
                factory: ServerFactory(make: { try await WebServer($0, $1, limits: limits) }, openAPI: { "" }),
                isAsked: true,
                given: ServerConfiguration(
                    listeners: [url == nil ? .tcp(host: "127.0.0.1", port: 0) : .unix(socket)], url: url)
            ) { face, service in
                let port = UInt16(face.url.split(separator: ":").last ?? "") ?? 0
                announce.yield(
                    ServedWorkspace(
                        folder: folder, service: service, address: url == nil ? .tcp(port: port) : .unix(socket),
                        log: log, cookie: url == nil ? "compass-\(port)" : "__Host-compass"))
            },
            log: { ServiceLog(to: log, level: .debug) },
            signals: { ServiceSignals(ending: ending, others: AsyncStream { $0.finish() }) }, hasHungUp: { false }))
    try await withThrowingTaskGroup(of: Bool?.self) { group in
        group.addTask {
            defer {
                announce.finish()
                log.end()
            }
            return try await session.run()
        }
        group.addTask {
            var served: ServedWorkspace?
            for await one in listening {
                served = one
                break
            }
            // What keeps it from beginning is thrown by the session.
            guard let served, await log.first("ready") != nil else { return nil }
            defer {
                end.yield(SIGTERM)
                end.finish()
            }
            if people { try await served.addPeople() }
            try await body(served)
            return nil
        }
        for try await result in group {
            if let result {
                #expect(result, "a part of the service failed: \(log.entries.filter { $0.level == .error })")
            }
        }
    }
}

/// The same with a session of somebody, which has just begun.
func withServedWorkspace(
    as person: String, duplicates: String? = nil,
    _ body: @escaping @Sendable (ServedWorkspace, Credential) async throws -> Void
) async throws {
    try await withServedWorkspace(duplicates: duplicates) { try await body($0, try await $0.session(person)) }
}

extension ServedWorkspace {
    fileprivate func addPeople() async throws {
        for (id, role) in [("ada", Role.admin), ("u1", .owner), ("u2", .owner)] {
            _ = try await People(of: workspace, work: Self.work)
                .add(id, name: nil, role: role, password: Self.password, by: Self.root)
        }
    }
}

/// What a served workspace has on disk.
private enum ServedWorkspaceFiles {
    static let all: [(String, String)] = [
        ("compass.yaml", "version: 1\nowner: { id: ada, name: Ada }\nschools: schools.yaml\n"),
        ("schools.yaml", "stanford: Stanford\nucla: UCLA\n"),
        (
            "pipelines/transcript.yaml",
            pipeline("transcript", type: "transcript", max: "100MB").replacing("inputs:\n", with: hook("file", "u1"))
        ),
        ("secrets/HOOK", "\(ServedWorkspace.hookSecret)\n"),
        ("pipelines/video.yaml", pipeline("video", type: "highlight_video", max: "100MB")),
        // Refuses what is larger than a few bytes, so that there is something in quarantine.
        ("pipelines/letter.yaml", pipeline("letter", type: "rec_letter", max: "10B")),
        (
            "pipelines/announce.yaml",
            "version: 1\nname: announce\n"
                + hook("announce", "u2").replacing(
                    "inputs:\n", with: "inputs:\n  word: { type: string, default: Hello }\n")
                + "stages:\n  - uses: notify\n    with: { channel: log, subject: \"${{ inputs.word }}\" }\n"
        ),
        (
            "pipelines/note.yaml",
            """
            version: 1
            name: note
            inputs:
              schools: { type: list, of: string, default: [] }
            stages:
              - uses: pick-document
              - uses: share
                with: { schools: "${{ inputs.schools }}" }

            """
        ),
    ]

    private static func hook(_ name: String, _ owner: String) -> String {
        "on:\n  webhook: { path: /hooks/\(name), secret: \"${{ secrets.HOOK }}\", owner: \(owner) }\ninputs:\n"
    }

    static func pipeline(_ name: String, type: String, max: String) -> String {
        """
        version: 1
        name: \(name)
        inputs:
          user: { type: string, default: "${{ run.owner }}" }
          type: { type: document-type, default: \(type) }
          title: { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: [] }
        stages:
          - uses: detect-mime
          - uses: size-check
            with: { max: \(max) }
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }
          - uses: notify
            with: { channel: log, subject: "New: ${{ inputs.title }}" }

        """
    }
}
