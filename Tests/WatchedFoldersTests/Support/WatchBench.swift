import CompassTesting
import Diagnostics
import Digests
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Synchronization

@testable import WatchedFolders

/// What a run did to the world.
struct Effect: Sendable, Hashable {
    let run: String
    let path: Path
    /// Of the bytes that it has read.
    let sha256: String
    let inputs: Record
    let isRetry: Bool
}

/// A workspace with a real database, real folders and real events, and runs that only write down what they have read.
final class WatchBench: Sendable {
    /// What a run comes to.
    enum Behaviour: Sendable {
        case succeed
        case reject
        case fail(ErrorClass)
        /// Succeeds once the door is open.
        case wait(Door)
        /// Opens its file once the door is open, as a run that waits for a worker does, and succeeds.
        case waitBefore(Door)
        /// The process dies before the journal knows of the run.
        case dieBefore
        /// The process dies while the run goes on.
        case dieWithin
        /// The process dies when the run has ended.
        case dieAfter
        /// The file is seen to have changed.
        case noticeChange
    }

    let folder: TestFolder
    let store: LocalStore
    let effects = Recorder<Effect>()
    let lines = Recorder<LogEntry>()
    let launches = Recorder<Path>()
    /// Runs that have opened their file and are on record.
    let begun = Recorder<Path>()
    /// How many runs go on, and the most at a time since `maxRuns` was last asked for.
    private let active = Mutex((now: 0, most: 0))
    private let behaviour: Mutex<@Sendable (RunRequest) -> Behaviour>

    init() async throws {
        folder = try TestFolder()
        try Files.createFolders(folder.path.appending("inbox"))
        store = try await LocalStore.open(folder.path.appending(".compass/compass.db"))
        behaviour = Mutex { _ in .succeed }
        try await store.pin(definition: "0f", pipeline: "test", source: "name: test")
    }

    var inbox: Path { folder.path.appending("inbox") }

    func behave(_ behaviour: @escaping @Sendable (RunRequest) -> Behaviour) {
        self.behaviour.withLock { $0 = behaviour }
    }

    func pipeline(_ trigger: WatchTrigger) -> Pipeline {
        var triggers = Triggers()
        triggers.watches = [trigger]
        return Pipeline(
            name: "test", description: nil, file: "test.yaml", source: "name: test", hash: "0f", inputs: [], env: [],
            concurrency: nil, stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [],
            triggers: triggers)
    }

    /// An intake of `inbox`, which takes at once what is whole.
    ///
    /// - Parameter armed: gets the path when the start is over.
    func intake(
        width: Int = 4, faults: FolderIntake.Faults = FolderIntake.Faults(), path: String = "inbox",
        ledger: (any WatchLedger)? = nil, armed: Recorder<String>? = nil,
        _ change: (inout WatchTrigger) -> Void = { _ in }
    ) -> FolderIntake {
        var trigger = WatchTrigger(path: path)
        trigger.settle = TimeSpan(milliseconds: 0)
        change(&trigger)
        var faults = faults
        if faults.firstWait == Breaker.first { faults.firstWait = .milliseconds(20) }
        return FolderIntake(
            trigger, of: pipeline(trigger),
            in: FolderIntake.Dependencies(
                root: folder.path, ledger: ledger ?? store, journal: store, quarantine: store,
                launch: { [self] request, pipeline in await launch(request, pipeline) }, width: width,
                log: Log { [lines] in lines.record($0) }, armed: { armed?.record(path) }), faults: faults)
    }

    /// Runs an intake while `body` goes on, and then stops it.
    @discardableResult
    func watching<Result>(_ intake: FolderIntake, _ body: () async throws -> Result) async throws -> Result {
        let starts = Self.starts(lines.all)
        let task = Task { try await intake.run() }
        // A watch that is not armed yet would make the tests look at the first look only.
        await lines.wait { Self.starts($0) > starts }
        let result: Result
        do {
            result = try await body()
        } catch {
            intake.stop()
            try await task.value
            throw error
        }
        intake.stop()
        try await task.value
        return result
    }

    private static func starts(_ lines: [LogEntry]) -> Int { lines.count { $0.event == "watch-started" } }

    // MARK: Files

    @discardableResult
    func drop(_ name: Path, _ text: String) throws -> Path {
        let path = inbox.appending(name)
        try Files.createFolders(path.folder)
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(Array(text.utf8))
        return path
    }

    func open(_ name: Path) throws -> FileDescriptor {
        try FileDescriptor.open(inbox.appending(name), flags: O_WRONLY | O_CREAT | O_APPEND)
    }

    func move(_ from: Path, _ to: Path) throws {
        let (from, to) = (inbox.appending(from), inbox.appending(to))
        try systemCall("rename") { from.withCString { old in to.withCString { rename(old, $0) } } }
    }

    /// Gives a file a further name.
    func link(_ from: Path, _ to: Path) {
        from.withCString { old in to.withCString { _ = Glibc.link(old, $0) } }
    }

    func exists(_ name: Path) -> Bool {
        (try? FileStatus.of(inbox.appending(name), followingLinks: false)) != nil
    }

    func digest(of text: String) -> String { FileDigest.of(text) }

    // MARK: What happened

    /// Waits for a line of the log about a file of the inbox.
    @discardableResult
    func line(_ event: String, about name: Path? = nil, for reason: String? = nil) async -> LogEntry? {
        let path = name.map { Path("inbox").appending($0).description }
        return await lines.first { line in
            line.event == event && (path == nil || line.fields.contains { $0.name == "file" && $0.value == path })
                && (reason == nil || line.fields.contains { $0.name == "reason" && $0.value == reason })
        }
    }

    /// Waits until files have been processed to the end, as often as that.
    func processed(_ count: Int) async {
        await lines.wait { $0.count { $0.event == "watch-processed" } >= count }
    }

    func entries() async throws -> [LedgerEntry] {
        let watch = try await store.register(pipeline: "test", path: "inbox")
        return try await store.entries(ofWatch: watch, states: [], after: nil, limit: 10_000)
    }

    // MARK: Runs

    /// The most runs that went on at a time since the last call.
    func maxRuns() -> Int {
        active.withLock { active in
            defer { active.most = active.now }
            return active.most
        }
    }

    private func launch(_ request: RunRequest, _ pipeline: Pipeline) async -> RunResult? {
        guard let path = request.file else { return nil }
        launches.record(path)
        active.withLock { active in
            active.now += 1
            active.most = max(active.most, active.now)
        }
        defer { active.withLock { $0.now -= 1 } }
        let behaviour = behaviour.withLock { $0(request) }
        if case .dieBefore = behaviour { return nil }
        if case .waitBefore(let door) = behaviour { await door.pass() }
        let file =
            if let base = request.base { try? SourceFile(opening: path, in: base) } else {
                try? SourceFile(opening: path, tree: folder.path)
            }
        let source = file.map {
            SourceIdentity(
                path: path, device: $0.status.device, inode: $0.status.inode, size: $0.status.size,
                modified: $0.status.modified)
        }
        let isChanged = file.map { file in request.expected.map { !$0.matches(file.status) } ?? false } ?? false
        var run = RunRecord(
            id: request.id ?? Identifier.run(), pipeline: pipeline.name, definition: pipeline.hash,
            file: request.shownFile, source: source, owner: "u1", inputs: request.inputs, trigger: request.trigger,
            origin: request.continuation.map { RunOrigin(run: $0.origin.run.id, kind: $0.kind) },
            startedAt: .now(), keyTimestamp: 1)
        // As the engine does.
        let isMissing = file == nil && request.expected != nil
        if isChanged || isMissing {
            fail(&run, .rejected, SourceFileError.Code.changed.rawValue, nil)
            return RunResult(run: run, stages: [], journalFailure: nil, isAbandoned: true)
        }
        do {
            guard try await store.start(run, stages: [], limit: nil, key: nil) == .started else { return nil }
        } catch {
            return RunResult(
                run: run, stages: [], journalFailure: RunFailure(stage: "", kind: "broken", message: "\(error)"))
        }
        begun.record(path)
        if case .dieWithin = behaviour { return nil }
        if case .wait(let door) = behaviour { await door.pass() }
        run.status = .succeeded
        switch behaviour {
        case .reject: fail(&run, .rejected, "bad", nil)
        case .fail(let errorClass): fail(&run, .failed, "down", errorClass)
        case .noticeChange: fail(&run, .rejected, SourceFileError.Code.changed.rawValue, nil)
        default:
            let digest = try? file?.sha256()
            if let digest {
                effects.record(
                    Effect(
                        run: run.id, path: path, sha256: digest, inputs: request.inputs,
                        isRetry: request.continuation != nil))
            } else {
                fail(&run, .failed, "missing", .permanent)
            }
        }
        run.finishedAt = .now()
        do {
            try await store.commit([.runFinished(run)])
        } catch {
            return RunResult(
                run: run, stages: [], journalFailure: RunFailure(stage: "", kind: "broken", message: "\(error)"))
        }
        if case .dieAfter = behaviour { return nil }
        return RunResult(run: run, stages: [], journalFailure: nil)
    }

    private func fail(_ run: inout RunRecord, _ status: RunStatus, _ kind: String, _ errorClass: ErrorClass?) {
        run.status = status
        run.error = RunFailure(stage: "look", kind: kind, message: "It is \(kind).", errorClass: errorClass)
    }

    /// Ends a run that a process has left, as recovery does.
    func carryOn(_ id: String) async throws {
        guard var run = try await store.run(id)?.run, run.status == .running, let path = run.source?.path else {
            return
        }
        let file = try SourceFile(opening: path)
        effects.record(
            Effect(run: id, path: path, sha256: try file.sha256(), inputs: run.inputs, isRetry: false))
        run.status = .succeeded
        run.finishedAt = .now()
        try await store.commit([.runFinished(run)])
    }
}

extension FileDigest {
    static func of(_ text: String) -> String { SHA256.hex(of: Array(text.utf8)) }
}
