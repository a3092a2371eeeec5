internal import Accounts
internal import Documents
package import Pipelines
package import Platform
internal import Representations

extension SchoolInputs {
    /// Inputs with ids in the place of what people call schools by.
    func identified(_ inputs: Record, in catalog: any CatalogReading) async throws -> Record {
        if schools(of: inputs).isEmpty { return inputs }
        return identified(inputs, by: try await SchoolIndex(of: catalog))
    }

    /// - Throws: `Problem` that names those that there are not, with the nearest; the catalog's errors.
    func require(_ inputs: Record, in catalog: any CatalogReading) async throws {
        do {
            try await catalog.requireSchools(schools(of: inputs))
        } catch let error as CatalogError where error.kind == .unknownSchool {
            throw Problem.invalidRequest(error.message, advice: error.advice)
        }
    }
}

extension Workspace {
    /// Inputs as runs are given them: schools may be called by their names or ids, in any case, and pipelines see ids. What
    /// means none stays as it is, for `requireKnown` to refuse.
    func identified(_ inputs: Record, for pipeline: Pipeline) async throws -> Record {
        try await SchoolInputs(pipeline, registry: registry).identified(inputs, in: catalog)
    }

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

    /// The same for the schools that each run of a watched folder begins with; those that the path of a file gives, its run
    /// tells.
    ///
    /// - Throws: `Problem` for a school that there is not; the catalog's errors.
    package func requireKnownSchools(ofWatchesOf pipeline: Pipeline) async throws {
        let schools = SchoolInputs(pipeline, registry: registry)
        for watch in pipeline.triggers.watches {
            try await schools.require(Record(watch.captures.map { ($0, .null) }), in: catalog)
        }
    }
}
