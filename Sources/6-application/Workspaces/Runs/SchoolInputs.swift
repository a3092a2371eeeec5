internal import Accounts
package import Documents
package import Pipelines
package import Platform
internal import Representations

/// The schools that the inputs of a run name, as far as a pipeline hands them on to options that take schools. They are held
/// against those that there are before the run begins: otherwise it would upload first, and take that back.
package struct SchoolInputs: Sendable {
    /// What such options come to, each with the list whose elements it is computed for.
    private let values: [(value: CompiledValue, loop: LoopDefinition?)]

    /// - Parameter registry: the pipeline's.
    package init(_ pipeline: Pipeline, registry: Registry) {
        values = pipeline.allStages.flatMap { stage -> [(CompiledValue, LoopDefinition?)] in
            let options = registry[stage.spec.name]?.options.filter(\.rules.namesSchools) ?? []
            return options.compactMap { stage.bound.settings[$0.name] }.map { ($0, stage.loop) }
        }
    }

    /// The ids, each once, in the order in which the pipeline has them. What depends on more than the inputs that are given,
    /// only the run can tell.
    package func schools(of inputs: Record) -> [String] {
        var ids: [String] = []
        for (value, loop) in values {
            for id in Self.computed(value, loop, inputs) where !id.isEmpty && !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// - Throws: `Problem` that names those that there are not, with the nearest; the catalog's errors.
    package func require(_ inputs: Record, in catalog: any CatalogReading) async throws {
        do {
            try await catalog.requireSchools(schools(of: inputs))
        } catch let error as CatalogError where error.kind == .unknownSchool {
            throw Problem.invalidRequest(error.message, advice: error.advice)
        }
    }

    private static func computed(_ value: CompiledValue, _ loop: LoopDefinition?, _ inputs: Record) -> [String] {
        let environment = Environment(roots: ["inputs": .record(inputs)], variable: { _ in nil })
        var others = value.names
        if let loop {
            others.removeAll { $0.first == loop.name }
            others += loop.list.names
        }
        guard !value.names.isEmpty, others.allSatisfy({ isGiven($0, inputs) }) else { return [] }
        // What cannot be computed, the run says with the place in the file.
        guard let loop else { return (try? value.evaluate(environment)).map(texts) ?? [] }
        guard let elements = (try? loop.list.evaluate(environment))?.list else { return [] }
        return elements.flatMap { element in
            (try? value.evaluate(environment.adding(loop.name, element))).map(texts) ?? []
        }
    }

    private static func isGiven(_ name: [String], _ inputs: Record) -> Bool {
        name.count >= 2 && name[0] == "inputs" && inputs[name[1]].map { !$0.isNull } ?? false
    }

    private static func texts(_ value: Value) -> [String] {
        value.string.map { [$0] } ?? value.list?.compactMap(\.string) ?? []
    }
}

extension Workspace {
    /// Holds what the inputs of runs name against what there is, before any of them begins. Owners are held against those that
    /// there are only where there are people: elsewhere whoever is named begins to be one.
    ///
    /// - Throws: `Problem` for a school that there is not, or an owner that nobody knows; the stores' errors.
    package func requireKnown(_ inputs: [Record], for pipeline: Pipeline) async throws {
        let schools = SchoolInputs(pipeline, registry: registry)
        var held: Set<Record> = []
        for inputs in inputs where held.insert(inputs).inserted {
            try await schools.require(inputs, in: catalog)
            if pipeline.inputs.contains(where: { $0.name == "user" }), let owner = inputs["user"]?.string,
                try await accounts.hasPeople()
            {
                do {
                    try await requireOwner(owner)
                } catch let problem as Problem where problem.kind == .notFound {
                    throw Problem.invalidRequest(problem.message, advice: problem.advice)
                }
            }
        }
    }
}
