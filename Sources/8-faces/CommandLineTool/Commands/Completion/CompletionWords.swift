internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// What the workspace and the program know of the words that a shell asks for.
struct CompletionWords: Sendable {
    let context: CommandContext

    typealias Candidate = CompletionEngine.Candidate

    /// The words of a source. A workspace that is none, or cannot be opened, is no error here: a shell has no place for one.
    func find(_ source: CompletionSource, _ situation: CompletionEngine.Situation) async -> [Candidate] {
        do {
            switch source {
            case .pipelines: return try pipelines(situation)
            case .stages: return try context.registry().all.map { Candidate($0.spec.name, $0.spec.summary) }
            case .plugins:
                return try context.registry().all.filter { !$0.origin.isBuiltIn }
                    .map { Candidate($0.spec.name, $0.spec.summary) }
            case .channelTypes:
                return try context.builtInRegistry().channels.all.map { Candidate($0.spec.name, $0.spec.summary) }
            case .storeTypes:
                return try context.builtInRegistry().objectStores.all.map { Candidate($0.spec.name, $0.spec.summary) }
            case .inputs: return try await inputs(of: pipeline(situation), situation)
            case .uploadInputs: return try await inputs(of: uploadPipeline(situation), situation)
            case .schoolLists:
                let typed = situation.typed
                return Self.elements(of: typed, from: typed.startIndex, await find(.schools, situation))
            case .channels: return try folder(situation).definition.channels.map { Candidate($0.name, $0.part.type) }
            case .documents, .restorable, .allDocuments, .schools, .runs, .batches, .quarantine, .people, .tokens,
                .links,
                .uploads, .sessions, .notifications:
                return try await StoredWords(workspace: try await open(situation), typed: situation.typed).find(source)
            case .nothing, .files, .folders, .words, .commands: return []
            }
        } catch {
            return []
        }
    }

    /// By their names, and by those of files that are called otherwise and as no pipeline is. The files are read and not checked:
    /// a key press should not wait.
    private func pipelines(_ situation: CompletionEngine.Situation) throws -> [Candidate] {
        let root = try GlobalOptions.workspaceFolder(named: situation.workspace)
        let names = try PipelineFinder(workspace: root).names()
        let own = Set(names.map(\.name))
        return names.map { Candidate($0.name, "pipeline") }
            + names.filter { !own.contains($0.stem) }.map { Candidate($0.stem, "file of \($0.name)") }
    }

    private func folder(_ situation: CompletionEngine.Situation) throws -> WorkspaceFolder {
        let root = try GlobalOptions.workspaceFolder(named: situation.workspace)
        try WorkspaceSearch.require(root)
        return try WorkspaceFolder(root, registry: context.builtInRegistry())
    }

    private func open(_ situation: CompletionEngine.Situation) async throws -> Workspace {
        try await ReadOnlyWorkspace.open(folder(situation), registry: context.builtInRegistry()).workspace
    }
}

/// The inputs of the pipeline that is named before them, `NAME=`, and what each may be.
extension CompletionWords {
    private func inputs(
        of inputs: [InputDefinition], _ situation: CompletionEngine.Situation
    ) async throws -> [Candidate] {
        guard let equals = situation.typed.firstIndex(of: "=") else {
            return inputs.map { Candidate($0.name + "=", $0.description ?? $0.type.nonNull.description) }
        }
        let name = String(situation.typed[..<equals])
        guard let input = inputs.first(where: { $0.name == name }) else { return [] }
        let values = try await values(of: input, situation)
        guard case .list = input.type.nonNull else {
            return values.map { Candidate(situation.typed[...equals] + $0.word, $0.description) }
        }
        return Self.elements(of: situation.typed, from: situation.typed.index(after: equals), values)
    }

    /// What may stand behind the last comma of a list, with all that stands before it, and without what the list has already.
    ///
    /// - Parameter start: where the list begins.
    private static func elements(of typed: String, from start: String.Index, _ words: [Candidate]) -> [Candidate] {
        let parts = typed[start...].split(separator: ",", omittingEmptySubsequences: false)
        let given = Set(parts.dropLast().map { part in part.split(separator: " ").joined(separator: " ").folded })
        let rest = (parts.last ?? "").drop { $0 == " " }
        let head = typed[..<rest.startIndex]
        return words.filter { !given.contains($0.word.folded) }.map { Candidate(head + $0.word, $0.description) }
    }

    private func values(
        of input: InputDefinition, _ situation: CompletionEngine.Situation
    ) async throws -> [Candidate] {
        if let allowed = input.allowed { return allowed.map { Candidate($0.text, "") } }
        if input.isDocumentType { return DocumentType.allCases.map { Candidate($0.rawValue, $0.label) } }
        var type = input.type.nonNull
        if case .list(let element) = type { type = element }
        switch (type, input.name) {
        case (.boolean, _): return [Candidate("true", ""), Candidate("false", "")]
        // Nothing but its name says what a text is.
        case (.string, "school"), (.string, "schools"): return await find(.schools, situation)
        case (.string, "channel"), (.string, "channels"): return await find(.channels, situation)
        case (.string, "user"), (.string, "owner"): return await find(.people, situation)
        default: return []
        }
    }

    /// Those of the pipeline that is named, or of the one of the run or of the file in quarantine that is.
    private func pipeline(_ situation: CompletionEngine.Situation) async throws -> [InputDefinition] {
        guard let (source, word) = situation.subject else { return [] }
        let folder = try folder(situation)
        var name = word
        switch source {
        case .pipelines: break
        case .runs:
            let workspace = try await open(situation)
            let id = try await IdentifierName(word.text, of: .run).id(in: workspace)
            guard let detail = try await workspace.journal.run(id) else { return [] }
            name = Path(detail.run.pipeline)
        case .quarantine:
            let workspace = try await open(situation)
            let id = try await IdentifierName(word.text, of: .entry).id(in: workspace)
            guard let entry = try await workspace.quarantine.quarantineEntry(id) else { return [] }
            name = Path(entry.pipeline)
        default: return []
        }
        return try pipelines([name], of: folder).first?.inputs ?? []
    }

    /// Those of the pipeline that takes files of the type that is named, but for what has options of its own.
    private func uploadPipeline(_ situation: CompletionEngine.Situation) throws -> [InputDefinition] {
        guard let type = situation.options["type"].flatMap({ DocumentType(rawValue: $0.text) }) else { return [] }
        let folder = try folder(situation)
        let all = try pipelines([], of: folder)
        return try UploadPipeline(folder.definition, among: all).pipeline(for: type).inputs
            .filter { !UploadAnnouncement.ownInputs.contains($0.name) }
    }

    /// - Parameter names: none: all.
    private func pipelines(_ names: [Path], of folder: WorkspaceFolder) throws -> [Pipeline] {
        try PipelineLint.check(
            names, in: folder.root, registry: context.registry(), context: folder.definition.lintContext
        ).pipelines
    }
}

extension CompletionEngine.Candidate {
    /// - Parameters:
    ///   - word: with control characters a shell could not take it from a line, and it is left out there.
    ///   - description: on one line, whatever is in it.
    init(_ word: some StringProtocol, _ description: String) {
        self.init(word: String(word), description: Printable.text(description))
    }
}
