internal import Diagnostics
internal import Platform
internal import Representations

/// The commands by which a user of the command line does what a text advises.
enum NextStepText {
    /// A text and its advice: as sentences of their own where the text ends in a full stop, and behind a semicolon or a
    /// colon where it does not.
    static func append(_ steps: [NextStep], to text: String) -> String {
        guard let first = steps.first else { return text }
        let rest = steps.dropFirst().map { joint(before: $0) + clause($0) }
        let advice = clause(first) + rest.joined()
        if text.isEmpty { return advice }
        guard text.hasSuffix(".") else { return text + (isAskedFor(first) ? ": " : "; ") + advice }
        return "\(text) \(advice.prefix(1).uppercased())\(advice.dropFirst())."
    }

    /// Without a full stop.
    static func clause(_ step: NextStep) -> String {
        switch step {
        case .listRuns: "`compass runs list` shows them"
        case .showRun(let id): "`compass runs show \(id ?? "RUN")` says why"
        case .retryRun(let id?): "`compass runs retry \(id)` does it again"
        case .retryRun(nil): "`compass runs retry RUN` continues one"
        case .replayRun(let id):
            "`compass runs replay \(id) --from STAGE` runs its stages from one that you choose again"
        case .followRun(let id): "`compass runs follow \(id)` shows its progress"
        case .cancelRun(let id): "`compass runs cancel \(id)` ends it"
        case .resumeRuns: "`compass runs resume` does it now"
        case .resumeAbandoned: "if no process works on it, `compass runs resume` resumes it"
        case .pruneRuns: "`compass runs prune` removes old runs"
        case .runAnew: "run it again with `compass run`"
        case .runPresentBytes: "if the present bytes are right, run them with `compass run`"
        case .giveInputs(let names): "give \(names.count == 1 ? "it" : "them") with \(options(names))"
        case .chooseMatchingFile(let names): "name one that fits, or give the input with \(options(names))"
        case .listBatches: "`compass batches list` shows their ids"
        case .showBatch(let id): "`compass batches show \(id)` shows its progress"
        case .listDocuments: "`compass documents list` shows their ids"
        case .showDocument(let id): "`compass documents show \(id ?? "ID")` has the key of each"
        case .restoreDocument(let id): "`compass documents restore \(id)` takes it out"
        case .trashDocument(let id): "`compass documents trash \(id)` applies to the whole document"
        case .deleteDocument(let id): "`compass documents delete \(id)` applies to the whole document"
        case .listSchools: "`compass schools list` shows them"
        case .addSchool(let id?): "`compass schools add \(Printable.text(id)) NAME` adds it"
        case .addSchool(nil): "`compass schools add ID NAME` adds one"
        case .separateSchools: "put a name with spaces in quotes, and commas between schools"
        case .renameSchool: "`--force` gives it the new name"
        case .endShares(let id):
            "`compass documents list --school \(Printable.text(id))` shows them, `compass documents unshare` ends shares, and "
                + "`compass documents edit --school` changes what a document is about"
        case .listTrash(let id):
            "`compass documents list --school \(Printable.text(id)) --trashed` shows what lies in the trash, "
                + "`compass documents restore` takes it out, and `compass documents delete` erases it"
        case .listEntries: "`compass quarantine list --resolved` shows former entries"
        case .discardEntry(let id): "`compass quarantine discard \(id)` ends the entry"
        case .listNotifications: "`compass notifications list` shows them"
        case .listChannels: "`compass notifications channels` shows them"
        case .listPeople: "`compass users list` shows them"
        case .addPerson(let id): "`compass users add \(id.map { Printable.text($0) } ?? "ID")` adds one"
        case .setPassword(let id): "`compass users passwd \(Printable.text(id))` gives them one"
        case .listSessions: "`compass sessions list` shows them"
        case .listTokens: "`compass tokens list` shows them"
        case .chooseWorkspace: "name an existing one with -w"
        case .makeWorkspace("."): "`compass init` makes one here"
        case .makeWorkspace(let folder): "`compass init \(Printable.text(folder.description))` makes it one"
        case .replaceFile: "`--force` replaces it"
        case .replaceLarger: "`--smaller` replaces it all the same"
        case .chooseFile: "`--output FILE` chooses another name"
        case .receiveBytes: "`--output -` writes to standard output"
        case .allowOutside: "--outside allows it, if you trust who made the backup"
        case .chooseCaseName: "choose another with --name"
        case .receiveCase: "use `--output -` and add the case yourself"
        case .lint: "`compass lint` shows each with its place"
        case .diagnose: "`compass doctor` checks rights and space"
        case .repairObjects: "`compass doctor --repair` sees to it"
        case .askService: "`compass status` shows what it does"
        case .installService: "`compass install-service` writes its units"
        }
    }

    private static func options(_ names: [String]) -> String {
        names.map { "-i \(Printable.text($0))=…" }.joined(separator: " ")
    }

    /// Whether the text has said what is missing, and the step is to give it.
    private static func isAskedFor(_ step: NextStep) -> Bool {
        switch step {
        case .giveInputs, .chooseMatchingFile: true
        default: false
        }
    }

    /// Between a step and another way to go.
    private static func joint(before step: NextStep) -> String {
        switch step {
        case .runAnew, .chooseWorkspace: ", or "
        case .resumeAbandoned, .listSchools, .listTrash: "; "
        default: ", "
        }
    }
}

extension Problem {
    /// As the command line tells it.
    var commandText: String { text { NextStepText.append($0, to: $1) } }
}
