internal import Documents
internal import Pipelines
internal import Platform

/// What a run will give the first `create-version` of its pipeline, as far as that can be told before the run and without
/// opening the file: what comes of its contents or the surroundings is not known.
struct VersionMaker {
    private let settings: [String: CompiledValue]
    private var environment: Environment
    /// Whether the name of the file decides about an input, too.
    private let hasInputsOfName: Bool

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
        let standards = pipeline.inputs.compactMap(\.standard).flatMap(\.names)
        hasInputsOfName = standards.contains { $0.first == "document" }
        let unknown = (Self.told.compactMap { maker.bound.settings[$0] }.flatMap(\.names) + standards).filter { name in
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

    /// The same for another file, where `file` was given: much of what this knows is the same for all of them.
    ///
    /// - Returns: nil: it has to be made anew.
    func naming(_ file: Path) -> VersionMaker? {
        if hasInputsOfName { return nil }
        var maker = self
        maker.environment = environment.adding("document", .record(Self.facts(of: file)))
        return maker
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

/// What runs of one pipeline will give, for many files one after the other.
struct VersionMakers {
    private let pipeline: Pipeline
    private var last: (inputs: Record, owner: String, maker: VersionMaker)?

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    /// As `VersionMaker.init`.
    mutating func maker(inputs: Record, owner: String, file: Path) -> VersionMaker? {
        if let last, last.inputs == inputs, last.owner == owner, let maker = last.maker.naming(file) { return maker }
        let maker = VersionMaker(of: pipeline, inputs: inputs, owner: owner, file: file)
        last = maker.map { (inputs, owner, $0) }
        return maker
    }
}
