internal import Documents
internal import Pipelines
internal import Platform

/// What a run will give the first `create-version` of its pipeline, as far as that can be told before the run and without
/// opening the file: what comes of its contents or the surroundings is not known.
struct VersionMaker {
    private let settings: [String: CompiledValue]
    private let environment: Environment

    /// The settings that it tells of.
    private static let told = ["title", "owner", "type"]

    /// - Parameters:
    ///   - given: inputs; the others have their defaults.
    ///   - owner: whose run it is.
    ///   - file: whose name is known, too; nil: what comes of the name is not.
    /// - Returns: nil: the pipeline makes no versions.
    init?(of pipeline: Pipeline, inputs given: Record, owner: String, file: Path? = nil) {
        let stages = pipeline.stages.flatMap { [$0] + $0.children }
        guard let maker = stages.first(where: { $0.spec.name == "create-version" }) else { return nil }
        settings = maker.bound.settings
        let facts = file.map(Self.facts) ?? [:]
        let values = Self.told.compactMap { maker.bound.settings[$0] } + pipeline.inputs.compactMap(\.standard)
        let unknown = values.flatMap(\.names).filter { name in
            name.first == "document" && (name.count < 2 || facts[name[1]] == nil)
        }
        func environment(_ inputs: Record) -> Environment {
            var environment = Environment(
                roots: [
                    "document": .record(facts), "inputs": .record(inputs), "run": ["owner": .string(owner)],
                ], variable: { _ in nil })
            for root in ["env", "stages", "secrets", "trigger"] { environment.unknown.insert([root]) }
            for name in unknown { environment.unknown.insert(name) }
            for name in ["id", "attempt", "started-at"] { environment.unknown.insert(["run", name]) }
            for input in pipeline.inputs where inputs[input.name] == nil {
                environment.unknown.insert(["inputs", input.name])
            }
            return environment
        }
        var inputs = given
        for input in pipeline.inputs where inputs[input.name] == nil {
            guard let standard = input.standard else {
                if !input.isRequired { inputs[input.name] = .null }
                continue
            }
            if let value = try? standard.evaluate(environment(inputs)) { inputs[input.name] = value }
        }
        self.environment = environment(inputs)
    }

    private static func facts(of file: Path) -> Record {
        [
            Fact.name.name: .string(file.name.text), Fact.stem.name: .string(file.stem.text),
            Fact.extension.name: .string(file.fileExtension),
        ]
    }

    /// As the document will have it; nil: only the run can tell.
    var title: String? { text(of: "title").flatMap { try? DocumentMetadata.title($0) } }
    /// nil: only the run can tell.
    var owner: String? { text(of: "owner") }
    /// nil: only the run can tell.
    var type: DocumentType? { text(of: "type").flatMap(DocumentType.init) }

    private func text(of setting: String) -> String? {
        // What fails now is told by the run, with its place.
        (try? settings[setting]?.evaluate(environment))?.string
    }
}
