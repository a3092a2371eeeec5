internal import Diagnostics
package import Engine
package import Pipelines
internal import Platform
package import Representations

/// Runs files in quarantine anew, once the cause is gone. No other process releases or discards them as long as this lives:
/// make the requests, have them run to their ends, and settle.
package final class QuarantineRelease: Sendable {
    /// The runs of one pipeline.
    package struct Group: Sendable {
        /// As the workspace has it now.
        package let pipeline: Pipeline
        package fileprivate(set) var requests: [RunRequest]
    }

    /// A file that a run had taken over before; its entry is released to that run, and it is not run again.
    package struct Taken: Sendable, Hashable {
        /// The entry's id.
        package let entry: String
        package let run: String
    }

    package let taken: [Taken]
    private let workspace: Workspace
    private let entries: [QuarantineEntry]
    /// Of the entries that are to be released.
    package var ids: [String] { entries.map(\.id) }
    private let claims: QuarantineClaims

    /// - Parameter ids: of entries; one that comes twice counts once.
    /// - Throws: `Problem` for an id that is none, an entry that is not held any more, or one that another process or a run
    ///   works with; `SystemError`; the journal's errors. Nothing is released then.
    package init(_ ids: [String], in workspace: Workspace) async throws {
        self.workspace = workspace
        claims = try await QuarantineClaims(ids, in: workspace) { run, entry in
            .refused("Run \(run) already continues \(entry).", advice: [.followRun(run), .resumeAbandoned])
        }
        entries = claims.entries.filter { $0.state == .held }.map(\.entry)
        taken = claims.entries.compactMap { entry, state in
            if case .released(let run) = state { Taken(entry: entry.id, run: run) } else { nil }
        }
    }

    /// The runs that release the files, with the bytes that were kept and the inputs of the former runs; by pipeline, in the
    /// order of the entries. Nothing has begun yet.
    ///
    /// - Parameters:
    ///   - arguments: inputs in place of the former ones, as `NAME=VALUE`.
    ///   - isForOthers: whether the files may be given to another owner than those whose they are.
    ///   - warnings: is called for each pipeline that lint warns of.
    /// - Throws: `Problem` when a run, its pipeline or the bytes do not exist any more, when an input is missing, or when it
    ///   would make the file another owner's and must not; `InputError`, `InvalidFiles`; the journal's errors.
    package func requests(
        changedBy arguments: [String], isForOthers: Bool = true, warnings: (InvalidFiles) -> Void
    ) async throws -> [Group] {
        var groups: [Group] = []
        for entry in entries {
            guard let detail = try await workspace.journal.run(entry.run) else { throw Problem.noRun(entry.run) }
            let file = try SourceFinder.file(of: entry)
            let index: Int
            if let known = groups.firstIndex(where: { $0.pipeline.name == entry.pipeline }) {
                index = known
            } else {
                index = groups.count
                let pipeline = try workspace.currentPipeline(entry.pipeline, warnings: warnings)
                groups.append(Group(pipeline: pipeline, requests: []))
            }
            let inputs = try await workspace.inputs(
                of: detail.run, for: groups[index].pipeline, changedBy: arguments)
            if !arguments.isEmpty { try await workspace.requireKnown([inputs], for: groups[index].pipeline) }
            if !isForOthers, let user = inputs["user"]?.string, user != detail.run.owner {
                throw Problem.refused(
                    "The input `user` names the owner of a document. Only admins may give a file to another person.")
            }
            groups[index].requests.append(
                RunRequest(
                    file: file, in: file == entry.source.path ? .ofRecord(file, tree: workspace.root) : nil,
                    inputs: inputs, owner: inputs["user"]?.string ?? detail.run.owner, trigger: detail.run.trigger,
                    shownFile: entry.file, continuation: Continuation(origin: detail, kind: .release, from: nil)))
        }
        return groups
    }

    /// Ends the holding of the files whose runs have them now. To be called once all runs have ended.
    ///
    /// - Returns: the ids of those that are released to a run, which may hold the file in an entry of its own; the others are
    ///   held still.
    /// - Throws: the journal's errors; what is left is settled by the next one who asks for the entry.
    @discardableResult
    package func settle() async throws -> Set<String> {
        var released: Set<String> = []
        for entry in entries {
            if case .released = try await Settlement(workspace: workspace).settle(entry) { released.insert(entry.id) }
        }
        // Nobody else may begin before that.
        withExtendedLifetime(claims) {}
        return released
    }
}
