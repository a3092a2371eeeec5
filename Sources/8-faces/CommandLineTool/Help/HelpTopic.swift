internal import Diagnostics
internal import Pipelines
internal import Platform

/// Something that is explained and is no command: `compass help TOPIC`. Pages are made from what the program declares, and are
/// the same on a terminal, in `docs/reference/` and in the manual.
struct HelpTopic: Sendable {
    let name: String
    /// One line for the list of topics, without a full stop.
    let summary: String
    /// Other words that people ask for.
    let aliases: [String]
    /// Of the manual: 5 for files, 7 for everything else.
    let section: Int
    /// - Parameter registry: asked where the page tells of stages, channels or object stores.
    let page: @Sendable (_ registry: () throws -> Registry) throws -> ReferencePage

    init(
        _ name: String, _ summary: String, aliases: [String] = [], section: Int = 7,
        page: @escaping @Sendable (_ registry: () throws -> Registry) throws -> ReferencePage
    ) {
        self.name = name
        self.summary = summary
        self.aliases = aliases
        self.section = section
        self.page = page
    }

    /// As the manual calls its page: "compass-expressions".
    var manualName: String { "compass-\(name)" }

    /// In the order of the list.
    static let all: [HelpTopic] = [
        HelpTopic("workspace", "The keys of compass.yaml", aliases: ["compass.yaml", "settings"], section: 5) {
            WorkspaceReference.page(try $0())
        },
        HelpTopic("pipeline", "The keys of pipeline files", aliases: ["format"], section: 5) { _ in
            WorkspaceReference.pipelinePage()
        },
        HelpTopic("expressions", "Names, operators and functions of ${{ … }}", aliases: ["expression", "functions"]) {
            ExpressionReference.page(try $0())
        },
        HelpTopic("stage-types", "What stages there are", aliases: ["stage"]) { stageTypes(try $0()) },
        HelpTopic(
            "names", "How documents, schools, runs and pipelines are named", aliases: ["ids", "selectors", "titles"]
        ) { _ in
            names
        },
        HelpTopic("exit-status", "What the program ends with", aliases: ["exit", "status-codes"]) { _ in exitStatus },
        HelpTopic("environment", "The variables that the program reads", aliases: ["variables"]) { _ in environment },
        HelpTopic("files", "What lies where", aliases: ["folders"]) { _ in files },
    ]

    /// The topic that a word means.
    static func named(_ word: String) -> HelpTopic? { all.first { $0.name == word || $0.aliases.contains(word) } }
}
