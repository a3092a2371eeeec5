public import Platform

/// Something that a user can do about what was told, whatever face it is told by. Each face words it in its own terms: a
/// command, a link, a button. `description` is for places without a face, such as logs and records.
public enum NextStep: Hashable, Sendable {
    // MARK: Runs
    case listRuns
    /// nil: one of those that the text is about.
    case showRun(String?)
    /// nil: one of those that the text is about.
    case retryRun(String?)
    case replayRun(String)
    case followRun(String)
    case cancelRun(String)
    case resumeRuns
    /// For a run that no process works on.
    case resumeAbandoned
    case pruneRuns
    /// The file or the inputs of a former run, in a run that has nothing to do with it.
    case runAnew(pipeline: String)
    /// The file of a former run was changed since, which may be right.
    case runPresentBytes(pipeline: String, file: Path)
    /// Names of the inputs that are missing, at least one.
    case giveInputs([String])
    /// A file that the pipeline's source means, or the inputs that its path would give.
    case chooseMatchingFile(orInputs: [String])
    case listBatches
    case showBatch(String)

    // MARK: Documents and schools
    case listDocuments
    /// nil: one of those that the text is about.
    case showDocument(String?)
    case restoreDocument(String)
    /// The document as a whole, which the id of one of its versions stands for.
    case trashDocument(String)
    case deleteDocument(String)
    case listSchools
    /// nil: several are missing.
    case addSchool(String?)
    /// What was given as a school is a part of a name, or several in one.
    case separateSchools
    /// One that is there takes the name that was given.
    case renameSchool
    /// A school that documents are shared with, or are about.
    case endShares(String)
    /// A school that documents in the trash are about.
    case listTrash(String)
    /// Those of quarantine, also the ones that are settled.
    case listEntries
    case discardEntry(String)
    case listNotifications
    case listChannels

    // MARK: Accounts
    case listPeople
    /// nil: one who is missing.
    case addPerson(String?)
    /// Gives a person a password, or another one.
    case setPassword(String)
    case listSessions
    case listTokens

    // MARK: Files
    case chooseWorkspace
    /// In a folder that is none.
    case makeWorkspace(Path)
    /// What is at the place that was named.
    case replaceFile
    /// A backup with many more versions than the new one has.
    case replaceLarger
    case chooseFile
    /// The bytes go to the caller rather than into a file.
    case receiveBytes
    /// What a backup brings along is put where it says, outside of the new workspace.
    case allowOutside
    case chooseCaseName
    /// The text of a case, to be put into the pipeline's file by hand.
    case receiveCase

    // MARK: The workspace and its service
    case lint
    case diagnose
    case repairObjects
    case askService
    case installService
}

extension NextStep: CustomStringConvertible {
    /// A request without a full stop that goes on where a sentence has named its subject: "take it out of the trash".
    public var description: String {
        switch self {
        case .listRuns: "see the list of runs"
        case .showRun(let id): "see the record of \(id.map { "run \($0)" } ?? "the run")"
        case .retryRun(let id): "retry \(id.map { "run \($0)" } ?? "the run")"
        case .replayRun(let id): "replay run \(id) from a stage of your choice"
        case .followRun(let id): "follow run \(id)"
        case .cancelRun(let id): "cancel run \(id)"
        case .resumeRuns: "resume the unfinished runs"
        case .resumeAbandoned: "resume it if no process works on it"
        case .pruneRuns: "remove old runs"
        case .runAnew: "run it again"
        case .runPresentBytes: "run the present bytes if they are right"
        case .giveInputs(let names): "give \(Self.quoted(names))"
        case .chooseMatchingFile(let names): "name a file that fits, or give \(Self.quoted(names))"
        case .listBatches: "see the list of batches"
        case .showBatch(let id): "see how far batch \(id) is"
        case .listDocuments: "see the list of documents"
        case .showDocument: "see the document"
        case .restoreDocument: "take it out of the trash"
        case .trashDocument: "put the whole document into the trash"
        case .deleteDocument: "delete the whole document"
        case .listSchools: "see the list of schools"
        case .addSchool(let id): id == nil ? "add them to the schools" : "add it to the schools"
        case .separateSchools: "give each school by itself, and its name as a whole"
        case .renameSchool: "have it renamed"
        case .endShares: "end the shares first, and give the documents about it another school"
        case .listTrash: "restore or delete what lies in the trash"
        case .listEntries: "see what quarantine has and had"
        case .discardEntry: "discard the entry"
        case .listNotifications: "see the list of notifications"
        case .listChannels: "see the list of channels"
        case .listPeople: "see the list of people"
        case .addPerson(let id): id == nil ? "add a person" : "add the person"
        case .setPassword: "give the person a password"
        case .listSessions: "see the list of sessions"
        case .listTokens: "see the list of tokens"
        case .chooseWorkspace: "name an existing folder"
        case .makeWorkspace: "make it one"
        case .replaceFile: "have it replaced"
        case .replaceLarger: "have it replaced all the same"
        case .chooseFile: "choose another name"
        case .receiveBytes: "receive the bytes instead"
        case .allowOutside: "allow places outside of the workspace"
        case .chooseCaseName: "choose another name"
        case .receiveCase: "receive the case and add it yourself"
        case .lint: "lint the pipelines"
        case .diagnose: "have rights and space examined"
        case .repairObjects: "have the objects repaired"
        case .askService: "see what the service does"
        case .installService: "install the service"
        }
    }

    /// "`user`, `types`".
    private static func quoted(_ names: [String]) -> String {
        names.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
    }
}

extension [NextStep] {
    /// A text with what can be done about it.
    ///
    /// - Parameter text: sentences, or one without its full stop; what follows it has the same form.
    public func appended(to text: String) -> String {
        if isEmpty { return text }
        let requests = map(\.description).joined(separator: ", or ")
        guard text.hasSuffix(".") else { return text.isEmpty ? requests : "\(text); \(requests)" }
        return "\(text) \(requests.prefix(1).uppercased())\(requests.dropFirst())."
    }
}
