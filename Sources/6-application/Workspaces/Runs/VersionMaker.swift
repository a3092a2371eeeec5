internal import Documents
internal import Pipelines
internal import Platform

/// What a run will give the first `create-version` of its pipeline, as far as that can be told before the run and without
/// opening the file: what comes of its contents or the surroundings is not known.
struct VersionMaker {
    private let settings: [String: CompiledValue]
    /// The inputs that are not given and that what is told asks for.
    private let open: [InputDefinition]
    private let given: Record
    private var environment: Environment
    /// Of the file; nil: it is not known.
    private var stem: String?

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
        self.given = given
        let facts = file.map(Self.facts) ?? [:]
        stem = file?.stem.text
        let names = Self.told.compactMap { maker.bound.settings[$0] }.flatMap(\.names)
        open = Self.inputs(of: pipeline, readBy: names).filter { given[$0.name] == nil }
        let standards = open.compactMap(\.standard).flatMap(\.names)
        environment = Environment(
            roots: ["document": .record(facts), "run": ["owner": .string(owner)]], variable: { _ in nil })
        for root in ["env", "stages", "secrets", "trigger"] { environment.unknown.insert([root]) }
        for name in names + standards where name.first == "document" && (name.count < 2 || facts[name[1]] == nil) {
            environment.unknown.insert(name)
        }
        for name in ["id", "attempt", "started-at"] { environment.unknown.insert(["run", name]) }
        evaluateDefaults()
    }

    /// The same for another file, where `file` was given: much of what this knows is the same for all of them.
    func naming(_ file: Path) -> VersionMaker {
        var maker = self
        maker.stem = file.stem.text
        maker.environment = environment.adding("document", .record(Self.facts(of: file)))
        maker.evaluateDefaults()
        return maker
    }

    /// Those that an expression asks for, and those that their defaults ask for.
    private static func inputs(of pipeline: Pipeline, readBy names: [[String]]) -> [InputDefinition] {
        var read: Set<String> = []
        var rest = names
        while let name = rest.popLast() {
            guard name.first == "inputs" else { continue }
            // All of them at once.
            guard name.count > 1 else { return pipeline.inputs }
            guard read.insert(name[1]).inserted else { continue }
            rest += pipeline.inputs.first { $0.name == name[1] }?.standard?.names ?? []
        }
        return pipeline.inputs.filter { read.contains($0.name) }
    }

    private mutating func evaluateDefaults() {
        var inputs = given
        for input in open { environment.unknown.insert(["inputs", input.name]) }
        environment = environment.adding("inputs", .record(inputs))
        for input in open {
            if let standard = input.standard {
                guard let value = try? standard.evaluate(environment) else { continue }
                inputs[input.name] = value
            } else if !input.isRequired {
                inputs[input.name] = .null
            } else {
                continue
            }
            environment = environment.adding("inputs", .record(inputs))
            environment.unknown.remove(["inputs", input.name])
        }
    }

    private static func facts(of file: Path) -> Record {
        [
            Fact.name.name: .string(file.name.text), Fact.stem.name: .string(file.stem.text),
            Fact.extension.name: .string(file.fileExtension),
        ]
    }

    /// As the document will have it; nil: only the run can tell.
    var title: String? { text(of: "title").flatMap { try? DocumentMetadata.title($0, ofFile: stem) } }
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
        if let last, last.inputs == inputs, last.owner == owner { return last.maker.naming(file) }
        let maker = VersionMaker(of: pipeline, inputs: inputs, owner: owner, file: file)
        last = maker.map { (inputs, owner, $0) }
        return maker
    }
}
