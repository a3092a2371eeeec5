internal import Diagnostics
package import Documents
internal import Pipelines
internal import Platform
package import Representations
package import Workspaces

/// Removes objects that nothing needs, and has taken back what runs left behind. A service may
/// be at work meanwhile.
package struct ObjectRepair: Sendable {
    package let workspace: Workspace
    package let references: any ObjectReferences
    package let checks: ObjectChecks

    package init(workspace: Workspace, references: any ObjectReferences, checks: ObjectChecks) {
        self.workspace = workspace
        self.references = references
        self.checks = checks
    }

    /// Removes nothing where the database rather than the objects seems to be wrong.
    ///
    /// - Parameter mayErase: asked once, before anything goes, with all that goes; nothing is done unless it says so.
    /// - Returns: what was done, or why nothing was, a finding each; none where there is nothing to do.
    /// - Throws: the stores' errors; what `mayErase` throws.
    package func run(mayErase: (String) throws -> Bool) async throws -> [Finding] {
        // Looked at as a whole before anything goes.
        let found = try await checks.unneeded()
        if let doubt = found.doubt {
            return [
                .problem(
                    "repair", "nothing was removed: \(doubt)", advice: ObjectChecks.lookFirst,
                    ObjectChecks.figures(found))
            ]
        }
        var parts: [String] = []
        if found.removable > 0 {
            let size = HumanFormat.size(found.removableBytes)
            parts.append("\(HumanFormat.count(found.removable, "object")) (\(size)) that nothing needs")
        }
        let left = try await references.leftBehind(limit: Self.page).count
        if left > 0 {
            let atLeast = left == Self.page ? "at least " : ""
            parts.append("\(atLeast)\(HumanFormat.count(left, "version")) that failed runs left")
        }
        if !parts.isEmpty, try !mayErase(parts.joined(separator: " and ")) { return [] }
        return try await [removeObjects(found), takeBack(), kept(found)].compactMap(\.self)
    }

    private static let page = 100

    private func removeObjects(_ found: ObjectChecks.Unneeded) async throws -> Finding? {
        if found.removable == 0 { return nil }
        var removed = 0
        // The queue outlives this process, and asks once more in its own transaction.
        _ = try await checks.unneeded { removed += try await references.queueUnneeded($0) }
        let failures = try await workspace.eraseQueuedObjects()
        if let first = failures.first {
            return .problem(
                "repair", "\(HumanFormat.count(failures.count, "object")) could not be removed: \(first)",
                advice: "the next deletion tries again", steps: [.diagnose],
                ["removed": .integer(Int64(removed - min(removed, failures.count)))])
        }
        return .ok(
            "repair", "\(HumanFormat.count(removed, "object")) removed (\(HumanFormat.size(found.removableBytes)))",
            ["removed": .integer(Int64(removed)), "bytes": .integer(found.removableBytes)])
    }

    private func kept(_ found: ObjectChecks.Unneeded) -> Finding? {
        let kept = found.keys - found.removable
        if kept == 0 { return nil }
        return .ok(
            "repair",
            "\(HumanFormat.count(kept, "object")) that nothing needs but younger than \(ObjectChecks.keptDays) days "
                + "\(kept == 1 ? "was" : "were") kept", ["kept": .integer(Int64(kept))])
    }

    private func takeBack() async throws -> Finding? {
        var runs: Set<String> = []
        while true {
            let left = try await references.leftBehind(limit: Self.page)
            let owing = try await references.oweAgain(Array(Set(left.map(\.run))).sorted())
            runs.formUnion(left.map(\.run))
            if owing == 0 { break }
        }
        if runs.isEmpty { return nil }
        return .ok(
            "repair",
            "\(HumanFormat.count(runs.count, "run")) will undo what \(runs.count == 1 ? "it" : "they") left; the "
                + "service does so by itself", steps: [.resumeRuns], ["owing": .integer(Int64(runs.count))])
    }
}
