internal import Accounts
internal import Pipelines
internal import Platform
internal import Plugins
package import Representations
internal import Workspaces

/// Looks for what keeps a machine from running a workspace well.
package enum Examination {
    /// All that is found out, also about a workspace whose file is wrong: then what stands in it is not looked at. Changes
    /// nothing, unless it repairs. Blocks now and then; reads the database as a whole.
    ///
    /// - Parameter repairing: whether objects that nothing needs are removed, and left versions of failed runs taken back; see
    ///   `ObjectRepair`.
    package static func findings(of snapshot: WorkspaceSnapshot, repairing: Bool) async -> [Finding] {
        var findings = surroundings(of: snapshot) + (await ObjectStoreChecks.findings(snapshot))
        // Last, since looking at the database's locks is not for those that have it open.
        let isReadable = !findings.contains { $0.check == "database" && $0.state == .problem }
        guard snapshot.isKnown, snapshot.refusal == nil, isReadable else { return findings }
        guard Stores.exists(snapshot.database) else {
            return findings + ServerChecks.visitors(snapshot, hasPeople: false)
        }
        do {
            findings += try await compare(snapshot)
            if repairing { findings += try await repair(snapshot) }
        } catch {
            findings.append(
                .problem(
                    "objects", "the database cannot be held against the object store: \(error)",
                    advice: "fix what the message says, and look again"))
        }
        return findings
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
        let hasPeople = try await stores.accounts.hasPeople()
        // Whoever opens the database after it would lose its locks if it closed later.
        try await stores.close()
        return findings + ServerChecks.visitors(snapshot, hasPeople: hasPeople)
    }

    private static func repair(_ snapshot: WorkspaceSnapshot) async throws -> [Finding] {
        let start = Timestamp.now()
        let workspace = try await Workspace.open(snapshot.folder, registry: snapshot.registry)
        let objects = try snapshot.objects()
        return try await withTaskExecutorPreference(WorkerPool(name: "doctor", width: 1)) {
            let checks = ObjectChecks(
                references: workspace.references, leases: workspace.leases, objects: objects, start: start)
            return try await ObjectRepair(workspace: workspace, references: workspace.references, checks: checks).run()
        }
    }
}
