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
