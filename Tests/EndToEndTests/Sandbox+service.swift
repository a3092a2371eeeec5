import Glibc
import Platform
import Synchronization
import Testing

/// A process that stays, and whose log lines a test waits for. Killed when the last reference goes.
final class LongLived: Sendable {
    private struct State {
        var lines: [Value] = []
        var text = ""
        var isOver = false
        var waiting: [(id: Int, matches: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Value?, Never>)] =
            []
        var number = 0
    }

    private let child: ChildProcess
    private let state = Mutex(State())
    private let exit: Task<ChildProcess.Exit, any Error>

    init(_ program: Path, _ arguments: [Path], environment: [String], folder: Path) throws {
        let child = try ChildProcess(
            program, arguments, environment: environment, folder: folder, output: .null, errors: .pipe)
        let (lines, reading) = AsyncStream.makeStream(of: [UInt8].self)
        let errors = child.errors
        self.child = child
        // Each has a thread for as long as its process lives.
        let pool = WorkerPool(name: "long-lived", width: 1)
        exit = Task {
            try await pool.run {
                var rest: [UInt8] = []
                while let bytes = try errors?.readSome(limit: 65_536), !bytes.isEmpty {
                    rest += bytes
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        reading.yield(Array(rest[..<end]))
                        rest.removeSubrange(...end)
                    }
                }
                if !rest.isEmpty { reading.yield(rest) }
                reading.finish()
                return try child.wait()
            }
        }
        Task { [weak self] in
            for await line in lines { self?.take(line) }
            self?.close()
        }
    }

    deinit {
        child.signal(SIGKILL)
    }

    var id: Int32 { child.id }

    /// All that it wrote.
    var text: String { state.withLock { $0.text } }

    func signal(_ number: Int32) { child.signal(number) }

    /// Waits for its end.
    func end(after signal: Int32? = nil) async throws -> Int32 {
        if let signal { child.signal(signal) }
        return try await exit.value.status
    }

    /// Waits until it stands still at a failpoint that stops it.
    func standstill() async throws {
        let child = child
        try await Sandbox.pool.run {
            var info = siginfo_t()
            // What it tells is left to be told again, to whoever waits for the end.
            try systemCall("wait until it stands still") {
                waitid(P_PID, id_t(child.id), &info, WSTOPPED | WEXITED | WNOWAIT)
            }
            #expect(info.si_code == Int32(CLD_STOPPED), "it ended before")
        }
    }

    /// Waits for the first log entry of an event that matches, one that came before included.
    @discardableResult
    func entry(
        _ event: String, _ matches: @escaping @Sendable (Value) -> Bool = { _ in true },
        location: SourceLocation = #_sourceLocation
    ) async throws -> Value {
        try #require(
            await entryOrEnd(event, matches), "the process ended without the event `\(event)`:\n\(text)",
            sourceLocation: location)
    }

    /// The same; nil: the process has ended without it, or the test was given up. Of many lines at once some are lost, the
    /// wanted one perhaps among them.
    func entryOrEnd(
        _ event: String, _ matches: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) async -> Value? {
        await lineOrEnd { $0["event"]?.string == event && matches($0) }
    }

    /// Waits for the first line of text that begins so, one that came before included; nil: as `entryOrEnd`.
    func text(beginning start: String) async -> String? {
        await lineOrEnd { $0.string?.hasPrefix(start) == true }?.string
    }

    private func lineOrEnd(_ wanted: @escaping @Sendable (Value) -> Bool) async -> Value? {
        let id = state.withLock { state in
            state.number += 1
            return state.number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
                let (now, isOver) = state.withLock { state -> (Value?, Bool) in
                    if let line = state.lines.first(where: wanted) { return (line, true) }
                    if state.isOver || Task.isCancelled { return (nil, true) }
                    state.waiting.append((id, wanted, continuation))
                    return (nil, false)
                }
                if isOver { continuation.resume(returning: now) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting.removeAll { $0.id == id } }
                return state.waiting.first { $0.id == id }
            }
            waiting?.continuation.resume(returning: nil)
        }
    }

    /// How many entries of an event there were so far.
    func count(_ event: String) -> Int {
        state.withLock { $0.lines.count { $0["event"]?.string == event } }
    }

    private func take(_ line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self)
        let value = (try? Value(json: text)) ?? .string(text)
        let ready = state.withLock { state in
            state.lines.append(value)
            state.text += text + "\n"
            let ready = state.waiting.filter { $0.matches(value) }
            state.waiting.removeAll { one in ready.contains { $0.id == one.id } }
            return ready
        }
        for one in ready { one.continuation.resume(returning: value) }
    }

    private func close() {
        let left = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in left { one.continuation.resume(returning: nil) }
    }
}

extension Sandbox {
    /// Starts `compass up` with a log in JSON and returns when it works.
    func up(_ arguments: [Path] = [], environment: [String] = [], level: Path = "debug") async throws -> LongLived {
        let process = try start(
            ["up", "--log-format", "json", "--log-level", level] + arguments, environment: environment)
        try await process.entry("ready")
        return process
    }

    /// Starts the program and leaves it running.
    func start(_ arguments: [Path], environment: [String] = []) throws -> LongLived {
        try LongLived(Self.program, arguments, environment: Self.environment + environment, folder: folder)
    }

    /// Stages that keep a video, started by what is dropped into `in/`.
    static func watching(_ name: String, settle: String = "200ms", more: String = "") -> String {
        """
        version: 1
        name: \(name)
        on:
          watch: { path: in, settle: \(settle), patience: 200ms, rescan: 1h }
        inputs:
          type: { type: document-type, default: highlight_video }
          title: { type: string, default: "${{ document.stem }}" }
        \(more)
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: notify
            with: { channel: log, subject: "New: ${{ inputs.title }}" }

        """
    }

    /// Puts a file into a watched folder as careful people do: under another name first.
    func drop(_ name: Path, _ bytes: [UInt8]) throws {
        let path = folder.appending(name)
        try Files.createFolders(path.folder)
        let temporary = folder.appending(Path(".compass-test-\(name.name.text)"))
        try Files.replace(temporary, with: bytes)
        try systemCall("rename", on: path.description) {
            temporary.withCString { old in path.withCString { rename(old, $0) } }
        }
    }
}
