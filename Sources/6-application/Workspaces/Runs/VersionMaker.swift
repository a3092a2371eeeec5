internal import Documents
internal import Pipelines
internal import Platform

/// What a run will give the first `create-version` of its pipeline, as far as that can be told before the run and without the
/// file: what comes of the file's name, its contents or the surroundings is not known.
struct VersionMaker {
    private let settings: [String: CompiledValue]
    private let environment: Environment

    /// - Parameters:
    ///   - given: inputs; the others have their defaults.
    ///   - owner: whose run it is.
    /// - Returns: nil: the pipeline makes no versions.
    init?(of pipeline: Pipeline, inputs given: Record, owner: String) {
        let stages = pipeline.stages.flatMap { [$0] + $0.children }
        guard let maker = stages.first(where: { $0.spec.name == "create-version" }) else { return nil }
        settings = maker.bound.settings
        func environment(_ inputs: Record) -> Environment {
            var environment = Environment(
                roots: ["inputs": .record(inputs), "run": ["owner": .string(owner)]], variable: { _ in nil })
            for root in ["document", "env", "stages", "secrets", "trigger"] { environment.unknown.insert([root]) }
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

    /// As the document will have it; nil: the file's name is part of it, or only the run can tell.
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
