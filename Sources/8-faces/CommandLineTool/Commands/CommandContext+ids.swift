internal import Documents
internal import Platform
internal import Workspaces

/// What people call things by that have an id.
extension CommandContext {
    /// The id that an argument means: the id itself, or a beginning of it.
    ///
    /// - Throws: as `IdentifierName.id`.
    func id(_ positional: Positional<String>, of kind: IdentifierKind, in workspace: Workspace) async throws -> String {
        try await IdentifierName(self[positional], of: kind).id(in: workspace)
    }

    /// The ids that arguments mean, each once. Nothing is done with any before all are known.
    func ids(
        _ positional: Positional<[String]>, of kind: IdentifierKind, in workspace: Workspace
    ) async throws -> [String] {
        try await workspace.ids(self[positional], of: kind)
    }

    /// The id that a list is narrowed by; nil: the option is absent.
    func filter(
        _ option: CommandOption<String?>, of kind: IdentifierKind, in workspace: Workspace
    ) async throws -> String? {
        guard let text = self[option] else { return nil }
        return try await IdentifierName(text, of: kind).filter(in: workspace)
    }

    /// Ids as they are shown: on a terminal as long as they have to be, since what a person reads, a person types;
    /// otherwise whole.
    func shownIDs(_ ids: [String], of kind: IdentifierKind, in workspace: Workspace) async throws -> [String] {
        try await streams.shownIDs(ids, of: kind, in: workspace)
    }

    /// The same of one id.
    func shownID(_ id: String, of kind: IdentifierKind, in workspace: Workspace) async throws -> String {
        try await shownIDs([id], of: kind, in: workspace).first ?? id
    }

    /// The owner that a list is narrowed to; nil: the option is absent.
    ///
    /// - Throws: as `Workspace.knownOwner`.
    func owner(_ option: CommandOption<String?>, in workspace: Workspace) async throws -> String? {
        guard let owner = self[option] else { return nil }
        return try await workspace.knownOwner(owner)
    }

    /// The pipeline that a list is narrowed to; nil: the option is absent.
    ///
    /// - Throws: as `Workspace.knownPipeline(orFile:)`.
    func pipeline(_ option: CommandOption<String?>, in workspace: Workspace) async throws -> String? {
        guard let name = self[option] else { return nil }
        return try await workspace.knownPipeline(orFile: name)
    }

    /// The channel that a list is narrowed to; nil: the option is absent.
    ///
    /// - Throws: as `Workspace.requireChannel`.
    func channel(_ option: CommandOption<String?>, in workspace: Workspace) async throws -> String? {
        if let channel = self[option] { try await workspace.requireChannel(channel) }
        return self[option]
    }

    /// The person that a list is narrowed to; nil: the option is absent.
    ///
    /// - Throws: as `Workspace.knownPerson`.
    func person(_ option: CommandOption<String?>, in workspace: Workspace) async throws -> String? {
        guard let person = self[option] else { return nil }
        return try await workspace.knownPerson(person)
    }
}

extension StandardStreams {
    /// See `CommandContext.shownIDs`.
    func shownIDs(_ ids: [String], of kind: IdentifierKind, in workspace: Workspace) async throws -> [String] {
        terminal.width == nil ? ids : try await workspace.shortened(ids, of: kind)
    }

    /// An id as standard error shows it; see `CommandContext.shownIDs`.
    func errorID(_ id: String, of kind: IdentifierKind, in workspace: Workspace) async throws -> String {
        errorTerminal.width == nil ? id : try await workspace.shortened([id], of: kind).first ?? id
    }
}
