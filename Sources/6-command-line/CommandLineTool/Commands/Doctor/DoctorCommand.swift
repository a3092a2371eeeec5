internal import Pipelines
internal import Platform

/// `compass doctor`
enum DoctorCommand {
    static let command = Command(
        "doctor", "Look for what keeps this machine from running the workspace well",
        discussion: """
            Checks limits of the kernel, rights of folders and secrets, file systems, space, the database, time zones and \
            the clock, channels, and what runs the workspace; and says what to do. Run it as the user that runs the service.

            When compass.yaml is wrong, that is a problem like others, and what stands in it is not checked: the database, \
            space and channels.

            Nothing is changed. The database is read as a whole, which takes a while if it is large.

            Exit status: 0 when there are at most warnings, 1 when there is a problem.
            """,
        examples: ["doctor", "doctor --json", "-w /srv/compass doctor"], options: [ListingOptions.json.spec]
    ) { context in
        let patient = try Patient(context.workspaceFolder, registry: context.registry())
        let findings = examine(patient) + (await ObjectStoreChecks.findings(patient))
        if context[ListingOptions.json] {
            for finding in findings { try context.streams.print(json: finding.record) }
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(text(findings, width: terminal.width, style: terminal.style))
        }
        return findings.contains { $0.state == .problem } ? .failed : .success
    }

    static func examine(_ patient: Patient) -> [Finding] {
        let folders = patient.watches.reduce(0) { count, watch in
            // A capture stands for a folder, so that those below are watched too.
            let isDeep = watch.trigger.isRecursive || watch.trigger.path.contains("{")
            return count + LimitChecks.countFolders(watch.folder, isRecursive: isDeep)
        }
        let limits = LimitChecks(
            limits: .current(), watches: patient.watches.count, folders: folders,
            workers: patient.folder.definition.workers)
        return limits.findings() + RightsChecks.findings(patient) + FileSystemChecks.findings(patient)
            + (patient.isKnown ? DatabaseChecks.findings(patient.database) : []) + TimeChecks.findings(patient)
            + ServiceChecks.findings(patient)
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
            text += "\(coloured)  \(style.bold(name))  \(finding.message)\n"
            if let advice = finding.advice {
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
