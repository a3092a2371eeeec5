import CompassTesting
import Diagnostics
import Documents
import Pipelines
import Platform
import Plugins
import Testing

/// A plugin that a test writes.
struct PluginFolder {
    static let python = "#!/usr/bin/python3\nimport json, os, sys, time\n"

    let folder: TestFolder
    let path: Path

    /// - Parameters:
    ///   - manifest: without what every manifest has to have.
    ///   - program: of `./main`; its first line says in which language.
    init(_ name: String = "probe", manifest: String = "", program: String) throws {
        folder = try TestFolder()
        path = folder.file(name)
        let text = """
            protocol: 1
            name: \(name)
            version: 1.0.0
            summary: Does what a test wants.
            command: [./main]
            examples: [{ title: One., file: document.txt }]
            \(manifest)
            """
        try folder.write(Path("\(name)/plugin.yaml"), Array(text.utf8))
        try folder.write(Path("\(name)/document.txt"), Array("A document.\n".utf8))
        try write("main", program)
    }

    func write(_ name: String, _ text: String) throws {
        let file = try folder.write(Path("\(path.name)/\(name)"), Array(text.utf8))
        #expect(try ChildProcess("/bin/chmod", ["755", file]).wait().status == 0)
    }

    func type() throws -> StageType {
        let catalog = PluginCatalog(folder: path)
        try #require(catalog.refused.isEmpty, "\(catalog.issues.sorted)")
        let registry = catalog.added(to: try Registry([]))
        return try #require(registry.all.first)
    }

    /// What its program makes of the document.
    func run(
        _ settings: [String: CompiledValue] = [:], on file: SourceFile? = nil, facts: Record = [:],
        of type: StageType? = nil,
        environment: Environment? = nil, log: @escaping @Sendable (StageLog) -> Void = { _ in }
    ) async throws -> Record {
        let bound = try (type ?? self.type()).bind(settings)
        let context = try context(on: file, facts: facts, environment: environment, log: log)
        switch bound.work {
        case .pure(let run): return try await run(context)
        case .effect(let effect): return try await effect.perform(effect.intent(context), context)
        case .transactional: throw StageError.failed(.other, "test", "no plugin is transactional")
        }
    }

    func context(
        on file: SourceFile? = nil, facts: Record = [:], environment: Environment? = nil,
        log: @escaping @Sendable (StageLog) -> Void = { _ in }
    ) throws -> StageContext {
        let file = try file ?? SourceFile(opening: path.appending("document.txt"))
        return StageContext(
            run: "run", pipeline: "pipeline", stage: "stage", attempt: 1, startedAt: .now(), keyTimestamp: 1,
            owner: "u1", file: .success(file), facts: facts, resources: Resources(),
            environment: environment ?? Environment(roots: [:]), progress: { _, _ in }, log: log)
    }
}
