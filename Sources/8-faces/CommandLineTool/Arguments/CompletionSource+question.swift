extension PositionalSpec {
    /// What to ask for when the argument is not there: "Which run? Give its id; `compass runs list` shows them."
    var question: String { completion.question ?? "Which \(name)? \(help)" }
}

extension CompletionSource {
    /// nil: the argument's own help says more.
    fileprivate var question: String? {
        switch self {
        case .documents, .allDocuments:
            "Which document? Give its title or id; `compass documents list` shows them."
        case .restorable:
            "Which document? Give its title or id; `compass documents list --trashed` shows what is in the trash."
        case .schools: "Which school? Give its id or name; `compass schools list` shows them."
        case .runs: "Which run? Give its id; `compass runs list` shows them."
        case .batches: "Which batch? Give its id; `compass batches list` shows them."
        case .quarantine: "Which entry? Give its id; `compass quarantine list` shows them."
        case .people: "Which person? Give their id; `compass users list` shows them."
        case .tokens: "Which token? Give its id; `compass tokens list` shows them."
        case .sessions: "Which session? Give its id; `compass sessions list` shows them."
        case .links: "Which link? Give its id; `compass links list` shows them."
        case .uploads: "Which upload? Give its id; `compass uploads list` shows them."
        case .notifications: "Which notification? Give its id; `compass notifications list` shows them."
        case .pipelines: "Which pipeline? Give its name, or its file."
        default: nil
        }
    }
}
