import CompassTesting
import Documents
import Glibc
import Platform
import Plugins
import Synchronization
import Testing

@testable import Pipelines

@Suite struct PluginStageTests {
    @Test("a plugin gets options, facts and the document, and gives progress, log lines, facts and outputs")
    func exchange() async throws {
        let plugin = try PluginFolder(
            manifest: """
                options: { min: { type: number, doc: The least., default: 2.5 }, word: { type: string, doc: A word., default: "" } }
                needs: [mime-type]
                gives: { words: { type: integer, doc: How many. }, note: { type: string?, doc: A note. } }
                outputs: { seen: { type: any, doc: What it saw. } }
                """,
            program: PluginFolder.python + """
                request = json.loads(sys.stdin.readline())
                text = open(request["content"]["path"]).read()
                same = os.fdopen(request["content"]["descriptor"]).read()
                assert text == same, (text, same)
                print(json.dumps({"type": "progress", "done": 1, "total": 2}))
                print(json.dumps({"type": "log", "level": "warning", "message": "careful"}))
                print(json.dumps({"type": "facts", "values": {"words": len(text.split())}}))
                seen = {key: request[key] for key in ("protocol", "action", "key", "options", "facts", "attempt")}
                seen["content"] = [request["content"]["name"], request["content"]["size"]]
                print(json.dumps({"type": "result", "outputs": {"seen": seen}}))
                """)
        let logs = Mutex<[StageLog]>([])
        let outputs = try await plugin.run(
            ["min": .fixed(.number(2.5)), "word": .fixed("é")], facts: ["mime-type": "text/plain"],
            log: { log in logs.withLock { $0.append(log) } })
        #expect(outputs["words"] == 2)
        #expect(outputs["note"] == .null)
        let seen = try #require(outputs["seen"]?.record)
        #expect(seen["protocol"] == 1 && seen["action"] == "run" && seen["attempt"] == 1)
        #expect(seen["options"] == ["min": 2.5, "word": "é"])
        #expect(seen["facts"] == ["mime-type": "text/plain"])
        #expect(seen["content"] == ["document.txt", 12])
        #expect(logs.withLock { $0 } == [StageLog(.warning, "careful")])
    }

    @Test(
        "a plugin finds a document whose name is no UTF-8, and one that was moved or replaced since the run began",
        arguments: ["as it is", "no UTF-8", "moved", "replaced"], Nightly.isOn ? ["", "persistent: true"] : [""])
    func places(case name: String, manifest: String) async throws {
        let plugin = try PluginFolder(
            manifest: manifest
                + "\noutputs: { text: { type: string, doc: What is in it. }, end: { type: string, doc: . } }",
            program: PluginFolder.python + """
                for line in sys.stdin:
                    request = json.loads(line)
                    path = request["content"]["path"]
                    try:
                        open(path, "a").close()
                        end = "it could be changed"
                    except OSError:
                        end = os.path.splitext(path)[1]
                    print(json.dumps({
                        "type": "result", "id": request["id"], "outputs": {"text": open(path).read(), "end": end}}), flush=True)
                """)
        let folder = try TestFolder()
        let place = folder.path.appending(
            name == "no UTF-8" ? Path(bytes: [0x61, 0xFF, 0x2E, 0x74, 0x78, 0x74]) : "a.txt")
        try Files.replace(place, with: Array("The document.".utf8))
        let file = try SourceFile(opening: place)
        if name == "moved" || name == "replaced" {
            #expect(try ChildProcess("/bin/mv", [place, folder.file("other.txt")]).wait().status == 0)
        }
        if name == "replaced" { try folder.write("a.txt", Array("Another one.".utf8)) }
        let outputs = try await plugin.run(on: file)
        #expect(outputs == ["text": "The document.", "end": ".txt"])
    }

    @Test("a rejection and a failure are those of the document and of the world")
    func errors() async throws {
        let rejecting = try PluginFolder(
            program:
                "#!/bin/sh\necho '{\"type\":\"rejected\",\"kind\":\"no-gpa\",\"message\":\"It names no GPA.\"}'; exit 3\n"
        )
        #expect(await rejecting.failure == .rejected("no-gpa", "It names no GPA."))
        let failing = try PluginFolder(
            program: "#!/bin/sh\necho '{\"type\":\"failed\",\"class\":\"network\",\"message\":\"No answer.\"}'\n")
        #expect(await failing.failure == .failed(.network, "failed", "No answer."))
    }

    /// Programs that break the protocol, with the kind and the message of the error.
    static let faults: [(name: String, manifest: String, program: String, kind: String, message: String)] = [
        ("no answer", "", "exit 0", "plugin-no-answer", "it ended without an answer"),
        (
            "exit", "", "echo sorry >&2; exit 3", "plugin-exit",
            "it ended with status 3 and without an answer. Its standard error ends with: sorry"
        ),
        (
            "exit after the answer", "", "echo '{\"type\":\"result\"}'; exit 4", "plugin-exit",
            "it ended with status 4 after its answer"
        ),
        ("signal", "", "kill -SEGV $$", "plugin-signal", "it was ended by SIGSEGV"),
        (
            "not UTF-8", "", "printf '{\"type\":\"\\377\"}\\n'", "plugin-not-utf8",
            "it wrote a line that is not UTF-8: {\"type\":\"\\xFF\"}"
        ),
        ("binary", "", "head -c 100 /bin/true; echo", "plugin-not-utf8", "it wrote a line that is not UTF-8: "),
        (
            "text", "", "echo hello", "plugin-not-json",
            "it wrote a line that is not valid JSON: expected a value at byte 0: hello"
        ),
        ("list", "", "echo '[1]'", "plugin-not-json", "it wrote a line that is no JSON object: [1]"),
        (
            "unknown type", "", "echo '{\"type\":\"done\"}'", "plugin-protocol",
            "it wrote a line that means nothing, as `type` must be one of progress, log, facts, result, absent, rejected, "
                + "failed, and is `done`"
        ),
        (
            "unknown key", "", "echo '{\"type\":\"result\",\"output\":{}}'", "plugin-protocol",
            "it wrote a line that means nothing, as a line of that type has no key `output`"
        ),
        (
            "partial line", "", "printf '{\"type\":\"result\"}'", "plugin-partial-line",
            "its last line has no line break at its end, so that it may be only a part"
        ),
        (
            "more after the answer", "", "echo '{\"type\":\"result\"}'; echo '{\"type\":\"result\"}'",
            "plugin-after-answer",
            "it wrote more lines after its answer"
        ),
        (
            "left behind", "", "sleep 1000 </dev/null >/dev/null 2>&1 & echo '{\"type\":\"result\"}'",
            "plugin-left-behind",
            "it ended and left a process behind, which was ended"
        ),
        (
            // It ends by itself after some hundred processes, should nobody end it.
            "fork bomb", "limits: { processes: 8 }",
            "b() { [ $1 = 0 ] && exec sleep 1000; b $(($1 - 1)) | b $(($1 - 1)) & }; b 6; sleep 1000",
            "plugin-processes",
            "it wanted more than 8 processes at a time"
        ),
        ("timeout", "timeout: 200ms", "sleep 1000", "plugin-timeout", "it gave no answer within 200ms"),
        (
            "processor time", "limits: { processor: 1s }", "while :; do :; done", "plugin-processor-time",
            "it used more processor time than its manifest allows"
        ),
        (
            "much output", "limits: { output: 10KB }", "yes '{\"type\":\"log\",\"message\":\"again\"}'",
            "plugin-output",
            "it wrote more than 10000 bytes"
        ),
        ("much error output", "limits: { output: 10KB }", "yes >&2", "plugin-output", "it wrote more than 10000 bytes"),
        (
            "long line", "limits: { output: 1MB }", "head -c 2000000 /dev/zero", "plugin-output",
            "it wrote more than 1000000 bytes"
        ),
        (
            "missing output", "gives: { gpa: { type: number, doc: The GPA. } }", "echo '{\"type\":\"result\"}'",
            "plugin-outputs", "it did not give `gpa`, as its manifest promises"
        ),
        (
            "undeclared output", "", "echo '{\"type\":\"result\",\"outputs\":{\"gpa\":4}}'", "plugin-outputs",
            "it gave `gpa`, which its manifest does not declare"
        ),
        (
            "wrong type", "gives: { gpa: { type: number, doc: The GPA. } }",
            "echo '{\"type\":\"result\",\"outputs\":{\"gpa\":\"4\"}}'", "plugin-outputs",
            "it gave \"4\" as `gpa`, which is number by its manifest"
        ),
        (
            "absent", "", "echo '{\"type\":\"absent\"}'", "plugin-protocol",
            "it answered with `absent`, which does not answer this request"
        ),
    ]

    /// Others of their kind are in `make test`.
    private static let rare: Set<String> = [
        "exit after the answer", "binary", "list", "unknown key", "processor time", "much error output",
        "undeclared output", "absent",
    ]

    @Test(
        "a plugin that breaks the protocol fails its stage with the reason",
        arguments: faults.indices.filter { Nightly.isOn || !rare.contains(faults[$0].name) })
    func fault(_ index: Int) async throws {
        let fault = Self.faults[index]
        let plugin = try PluginFolder(manifest: fault.manifest, program: "#!/bin/sh\n" + fault.program + "\n")
        let failure = await plugin.failure
        let error = try #require(failure)
        #expect(error.kind == fault.kind, "\(fault.name): \(error.message)")
        #expect(error.message.hasPrefix("The plugin `probe` failed: \(fault.message)"), "\(fault.name)")
        #expect(error.errorClass == (fault.kind == "plugin-timeout" ? .timeout : .other))
    }

    @Test("more memory than allowed is refused to it")
    func memory() async throws {
        let plugin = try PluginFolder(
            manifest: "limits: { memory: 100MB }", program: PluginFolder.python + "x = bytearray(1 << 30)\n")
        let failure = await plugin.failure
        let error = try #require(failure)
        #expect(error.kind == "plugin-exit" && error.message.contains("MemoryError"))
    }

    @Test("it has the variables that its manifest names, a folder of its own, and nothing else")
    func surroundings() async throws {
        let plugin = try PluginFolder(
            manifest: "environment: [COMPASS_TEST_NAMED]\noutputs: { seen: { type: any, doc: What it saw. } }",
            program: PluginFolder.python + """
                open("made", "w").write("x")
                seen = {"names": sorted(os.environ), "here": os.getcwd() == os.environ["TMPDIR"], "files": os.listdir(".")}
                seen["plugin"] = os.path.exists(os.environ["COMPASS_PLUGIN"] + "/plugin.yaml")
                seen["home"] = os.environ["HOME"] == os.environ["TMPDIR"]
                print(json.dumps({"type": "result", "outputs": {"seen": seen}}))
                """)
        let outputs = try await plugin.run()
        let seen = try #require(outputs["seen"]?.record)
        let names = try #require(seen["names"]?.list).compactMap(\.string)
        // Python itself may set LC_CTYPE.
        #expect(
            Set(names).subtracting(["LC_CTYPE", "TZ"]) == [
                "PATH", "HOME", "TMPDIR", "LANG", "COMPASS_PLUGIN", "COMPASS_ACTION", "COMPASS_KEY",
            ])
        #expect(seen["here"] == true && seen["plugin"] == true && seen["home"] == true)
        #expect(seen["files"] == ["made"])
    }

    @Test("it reaches neither other files nor the network, unless its manifest says so")
    func sandbox() async throws {
        let other = try TestFolder()
        let secret = try other.write("secret", Array("hidden".utf8))
        let program =
            PluginFolder.python + """
                import socket
                seen = []
                for test in (lambda: open("\(secret)").read(), lambda: open("\(other.path)/new", "w").close() or "written",
                        lambda: socket.socket().close() or "open"):
                    try: seen.append(test())
                    except OSError as error: seen.append(error.strerror)
                print(json.dumps({"type": "result", "outputs": {"seen": seen}}))
                """
        let outputs = "outputs: { seen: { type: list of string, doc: What it saw. } }"
        let closed = try PluginFolder(manifest: outputs, program: program)
        let unwritten = GuardFeatures.available.hasMounts ? "Read-only file system" : "Permission denied"
        #expect(
            try await closed.run()["seen"]
                == .list([.string("Permission denied"), .string(unwritten), .string("Permission denied")]))
        // One with a network that root starts may only write what everybody may.
        #expect(other.path.withCString { chmod($0, 0o777) } == 0)
        let open = try PluginFolder(
            manifest: "\(outputs)\nnetwork: true\nreads: [\(secret)]\nwrites: [\(other.path)]", program: program)
        #expect(try await open.run()["seen"] == ["hidden", "written", "open"])
    }

    @Test("a secret that it is given is in none of its messages")
    func secrets() async throws {
        let plugin = try PluginFolder(
            manifest: "options: { token: { type: string, doc: A token., secret: true, default: none } }",
            program: PluginFolder.python + """
                token = json.loads(sys.stdin.readline())["options"]["token"]
                print(json.dumps({"type": "log", "message": "with " + token}))
                print("with " + token, file=sys.stderr)
                print(json.dumps({"type": "failed", "class": "server", "message": "refused " + token}), flush=True)
                """)
        let scope = Scope(roots: [Field("secrets", .map(MapType(of: .string.asSecret, unset: .fails("set it"))))])
        let token = try #require(CompiledValue(expression: "secrets.TOKEN", type: .string.asSecret, in: scope))
        let environment = Environment(roots: [:], secret: { _ in "tell-nobody" })
        let logs = Mutex<[StageLog]>([])
        let error = await #expect(throws: StageError.self) {
            try await plugin.run(
                ["token": token], environment: environment, log: { log in logs.withLock { $0.append(log) } })
        }
        #expect(error?.message == "refused ***")
        #expect(logs.withLock { $0.map(\.message) } == ["with ***"])
    }

    @Test("a cancelled run ends it with all that came of it")
    func cancellation() async throws {
        let plugin = try PluginFolder(
            program: "#!/bin/sh\nsleep 1000 &\necho '{\"type\":\"log\",\"message\":\"ready\"}'\nwait\n")
        let started = AsyncStream.makeStream(of: Void.self)
        let pool = WorkerPool(name: "plugins", width: 1)
        let task = Task(executorPreference: pool) {
            try await plugin.run(log: { _ in started.continuation.yield() })
        }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

extension PluginFolder {
    /// How its run did not succeed.
    var failure: StageError? {
        get async {
            do {
                _ = try await run()
                return nil
            } catch {
                return error as? StageError
            }
        }
    }
}
