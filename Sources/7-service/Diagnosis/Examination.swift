internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Plugins
package import Representations
internal import Workspaces

/// Looks for what keeps a machine from running a workspace well.
package enum Examination {
    /// All that is found out, also about a workspace whose file is wrong: then what stands in it is not looked at. Changes
    /// nothing. Blocks now and then; reads the database as a whole.
    package static func findings(of snapshot: WorkspaceSnapshot) async -> [Finding] {
        var findings = surroundings(of: snapshot) + (await ObjectStoreChecks.findings(snapshot))
        // Last, since looking at the database's locks is not for those that have it open.
        guard isComparable(snapshot, findings) else {
            let isNew = snapshot.isKnown && snapshot.refusal == nil && !Stores.exists(snapshot.database)
            return isNew ? findings + ServerChecks.visitors(snapshot, hasPeople: false) : findings
        }
        do {
            findings += try await compare(snapshot)
        } catch {
            findings.append(uncompared(error))
        }
        return findings
    }

    /// Removes objects that nothing needs, and has versions that failed runs left taken back; see `ObjectRepair`.
    ///
    /// - Parameters:
    ///   - findings: those of the snapshot: nothing is done where the database or the object store has a problem.
    ///   - mayErase: asked once, before anything goes, with all that goes.
    /// - Throws: the `Problem` that `mayErase` throws.
    package static func repair(
        _ snapshot: WorkspaceSnapshot, after findings: [Finding], mayErase: (String) throws -> Bool
    ) async throws -> [Finding] {
        let isLost = findings.contains { $0.check == "object-store" && $0.state == .problem }
        if !isLost, !Stores.exists(snapshot.database) { return [] }
        if isLost || !isComparable(snapshot, findings) {
            return [
                .problem(
                    "repair",
                    "nothing was removed, since the workspace, its database or its object store has a problem",
                    advice: "see to that first")
            ]
        }
        do {
            return try await repair(snapshot, mayErase: mayErase)
        } catch let problem as Problem {
            throw problem
        } catch {
            return [uncompared(error)]
        }
    }

    private static func isComparable(_ snapshot: WorkspaceSnapshot, _ findings: [Finding]) -> Bool {
        let isReadable = !findings.contains { $0.check == "database" && $0.state == .problem }
        return snapshot.isKnown && snapshot.refusal == nil && isReadable && Stores.exists(snapshot.database)
    }

    private static func uncompared(_ error: any Error) -> Finding {
        .problem(
            "objects", "the database cannot be held against the object store: \(error)",
            advice: "fix what the message says, and look again")
    }

    /// What neither opens the database nor asks for an object. Blocks.
    package static func surroundings(of snapshot: WorkspaceSnapshot) -> [Finding] {
        let folders = snapshot.watches.reduce(0) { count, watch in
            // A capture stands for a folder, so that those below are watched too.
            let isDeep = watch.trigger.isRecursive || watch.trigger.path.contains("{")
            return count + LimitChecks.countFolders(watch.folder, isRecursive: isDeep)
        }
        let service = ServiceChecks.findings(snapshot)
        // Whoever cannot tell whether it runs does not know whose an address is.
        let isIdle = service.contains { $0.check == "running" && $0.figures["running"]?.boolean == false }
        let limits = LimitChecks(
            limits: .current(), watches: snapshot.watches.count, folders: folders,
            workers: snapshot.folder.definition.workers)
        return limits.findings() + RightsChecks.findings(snapshot) + FileSystemChecks.findings(snapshot)
            + (snapshot.isKnown ? DatabaseChecks.findings(snapshot.database) : []) + TimeChecks.findings(snapshot)
            + service + (isIdle ? ServerChecks.address(snapshot) : [])
            + ProgramChecks.findings(snapshot.lint.pipelines)
            + PluginChecks(PluginCatalog(workspace: snapshot.folder.root)).findings()
    }

    /// Holds the database against the object store; changes nothing.
    private static func compare(_ snapshot: WorkspaceSnapshot) async throws -> [Finding] {
        let start = Timestamp.now()
        let stores = try await Stores.openReadOnly(snapshot.database)
        let objects = try snapshot.objects()
        let findings = try await withTaskExecutorPreference(WorkerPool(name: "doctor", width: 1)) {
            try await ObjectChecks(
                references: stores.references, leases: stores.leases, objects: objects, start: start
            ).findings()
        }
        let awaited = try await stores.awaitedRuns(limit: 1_000, among: snapshot.folder.pipelineNames)
        let hasPeople = try await stores.accounts.hasPeople()
        let hasDocuments = try await stores.catalog.statistics(owner: nil).storageBytes > 0
        // Whoever opens the database after it would lose its locks if it closed later.
        try await stores.close()
        return findings + ServiceChecks.awaited(awaited) + ServerChecks.visitors(snapshot, hasPeople: hasPeople)
            + BackupChecks.findings(in: snapshot.state, hasDocuments: hasDocuments, now: start)
    }

    private static func repair(
        _ snapshot: WorkspaceSnapshot, mayErase: (String) throws -> Bool
    ) async throws -> [Finding] {
        let start = Timestamp.now()
        let workspace = try await Workspace.open(snapshot.folder, registry: snapshot.registry)
        let objects = try snapshot.objects()
        return try await withTaskExecutorPreference(WorkerPool(name: "doctor", width: 1)) {
            let checks = ObjectChecks(
                references: workspace.references, leases: workspace.leases, objects: objects, start: start)
            return try await ObjectRepair(workspace: workspace, references: workspace.references, checks: checks)
                .run(mayErase: mayErase)
        }
    }
}
