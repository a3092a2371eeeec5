internal import Platform
internal import Representations
internal import Workspaces

/// For commands that erase what cannot be brought back.
extension CommandContext {
    /// Opens the workspace, also on a full disk: what was kept in reserve for that is given free if need be. Call once.
    func workspaceForErasing() async throws -> Workspace {
        try await Workspace.openForErasing(WorkspaceFolder(workspaceFolder, registry: registry()), registry: registry())
    }

    /// Whether it may be done, as the answer to a question on the terminal says, or `yes`.
    ///
    /// - Parameters:
    ///   - verb: "delete", "discard".
    ///   - what: all that goes, as a part of a sentence.
    /// - Throws: `Problem` when nobody can be asked and `yes` is false.
    func mayErase(_ verb: String, _ what: String, yes: Bool) throws -> Bool {
        if yes { return true }
        let past = verb.hasSuffix("e") ? "\(verb)d" : "\(verb)ed"
        guard streams.canAsk else {
            throw Problem.invalidRequest(
                "nothing was \(past), as there is no terminal to ask on; with `--yes` it would \(verb) \(what)")
        }
        if try streams.confirm("Are you sure you want to \(verb) \(what)? This action cannot be undone.") {
            return true
        }
        streams.report("Nothing was \(past).")
        return false
    }
}
