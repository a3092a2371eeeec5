import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import Plugins
import Testing

@Suite struct PluginWorkerTests {
    /// Counts its requests; the word `die` and the like in the option have it misbehave.
    private static func plugin() throws -> PluginFolder {
        try PluginFolder(
            manifest: """
                persistent: true
                timeout: 20s
                options: { do: { type: string, doc: What to do., default: "" } }
                outputs: { count: { type: integer, doc: Which request. }, text: { type: string, doc: The document. } }
                """,
            program: PluginFolder.python + """
                count = 0
                for line in sys.stdin:
                    request = json.loads(line)
                    count += 1
                    do = request["options"]["do"]
                    if do == "die": os.kill(os.getpid(), 9)
                    if do == "end": break
                    if do == "wrong": request["id"] = "another"
                    if do == "nameless": del request["id"]
                    text = open(request["content"]["path"]).read()
                    if do == "chatter": print(json.dumps({"type": "log", "message": "late"}), file=sys.stdout)
                    answer = {"type": "result", "outputs": {"count": count, "text": text}}
                    if "id" in request: answer["id"] = request["id"]
                    print(json.dumps(answer), flush=True)
                    if do == "later": print(json.dumps({"type": "log", "message": "late"}), flush=True)
                """)
    }

    private static func run(_ plugin: PluginFolder, _ type: StageType, _ word: String = "") async throws -> Record {
        try await plugin.run(["do": .fixed(.string(word))], of: type)
    }

    @Test("one process takes one request after another, and each sees its own document")
    func persistence() async throws {
        let plugin = try Self.plugin()
        let type = try plugin.type()
        for number in 1...5 {
            try await #expect(Self.run(plugin, type) == ["count": .integer(Int64(number)), "text": "A document.\n"])
        }
    }

    @Test(
        "a process that dies, ends, or answers wrongly fails that request, and the next one has a new process",
        arguments: [
            ("die", "plugin-signal", "it was ended by SIGKILL"),
            ("end", "plugin-no-answer", "it ended without an answer"),
            ("wrong", "plugin-other-request", "it answered another request"),
            ("nameless", "plugin-protocol", "it wrote a line that means nothing, as the last line has no `id`"),
        ])
    func restart(word: String, kind: String, message: String) async throws {
        let plugin = try Self.plugin()
        let type = try plugin.type()
        _ = try await Self.run(plugin, type)
        let error = await #expect(throws: StageError.self) { try await Self.run(plugin, type, word) }
        #expect(error?.kind == kind)
        #expect(error?.message.hasPrefix("The plugin `probe` failed: \(message)") ?? false, "\(error?.message ?? "")")
        try await #expect(Self.run(plugin, type)["count"] == 1)
    }

    @Test(
        "a process that ends for what it did last time fails no other request, unless that could be done twice",
        arguments: ["none", "idempotent", "irreversible"], ["os._exit(7)", "os.kill(os.getpid(), 9)", "os._exit(0)"])
    func lateEnd(effect: String, end: String) async throws {
        let plugin = try PluginFolder(
            manifest: """
                persistent: true
                effect: \(effect)
                timeout: 20s
                outputs: { count: { type: integer, doc: Which request. } }
                """,
            program: PluginFolder.python + """
                import select
                request = json.loads(sys.stdin.readline())
                print(json.dumps({"type": "result", "id": request["id"], "outputs": {"count": 1}}), flush=True)
                # The next request has come, and is not read.
                select.select([0], [], [])
                \(end)
                """)
        let type = try plugin.type()
        try await #expect(plugin.run([:], of: type)["count"] == 1)
        if effect == "irreversible" {
            let error = await #expect(throws: StageError.self) { try await plugin.run([:], of: type) }
            #expect(["plugin-exit", "plugin-signal", "plugin-no-answer"].contains(error?.kind))
        } else {
            try await #expect(plugin.run([:], of: type)["count"] == 1)
        }
    }

    @Test("a process that is killed between two requests is replaced")
    func killedWhileIdle() async throws {
        let plugin = try Self.plugin()
        let type = try plugin.type()
        _ = try await Self.run(plugin, type, "later")
        // Whether its late line was seen before the next request or with it, it is no part of the next answer.
        try await #expect(Self.run(plugin, type)["text"] == "A document.\n")
    }

    @Test("as many processes as runs at a time, and none for each run")
    func parallel() async throws {
        let plugin = try Self.plugin()
        let type = try plugin.type()
        let pool = WorkerPool(name: "plugins", width: 4)
        let counts = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<40 {
                group.addTask(executorPreference: pool) {
                    let outputs = try await Self.run(plugin, type)
                    return try #require(outputs["count"]?.integer)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Each process begins with 1.
        #expect(counts.count == 40 && (1...4).contains(counts.count { $0 == 1 }))
    }

    @Test(
        "no more processes than the manifest allows; who waits for its turn can be cancelled, and keeps nobody waiting")
    func workers() async throws {
        let place = try TestFolder()
        let path = place.file("go")
        #expect(path.withCString { mkfifo($0, 0o600) } == 0)
        let go = try FileDescriptor.open(path, flags: O_RDWR)
        let plugin = try PluginFolder(
            manifest: """
                persistent: true
                workers: 2
                timeout: 2m
                reads: ["\(place.path)"]
                options: { word: { type: string, doc: What to do., default: "" } }
                outputs: { process: { type: integer, doc: Which process. } }
                """,
            program: PluginFolder.python + """
                # Each may be the first process of a namespace of its own.
                me = int.from_bytes(os.urandom(6), "big")
                for line in sys.stdin:
                    request = json.loads(line)
                    if request["options"]["word"] == "hold":
                        print(json.dumps({"type": "log", "id": request["id"], "message": "here"}), flush=True)
                        os.read(os.open("\(place.path)/go", os.O_RDONLY), 1)
                    print(json.dumps({
                        "type": "result", "id": request["id"], "outputs": {"process": me}}), flush=True)
                """)
        let type = try plugin.type()
        let pool = WorkerPool(name: "plugins", width: 4)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        @Sendable func request(_ word: String) async throws -> Int64 {
            let outputs = try await plugin.run(["word": .fixed(.string(word))], of: type) { _ in arrived.yield() }
            return try #require(outputs["process"]?.integer)
        }
        let processes = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<2 { group.addTask(executorPreference: pool) { try await request("hold") } }
            var arrival = arrivals.makeAsyncIterator()
            for _ in 0..<2 { await arrival.next() }
            let waiting = Task(executorPreference: pool) { try await request("") }
            for _ in 0..<10 { group.addTask(executorPreference: pool) { try await request("") } }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(write(go.number, "22", 2) == 2)
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(processes.count == 2)
    }

    @Test("it cannot change the document that it is given")
    func documents() async throws {
        let plugin = try PluginFolder(
            manifest: "persistent: true\noutputs: { seen: { type: string, doc: What it saw. } }",
            program: PluginFolder.python + """
                for line in sys.stdin:
                    request = json.loads(line)
                    try:
                        open(request["content"]["path"], "a").write("more")
                        seen = "written"
                    except OSError as error: seen = error.strerror
                    print(json.dumps({"type": "result", "id": request["id"], "outputs": {"seen": seen}}), flush=True)
                """)
        // Of root's files nobody's rights come first.
        let isReadOnly = GuardFeatures.available.hasMounts && geteuid() != 0
        let unwritten: Value = isReadOnly ? "Read-only file system" : "Permission denied"
        try await #expect(plugin.run()["seen"] == unwritten)
        #expect(try Files.read(plugin.path.appending("document.txt"), limit: 100) == Array("A document.\n".utf8))
    }
}
