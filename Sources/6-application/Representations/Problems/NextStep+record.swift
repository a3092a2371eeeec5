package import Diagnostics
package import Platform

extension NextStep: JSONRepresentable {
    /// As `docs/json.md` describes it: `step` is a stable word, and what the step is about stands beside it.
    package var record: Record {
        switch self {
        case .listRuns: ["step": "list-runs"]
        case .showRun(let id): ["step": "show-run", "run": Value(id)]
        case .retryRun(let id): ["step": "retry-run", "run": Value(id)]
        case .replayRun(let id): ["step": "replay-run", "run": .string(id)]
        case .followRun(let id): ["step": "follow-run", "run": .string(id)]
        case .cancelRun(let id): ["step": "cancel-run", "run": .string(id)]
        case .resumeRuns: ["step": "resume-runs"]
        case .resumeAbandoned: ["step": "resume-abandoned"]
        case .pruneRuns: ["step": "prune-runs"]
        case .runAnew(let pipeline): ["step": "run-again", "pipeline": .string(pipeline)]
        case .runPresentBytes(let pipeline, let file):
            ["step": "run-present-bytes", "pipeline": .string(pipeline), "file": .string(file.text)]
        case .giveInputs(let names): ["step": "give-inputs", "inputs": .list(names.map { .string($0) })]
        case .chooseMatchingFile(let names):
            ["step": "choose-matching-file", "inputs": .list(names.map { .string($0) })]
        case .listBatches: ["step": "list-batches"]
        case .showBatch(let id): ["step": "show-batch", "batch": .string(id)]
        case .listDocuments: ["step": "list-documents"]
        case .showDocument(let id): ["step": "show-document", "document": Value(id)]
        case .restoreDocument(let id): ["step": "restore-document", "document": .string(id)]
        case .trashDocument(let id): ["step": "trash-document", "document": .string(id)]
        case .deleteDocument(let id): ["step": "delete-document", "document": .string(id)]
        case .listSchools: ["step": "list-schools"]
        case .addSchool(let id): ["step": "add-school", "school": Value(id)]
        case .separateSchools: ["step": "separate-schools"]
        case .renameSchool: ["step": "rename-school"]
        case .endShares(let id): ["step": "end-shares", "school": .string(id)]
        case .listTrash(let id): ["step": "list-trash", "school": .string(id)]
        case .listEntries: ["step": "list-entries"]
        case .discardEntry(let id): ["step": "discard-entry", "entry": .string(id)]
        case .listNotifications: ["step": "list-notifications"]
        case .listChannels: ["step": "list-channels"]
        case .listPeople: ["step": "list-people"]
        case .addPerson(let id): ["step": "add-person", "person": Value(id)]
        case .setPassword(let id): ["step": "set-password", "person": .string(id)]
        case .listSessions: ["step": "list-sessions"]
        case .listTokens: ["step": "list-tokens"]
        case .chooseWorkspace: ["step": "choose-workspace"]
        case .makeWorkspace(let folder): ["step": "make-workspace", "folder": .string(folder.description)]
        case .replaceFile: ["step": "replace-file"]
        case .replaceLarger: ["step": "replace-larger"]
        case .chooseFile: ["step": "choose-file"]
        case .receiveBytes: ["step": "receive-bytes"]
        case .allowOutside: ["step": "allow-outside"]
        case .chooseCaseName: ["step": "choose-case-name"]
        case .receiveCase: ["step": "receive-case"]
        case .lint: ["step": "lint"]
        case .diagnose: ["step": "diagnose"]
        case .repairObjects: ["step": "repair-objects"]
        case .askService: ["step": "ask-service"]
        case .installService: ["step": "install-service"]
        }
    }
}
