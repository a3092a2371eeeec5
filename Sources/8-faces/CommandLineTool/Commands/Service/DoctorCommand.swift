internal import Diagnosis
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass doctor`
enum DoctorCommand {
    private static let repair = CommandOption.flag(
        "repair", "Remove objects that nothing needs, and undo versions that failed runs left.")

    static let command = Command(
        "doctor", "Find problems of this machine and of the workspace",
        discussion: """
            Checks kernel limits, rights of folders and secrets, file systems, space, the database, the clock, time zones, \
            channels and the service. Compares the database with the object store. Says what to do about each problem. Run it \
            as the user that runs the service.

            It changes nothing. It reads the whole database, and names and sizes of all objects; this takes a while if there \
            are many. When compass.yaml is wrong, it does not check what that file configures.

            --repair removes objects that no version, unfinished run or queued deletion needs, also while `compass up` \
            runs. It never touches files that Compass did not store. It removes nothing when most objects are unknown to the \
            database, since the database is the wrong one then. The next `compass runs resume` or `compass up` undoes \
            versions that failed runs left. Versions without bytes are only reported.

            Exit status: 0 when there are at most warnings, 1 when there is a problem.
            """,
        examples: ["doctor", "doctor --json", "doctor --repair", "-w /srv/compass doctor"],
        options: [repair.spec, ListingOptions.json.spec]
    ) { context in
        let snapshot = try await WorkspaceSnapshot(context.existingWorkspace(), registry: context.registry())
        let findings = await Examination.findings(of: snapshot, repairing: context[repair])
        if context[ListingOptions.json] {
            for finding in findings { try context.streams.print(json: finding.record) }
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(
                text(findings, times: context.streams.times, width: terminal.width, style: terminal.style))
        }
        return findings.contains { $0.state == .problem } ? .failed : .success
    }

    static func text(_ findings: [Finding], times: TimeText, width: Int?, style: Style) -> String {
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
            let found = finding.message { times.text($0) }
            let message = isWell ? NextStepText.append(finding.steps, to: found) : found
            text += TextWrapping.line(message, behind: "\(coloured)  \(style.bold(name))  ", width: width)
            let advice = isWell ? "" : NextStepText.append(finding.steps, to: finding.advice ?? "")
            if !advice.isEmpty {
                // On a terminal that is too narrow for it beside the names, below them as the message is.
                let margin = longest + 11
                let isBeside = width.map { $0 - margin - 2 >= 20 } ?? true
                let arrow = String(repeating: " ", count: isBeside ? margin : 4) + "→ "
                text += TextWrapping.line(advice, behind: arrow, width: width)
            }
        }
        let problems = findings.count { $0.state == .problem }
        let warnings = findings.count { $0.state == .warning }
        return text + "\n\(HumanFormat.count(problems, "problem")), \(HumanFormat.count(warnings, "warning"))\n"
    }
}
