internal import Diagnosis
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass doctor`
enum DoctorCommand {
    private static let repair = CommandOption.flag(
        "repair", "Remove objects that nothing needs, and undo versions that failed runs left; asks first.")
    private static let yes = CommandOption.flag("yes", short: "y", "With --repair: do not ask.")

    static let command = Command(
        "doctor", "Find problems of this machine and of the workspace",
        discussion: """
            Checks kernel limits, rights of folders and secrets, file systems, space, the database, the clock, time zones, \
            channels and the service. Compares the database with the object store. Says what to do about each problem. Run it \
            as the user that runs the service.

            It changes nothing. It reads the whole database, and names and sizes of all objects; this takes a while if there \
            are many. When compass.yaml is wrong, it does not check what that file configures.

            --repair removes objects that no version, unfinished run or queued deletion needs and that are older than 14 days, \
            also while `compass up` runs. It never touches files that Compass did not store. It removes nothing when such an \
            object is newer than all that the database knows, or when most objects are unknown to it: then the database is an \
            old or a wrong one. The next `compass runs resume` or `compass up` undoes versions that failed runs left. Versions \
            without bytes are only reported. It asks first, and names all that goes. Where standard input or standard error is \
            no terminal, nothing is removed without --yes.

            Exit status: 0 when there are at most warnings, 1 when there is a problem.
            """,
        examples: ["doctor", "doctor --json", "doctor --repair", "-w /srv/compass doctor"],
        options: [repair.spec, yes.spec, ListingOptions.json.spec]
    ) { context in
        if context[yes], !context[repair] { throw context.usageError("--yes needs --repair") }
        let snapshot = try await WorkspaceSnapshot(context.existingWorkspace(), registry: context.registry())
        var findings = await Examination.findings(of: snapshot)
        try show(findings, context)
        if context[repair] {
            let repairs = try await Examination.repair(snapshot, after: findings) {
                try context.mayErase("remove", $0, yes: context[yes])
            }
            if !repairs.isEmpty { try show(repairs, context) }
            findings += repairs
        }
        return findings.contains { $0.state == .problem } ? .failed : .success
    }

    private static func show(_ findings: [Finding], _ context: CommandContext) throws {
        if context[ListingOptions.json] {
            for finding in findings { try context.streams.print(json: finding.record) }
        } else {
            let terminal = context.streams.terminal
            try context.streams.write(
                text(findings, times: context.streams.times, width: terminal.width, style: terminal.style))
        }
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
