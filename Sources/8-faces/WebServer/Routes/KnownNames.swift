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
        return try await owner(named: asked)
    }

    /// The owner that an admin names.
    ///
    /// - Throws: as above.
    func owner(named asked: String) async throws -> String {
        try await refusing { try await workspace.knownOwner(asked) }
    }

    /// The person that a list is narrowed to; nil: the parameter is absent. To owners nobody else is told of.
    ///
    /// - Throws: as above.
    func knownPerson(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        if !visitor.isAdmin { return asked }
        return try await refusing { try await workspace.knownPerson(asked) }
    }

    /// The run that a list is narrowed to, by its id or a beginning of it; nil: the parameter is absent. Owners are told of
    /// their own alone.
    ///
    /// - Throws: as above.
    func knownRun(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        guard let own = try visitor.owner else {
            return try await refusing { try await IdentifierName(asked, of: .run).filter(in: workspace) }
        }
        if try await workspace.journal.run(asked)?.run.owner == own { return asked }
        var (runs, notifications) = (RunQuery(), NotificationQuery())
        (runs.origin, runs.owner, notifications.run, notifications.owner) = (asked, own, asked, own)
        if try await !workspace.journal.runs(runs, limit: 1, after: nil).items.isEmpty { return asked }
        if try await !workspace.outbox.notifications(notifications, limit: 1, after: nil).items.isEmpty { return asked }
        return try await refusing { throw Problem.noRun(asked) }
    }

    /// The batch that a list of runs is narrowed to, in the same way.
    ///
    /// - Throws: as above.
    func knownBatch(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        guard let own = try visitor.owner else {
            return try await refusing { try await IdentifierName(asked, of: .batch).filter(in: workspace) }
        }
        var runs = RunQuery()
        (runs.batch, runs.owner) = (asked, own)
        if try await !workspace.journal.runs(runs, limit: 1, after: nil).items.isEmpty { return asked }
        return try await refusing { throw Problem.noBatch(asked) }
    }

    /// The channel that a list is narrowed to; nil: the parameter is absent.
    ///
    /// - Throws: as above.
    func knownChannel(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        try await refusing { try await workspace.requireChannel(asked) }
        return asked
    }

    /// Who is to have done what is listed; nil: the parameter is absent. For admins.
    ///
    /// - Throws: as above.
    func knownActor(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        try await refusing { try await workspace.requireActor(asked) }
        return asked
    }

    /// The stage that a list of quarantine is narrowed to; nil: the parameter is absent. To owners nothing is told of the files
    /// of others.
    ///
    /// - Throws: as above.
    func knownStage(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        if visitor.isAdmin { try await refusing { try await workspace.requireStage(asked) } }
        return asked
    }

    /// The kind of reason, in the same way.
    ///
    /// - Throws: as above.
    func knownReason(_ parameter: Parameter<String?>) async throws -> String? {
        guard let asked = try self[parameter] else { return nil }
        if visitor.isAdmin { try await refusing { try await workspace.requireReason(asked) } }
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
