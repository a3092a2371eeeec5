internal import Platform
internal import Representations
internal import Workspaces

/// `compass backup FILE`
enum BackupCommand {
    private static let file = Positional<Path>.required(
        "FILE", .path, "Where to, such as `recruiting.tar`, or `-` for standard output.")
    private static let force = CommandOption.flag("force", short: "f", "Replace a file that is there.")
    private static let smaller = CommandOption.flag(
        "smaller", "With --force: also a backup that has more than twice as many versions.")
    private static let json = CommandOption.flag("json", "Print the result as one JSON object.")

    static let pool = WorkerPool(name: "backup", width: 2)

    static let command = Command(
        "backup", "Copy the whole workspace into one file, while others work in it",
        discussion: """
            The file has the database as it is at one moment, the bytes of every document, quarantine, files that were sent and not \
            run yet, and the definitions: compass.yaml, schools, pipelines, plugins. It is read again and compared before it \
            gets its name, and appears whole or not at all. It is a tar archive with a list of checksums.

            --force does not replace a backup with more than twice as many versions, since documents may have been lost then; \
            --smaller does. No backup is made when the database was lost: when it has no document and there are objects.

            Secrets are not in it, nor what lies outside of the workspace. Anyone with the file has the documents: keep it as you \
            keep them. `compass restore` makes a workspace of it, and with --check only reads it.

            With `-` it goes to standard output, as to a program that encrypts it. It is made and compared in `.compass/` before, \
            which needs room for it.
            """,
        examples: ["backup recruiting.tar", "backup /media/stick/recruiting.tar --force"],
        options: [force.spec, smaller.spec, json.spec], positionals: [file.spec]
    ) { context in
        let target = context[file]
        let isSent = target == "-"
        if isSent, context[json] {
            throw context.usageError("`-` and `--json` exclude each other: both write to standard output")
        }
        if isSent, context.streams.terminal.width != nil {
            throw context.usageError("no backup is written to a terminal; name a file, or a program behind `|`")
        }
        let workspace = try await context.readOnlyWorkspace(mayBeLost: true)
        let display = BackupDisplay(context.streams)
        let backup = Backup(of: workspace, pool: pool, progress: display.show)
        let report: Backup.Report
        if isSent {
            let made = try await backup.makeTemporary()
            try await send(made.file, context.streams)
            report = made.report
        } else {
            report = try await context.withUsage {
                try await backup.make(at: target, replacing: context[force], byFewer: context[smaller])
            }
        }
        display.end()
        for path in report.leftOut {
            context.streams.report("\(path) is neither a file nor a folder, and was left out")
        }
        for sentence in report.damage { context.streams.report("compass: \(sentence)") }
        if let error = report.unrecorded {
            context.streams.report("compass: the backup is whole, but its time could not be recorded: \(error)")
        }
        let summary =
            "\(HumanFormat.count(report.versions, "version")), \(HumanFormat.size(report.size)), compared"
        if isSent {
            context.streams.note("standard output: \(summary)")
        } else if context[json] {
            try context.streams.print(json: report.record)
        } else {
            try context.streams.print(sentence: "\(target): \(summary)")
        }
        return report.damage.isEmpty ? .success : .failed
    }

    private static func send(_ file: FileDescriptor, _ streams: StandardStreams) async throws {
        var offset: Int64 = 0
        while true {
            let start = offset
            let piece = try await pool.run { try file.bytes(at: start, count: 1 << 20) }
            if piece.isEmpty { break }
            try streams.write(piece)
            offset += Int64(piece.count)
        }
        try streams.flush()
    }
}
