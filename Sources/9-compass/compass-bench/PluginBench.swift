internal import Documents
internal import Pipelines
internal import Platform
internal import Plugins

/// What a request to a plugin costs, beside the start of a process.
enum PluginBench {
    private static let calls = 200

    static func measure(_ bench: BenchWorkspace) async throws -> [BenchFigure] {
        let workspace = try bench.workspace("plugins")
        let answer = #"{"type":"result"}"#
        try write("shell", "persistent: false", "#!/bin/sh\necho '\(answer)'\n", in: workspace)
        try write("python", "persistent: false", "#!/usr/bin/python3\nprint('\(answer)')\n", in: workspace)
        try write(
            "kept", "persistent: true",
            """
            #!/usr/bin/python3
            import json, sys
            for line in sys.stdin:
                print(json.dumps({"type": "result", "id": json.loads(line)["id"]}), flush=True)

            """, in: workspace)
        let document = workspace.appending("document.pdf")
        try Files.replace(document, with: Array(repeating: 65, count: 65_536))
        let registry = PluginCatalog(workspace: workspace).added(to: try Registry([]))
        let shell = try process("/bin/sh", ["-c", ":"])
        let python = try process("/usr/bin/python3", ["-c", "pass"])
        return [
            BenchFigure(name: "starting /bin/sh, and its end", value: shell, unit: "ms"),
            BenchFigure(
                name: "  the same as a plugin, guarded and in its sandbox",
                value: try await request("shell", registry, document), unit: "ms"),
            BenchFigure(name: "starting Python, and its end", value: python, unit: "ms"),
            BenchFigure(
                name: "  the same as a plugin", value: try await request("python", registry, document), unit: "ms"),
            BenchFigure(
                name: "  a request to a persistent one", value: try await request("kept", registry, document),
                unit: "ms", aim: "< 1"),
        ]
    }

    private static func write(_ name: String, _ manifest: String, _ program: String, in workspace: Path) throws {
        let folder = workspace.appending("plugins").appending(Path(name))
        try Files.createFolders(folder)
        let text = """
            protocol: 1
            name: \(name)
            version: 1.0.0
            summary: Answers at once.
            command: [./main]
            \(manifest)
            examples: [{ title: One. }]

            """
        try Files.replace(folder.appending("plugin.yaml"), with: Array(text.utf8))
        try Files.replace(folder.appending("main"), with: Array(program.utf8), mode: 0o755)
    }

    private static func process(_ program: Path, _ arguments: [Path]) throws -> Double {
        BenchFigure.median(
            try (0..<calls).map { _ in
                let start = ContinuousClock.now
                _ = try ChildProcess(program, arguments).wait()
                return (ContinuousClock.now - start) / .milliseconds(1)
            })
    }

    private static func request(_ name: String, _ registry: Registry, _ document: Path) async throws -> Double {
        guard let type = registry[name] else { throw BenchError(message: registry.refused[name] ?? name) }
        guard case .pure(let run) = type.bind([:]).work else { throw BenchError(message: "\(name) has an effect") }
        let file = try SourceFile(opening: document)
        let context = StageContext(
            run: "run", pipeline: "bench", stage: name, attempt: 1, startedAt: .now(), keyTimestamp: 1, owner: "bench",
            file: .success(file), facts: ["name": "document.pdf"], resources: Resources(),
            environment: Environment(roots: [:]), progress: { _, _ in })
        let pool = WorkerPool(name: "plugin", width: 1)
        return try await withTaskExecutorPreference(pool) {
            _ = try await run(context)
            var times: [Double] = []
            for _ in 0..<calls {
                let start = ContinuousClock.now
                _ = try await run(context)
                times.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            return BenchFigure.median(times)
        }
    }
}
