import CompassTesting
import Diagnostics
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Programs

@testable import MediaStages

/// A real database, a real folder of objects, and runs of pipelines of media stages.
struct MediaBench {
    let folder: TestFolder
    let store: LocalStore
    let objects: DirectoryStore
    let recorder = EventRecorder()
    let scratch: ProgramScratch
    let engine: Engine
    let registry: Registry

    init() async throws {
        folder = try TestFolder()
        store = try await LocalStore.open(folder.path.appending("compass.db"))
        objects = try DirectoryStore(root: folder.path.appending("objects"))
        registry = try Registry([
            ProbeMedia.self, PDFInfo.self, Thumbnail.self, WebRendition.self, ScanVirus.self, Store.self, Version.self,
            Fail.self,
        ])
        var resources = Resources()
        resources.provide(objects, as: (any ObjectStore).self)
        scratch = ProgramScratch(in: folder.path.appending("scratch"), variable: { _ in nil })
        resources.provide(scratch)
        engine = Engine(
            journal: store, catalog: store, resources: resources, pool: WorkerPool(name: "media", width: 2),
            owner: "u1",
            observe: recorder.observe)
    }

    /// Runs stages, each as it stands in a pipeline after `uses:`.
    func run(_ file: Path, _ stages: String...) async throws -> RunResult {
        let text = "version: 1\nname: media\nstages:\n" + stages.map { "  - { uses: \($0) }\n" }.joined()
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "media.yaml", registry: registry)
        guard let pipeline else { throw MediaFilesError(description: "\(issues.sorted.map(\.message))") }
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        return await engine.run(RunRequest(file: file), of: pipeline)
    }

    /// What one stage gave.
    func outputs(_ file: Path, _ stage: String) async throws -> Record {
        let result = try await run(file, stage)
        guard result.run.status == .succeeded else {
            throw MediaFilesError(description: "\(result.run.status): \(result.run.error?.message ?? "")")
        }
        return result.stages[0].outputs
    }

    /// What is known of the object that a run has stored.
    func media(_ result: RunResult) async throws -> ObjectMedia {
        let key = result.stages.compactMap { $0.outputs["object-key"]?.string }.first ?? ""
        return try await store.media(of: [key])[key] ?? ObjectMedia()
    }

    /// An object, as a file.
    func file(_ key: String, as name: String) async throws -> Path {
        guard let key = ObjectKey(key), let object = try await objects.open(key) else {
            throw MediaFilesError(description: "there is no object \(key)")
        }
        return try folder.write(Path(name), try await object.read(at: 0, count: Int(object.size)))
    }

    /// Names of all objects, sorted.
    func objectNames() async throws -> [String] {
        var names: [String] = []
        _ = try await objects.forEachPage(of: 100) { names += $0.map(\.key.text) }
        return names.sorted()
    }
}

/// Stores the document and makes a version of it.
struct Store: EffectStage {
    static let spec = StageSpec(
        name: "store", summary: "For tests.", gives: [.objectKey, .mimeType], effect: .idempotent,
        examples: [StageExample("None.", yaml: "uses: store", result: .outputs([:]))])
    static let isUndoable = true

    struct Options: PartOptions {
        var type: Setting<String> = .fixed("video/mp4")
        static let fields: [OptionField<Options>] = [OptionField("type", \.type, "The MIME type.")]
    }

    let options: Options
    init(options: Options) { self.options = options }

    func intent(_ context: StageContext) throws -> Record {
        ["key": .string("u1/highlight_video/\(context.keyTimestamp)_clip")]
    }
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let key = intent["key"]?.string ?? ""
        guard let object = ObjectKey(key) else { throw MediaFilesError(description: key) }
        _ = try await context.resources.require((any ObjectStore).self).put(
            context.content, at: object, progress: { _ in })
        return ["object-key": .string(key), "mime-type": .string(try context.value(options.type))]
    }
    func undo(_ outputs: Record, _ context: StageContext) async throws {
        guard let key = ObjectKey(outputs["object-key"]?.string ?? "") else { return }
        try await context.resources.require((any ObjectStore).self).delete(key)
    }
}

/// Enters the version.
struct Version: TransactionalStage {
    static let spec = StageSpec(
        name: "version", summary: "For tests.", needs: [.objectKey], gives: [.id], effect: .transactional,
        examples: [StageExample("None.", yaml: "uses: version", result: .outputs([:]))])
    static let isUndoable = true
    init(options: NoOptions) {}
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let version = try transaction.catalog.createVersion(
            NewVersion(
                owner: "u1", type: .highlightVideo, title: context.run, objectKey: context.require(.objectKey),
                fileURL: "file:x", name: "clip.mp4", mimeType: "video/mp4", size: 1, sha256: "0", run: context.run))
        return ["id": .string(version.id)]
    }
    func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.catalog.retractVersion(ofRun: context.run)
    }
}

/// Breaks.
struct Fail: PureStage {
    static let spec = StageSpec(
        name: "fail", summary: "For tests.", effect: .none,
        examples: [StageExample("None.", yaml: "uses: fail", result: .outputs([:]))])
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record {
        throw StageError.failed(.permanent, "broken", "It broke.")
    }
}
