internal import Diagnosis
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass doctor`
enum DoctorCommand {
    private static let repair = CommandOption.flag(
        "repair", "Remove objects that nothing needs, and have left versions of failed runs taken back.")

    static let command = Command(
        "doctor", "Look for what keeps this machine from running the workspace well",
        discussion: """
            Checks limits of the kernel, rights of folders and secrets, file systems, space, the database, time zones and \
            the clock, channels, and what runs the workspace; holds the database against the object store; and says what \
            to do. Run it as the user that runs the service.

            When compass.yaml is wrong, that is a problem like others, and what stands in it is not checked: the database, \
            space and channels.

            Nothing is changed. The database is read as a whole, which takes a while if it is large, and so does a large \
            object store, of which names and sizes are read.

            With --repair, objects that belong to no version, no unfinished run and no queued deletion are removed, also \
            while `compass up` works; files in the store's folder that no upload has named so are never touched. Versions \
            that runs which did not succeed have left are taken back by the next `compass runs resume` or by `compass up`. \
            Where most objects are unknown to the database nothing is removed: then the database is the wrong one. \
            Versions without bytes are only told.

            Exit status: 0 when there are at most warnings, 1 when there is a problem.
            """,
        examples: ["doctor", "doctor --json", "doctor --repair", "-w /srv/compass doctor"],
        options: [repair.spec, ListingOptions.json.spec]
    ) { context in
        let snapshot = try WorkspaceSnapshot(context.workspaceFolder, registry: context.registry())
        var findings = examine(snapshot) + (await ObjectStoreChecks.findings(snapshot))
        // Last, since looking at the database's locks is not for those that have it open.
        let isReadable = !findings.contains { $0.check == "database" && $0.state == .problem }
        if snapshot.isKnown, snapshot.refusal == nil, isReadable, Stores.exists(snapshot.database) {
            do {
                findings += try await compare(snapshot)
                if context[repair] { findings += try await mend(snapshot, context) }
            } catch {
                findings.append(
                    .problem(
                        "objects", "the database cannot be held against the object store: \(error)",
                        advice: "mend what the message says, and look again"))
            }
        }
        if context[ListingOptions.json] {
            for finding in findings { try context.streams.print(json: finding.record) }
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(text(findings, width: terminal.width, style: terminal.style))
        }
        return findings.contains { $0.state == .problem } ? .failed : .success
    }

    static func examine(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let folders = snapshot.watches.reduce(0) { count, watch in
            // A capture stands for a folder, so that those below are watched too.
            let isDeep = watch.trigger.isRecursive || watch.trigger.path.contains("{")
            return count + LimitChecks.countFolders(watch.folder, isRecursive: isDeep)
        }
        let limits = LimitChecks(
            limits: .current(), watches: snapshot.watches.count, folders: folders,
            workers: snapshot.folder.definition.workers)
        return limits.findings() + RightsChecks.findings(snapshot) + FileSystemChecks.findings(snapshot)
            + (snapshot.isKnown ? DatabaseChecks.findings(snapshot.database) : []) + TimeChecks.findings(snapshot)
            + ServiceChecks.findings(snapshot)
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
        // Whoever opens the database after it would lose its locks if it closed later.
        try await stores.close()
        return findings
    }

    private static func mend(_ snapshot: WorkspaceSnapshot, _ context: CommandContext) async throws -> [Finding] {
        let start = Timestamp.now()
        let workspace = try await Workspace.open(snapshot.folder, registry: context.registry())
        let objects = try snapshot.objects()
        return try await withTaskExecutorPreference(WorkerPool(name: "doctor", width: 1)) {
            let checks = ObjectChecks(
                references: workspace.references, leases: workspace.leases, objects: objects, start: start)
            return try await ObjectRepair(workspace: workspace, references: workspace.references, checks: checks).run()
        }
    }

    static func text(_ findings: [Finding], width: Int?, style: Style) -> String {
        var text = ""
        let longest = findings.map(\.check.count).max() ?? 0
        for finding in findings {
            let word = finding.state.rawValue
            let padded = word + String(repeating: " ", count: 7 - word.count)
            let coloured =
                switch finding.state {
                case .ok: style.green(padded)
                case .warning: style.yellow(padded)
                case .problem: style.red(padded)
                }
            let name = finding.check + String(repeating: " ", count: longest - finding.check.count)
            // What is well needs no advice, and so no line for it.
            let isWell = finding.state == .ok
            let message = isWell ? NextStepText.append(finding.steps, to: finding.message) : finding.message
            text += "\(coloured)  \(style.bold(name))  \(message)\n"
            let advice = isWell ? "" : NextStepText.append(finding.steps, to: finding.advice ?? "")
            if !advice.isEmpty {
                let margin = String(repeating: " ", count: longest + 11)
                let lines = width.map { TextWrapping.wrap(advice, width: max(30, $0 - margin.count - 2)) } ?? [advice]
                text += lines.enumerated().map { margin + ($0.offset == 0 ? "→ " : "  ") + $0.element + "\n" }.joined()
            }
        }
        let problems = findings.count { $0.state == .problem }
        let warnings = findings.count { $0.state == .warning }
        return text + "\n\(HumanFormat.count(problems, "problem")), \(HumanFormat.count(warnings, "warning"))\n"
    }
}
