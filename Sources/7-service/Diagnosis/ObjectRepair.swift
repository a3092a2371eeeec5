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

    /// - Returns: what was done, a finding each.
    /// - Throws: the stores' errors.
    package func run() async throws -> [Finding] {
        try await [removeObjects(), takeBack()].compactMap(\.self)
    }

    private func removeObjects() async throws -> Finding? {
        // Looked at as a whole before anything goes.
        let found = try await checks.unneeded()
        if found.keys == 0 { return nil }
        if ObjectChecks.isSuspicious(found) {
            return .problem(
                "repair",
                "nothing was removed: the database knows nothing of \(found.keys) of \(found.objects) objects",
                advice:
                    "such a database is older than its object store, or another workspace uses the store too: see that "
                    + "`storage` and `database` in compass.yaml belong together, and bring the newer database back",
                ObjectChecks.figures(found))
        }
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
            "repair", "\(HumanFormat.count(removed, "object")) removed (\(HumanFormat.size(found.bytes)))",
            ["removed": .integer(Int64(removed)), "bytes": .integer(found.bytes)])
    }

    private func takeBack() async throws -> Finding? {
        var runs: Set<String> = []
        while true {
            let left = try await references.leftBehind(limit: 100)
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
