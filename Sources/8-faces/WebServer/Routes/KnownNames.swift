internal import Documents
internal import Pipelines
internal import Representations
internal import Service
internal import Workspaces

/// What lists are narrowed to by name: one that there never was is a slip, and not an empty list. Refused as a request that is
/// wrong, with the nearest that there is.
extension RouteRequest {
    /// The owner that a list is narrowed to; nil: everybody's. Owners see their own whatever they ask for.
    ///
    /// - Throws: `Problem` of kind `invalidRequest`; `HTTPFailure` where nobody may see anything.
    func knownOwner(_ parameter: Parameter<String?>) async throws -> String? {
        if let own = try visitor.owner { return own }
        guard let asked = try self[parameter] else { return nil }
        try await refusing { try await workspace.requireOwner(asked) }
        return asked
    }

    /// The person that a list is narrowed to; nil: the parameter is absent. To owners nobody else is told of.
    ///
    /// - Throws: as above.
    func knownPerson(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        if visitor.isAdmin { try await refusing { try await workspace.requirePerson(asked) } }
        return asked
    }

    /// The pipeline that a list is narrowed to; nil: the parameter is absent.
    ///
    /// - Throws: as above.
    func knownPipeline(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        if server.service.pipelines.contains(where: { $0.name == asked }) { return asked }
        return try await refusing { try await workspace.knownPipeline(asked) }
    }

    /// The id of the school that a list is narrowed to by its id or name; nil: the parameter is absent.
    ///
    /// - Throws: as above.
    func knownSchool(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        let catalog = workspace.catalog
        return try await refusing { try await Workspaces.SchoolNames.known(asked, in: catalog) }
    }

    /// What a page says of names in its address that nothing has, instead of a list without a reason for being empty; nil:
    /// there are none.
    ///
    /// - Parameter names: looks at each of them.
    func unknownNames(_ names: () async throws -> Void) async throws -> Notice? {
        do {
            try await names()
            return nil
        } catch let problem as Problem where problem.kind == .invalidRequest {
            return Notice(kind: .warning, text: problem.message)
        }
    }

    private func refusing<Result>(_ look: () async throws -> Result) async throws -> Result {
        do {
            return try await look()
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem.invalidRequest(problem.message, advice: problem.advice)
        } catch let error as CatalogError where error.kind == .unknownSchool {
            throw Problem.invalidRequest(error.message, advice: error.advice)
        }
    }
}
