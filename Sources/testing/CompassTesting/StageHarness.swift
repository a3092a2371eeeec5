internal import Documents
internal import DirectoryStore
internal import Engine
internal import LocalStore
public import Pipelines
internal import Platform

/// Runs single stages as a pipeline would, on a real database and a real folder of objects: what the examples of a
/// stage's spec are tested with.
public struct StageHarness: Sendable {
    private let folder: TestFolder
    private let registry: Registry
    private let store: LocalStore
    private let engine: Engine
    private let facts: ExampleFacts
    private let objects: DirectoryStore

    /// - Parameters:
    ///   - registry: has the stage types that are run.
    ///   - resources: what they need beside the object store, which is here.
    ///   - schools: ids of schools that are known.
    public init(registry: Registry, resources: Resources, schools: [String] = ["stanford", "ucla"]) async throws {
        folder = try TestFolder()
        facts = ExampleFacts()
        store = try await LocalStore.open(folder.path.appending("compass.db"))
        try await store.addSchools(try schools.map { try School(id: $0, name: $0) }, replacing: true)
        var registry = registry
        try registry.add(EarlierStages.self)
        try registry.check()
        self.registry = registry
        var resources = resources
        objects = try DirectoryStore(root: folder.path.appending("objects"))
        resources.provide(objects, as: (any ObjectStore).self)
        resources.provide(facts)
        engine = Engine(
            journal: store, resources: resources, pool: WorkerPool(name: "harness", width: 1), owner: "u1")
    }

    /// Runs an example's stage on its document, after a stage that gave its facts. An example that has the fact `id`
    /// gets the id of a document that exists; where it has the fact `object-key`, its file is stored under that key.
    ///
    /// - Throws: `ExampleError` when lint refuses the example's text.
    public func run(_ example: StageExample) async throws -> StageRecord {
        var known = example.facts
        if known["id"] != nil { known["id"] = .string(try await document()) }
        facts.set(known)
        var inputs = ""
        for entry in example.inputs { inputs += "  \(entry.key): { type: string, default: \(entry.value.json) }\n" }
        let stage = example.yaml.split(separator: "\n").joined(separator: "\n    ")
        let text = """
            version: 1
            name: example
            \(inputs.isEmpty ? "" : "inputs:\n" + inputs)stages:
              - uses: \(EarlierStages.spec.name)
              - \(stage)
            """
        var report = LintReport()
        report.add(Array(text.utf8), file: "example.yaml", registry: registry)
        guard let pipeline = report.pipelines.first else { throw ExampleError(text: report.text()) }
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        guard let document = example.file else { throw ExampleError(text: "The example has no document of its own.") }
        let file = try folder.write(Path("files").appending(Path(document.name)), document.contents)
        if let key = known["object-key"]?.string.flatMap({ ObjectKey($0) }) {
            try await objects.delete(key)
            _ = try await objects.put(SourceFile(opening: file), at: key, progress: { _ in })
        }
        let result = await engine.run(RunRequest(file: file), of: pipeline)
        guard result.stages.count == 2 else {
            throw ExampleError(
                text: "The run ended \(result.run.status.rawValue) before the stage: \(result.run.error?.message ?? "")"
            )
        }
        return result.stages[1]
    }

    /// The id of a fresh document.
    private func document() async throws -> String {
        let run = Identifier.run()
        return try await store.transact { transaction in
            try transaction.catalog.createVersion(
                NewVersion(
                    owner: "u1", type: .transcript, title: run, objectKey: "u1/transcript/\(run)",
                    fileURL: "file:\(run)",
                    name: "example.txt", mimeType: "text/plain", size: 1, sha256: "0", run: run)
            ).id
        } recording: { _ in
            []
        }
    }
}

/// An example that is no pipeline.
public struct ExampleError: Error, CustomStringConvertible {
    let text: String
    public var description: String { text }
}
