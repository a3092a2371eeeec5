import CompassTesting
import Diagnostics
import Documents
import Engine
import Glibc
import HTTPMessages
import LocalStore
import Pipelines
import Platform
import Programs
import Testing

@testable import ExternalStages

/// A workspace's folder, a real database, and runs of pipelines of stages that act outside.
struct ExternalBench {
    let folder: TestFolder
    let recorder = EventRecorder()
    private let store: LocalStore
    private let engine: Engine
    private let registry: Registry

    init(reach: NetworkReach = .everywhere, isRehearsal: Bool = false) async throws {
        folder = try TestFolder()
        store = try await LocalStore.open(folder.path.appending("compass.db"))
        registry = try Registry([Exec.self, HTTPRequestStage.self])
        var resources = Resources()
        resources.provide(ProgramScratch(in: folder.path.appending("scratch"), variable: { _ in nil }))
        resources.provide(StageSurroundings(root: folder.path, reach: reach, isRehearsal: isRehearsal))
        engine = Engine(
            journal: store, catalog: store, resources: resources, pool: WorkerPool(name: "external", width: 2),
            owner: "u1", secrets: { $0 == "TOKEN" ? "hush-hush-0815" : nil }, observe: recorder.observe)
    }

    /// A stage as it stands in a pipeline, without the leading dash.
    func load(_ stage: String, inputs: String = "") -> (pipeline: Pipeline?, issues: [String]) {
        let lines = stage.split(separator: "\n").joined(separator: "\n    ")
        let text = "version: 1\nname: external\n\(inputs)stages:\n  - \(lines)\n"
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "external.yaml", registry: registry)
        return (pipeline, issues.sorted.map(\.message))
    }

    func run(_ stage: String, on file: Path? = nil, inputs: String = "") async throws -> RunResult {
        let (loaded, issues) = load(stage, inputs: inputs)
        let pipeline = try #require(loaded, "\(issues)")
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await engine.run(
            RunRequest(file: try file ?? folder.write("Fall season.txt", Array("GPA 3.8\n".utf8))), of: pipeline)
    }

    func script(_ text: String) throws {
        let file = try folder.write("tools/check", Array("#!/bin/sh\n\(text)\n".utf8))
        guard file.withCString({ chmod($0, 0o755) }) == 0 else {
            throw SystemError("mark as a program", on: file.description)
        }
    }
}
