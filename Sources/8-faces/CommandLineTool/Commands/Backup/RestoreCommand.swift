internal import Pipelines
internal import Platform
internal import Plugins
internal import Representations
internal import Workspaces

/// `compass restore FILE`
enum RestoreCommand {
    private static let file = Positional<Path>.required("FILE", .path, "A file that `compass backup` made.")
    private static let folder = Positional<Path?>.optional(
        "DIR", .folder,
        "The new workspace, a folder that is not there or empty (default: the current one, or what -w names).")
    private static let check = CommandOption.flag(
        "check", "Read the backup and compare its checksums, and make nothing.")
    private static let outside = CommandOption.flag(
        "outside", "Let compass.yaml of the backup put the database and the objects outside of the new workspace.")
    private static let json = CommandOption.flag("json", "Print the result as one JSON object.")

    static let command = Command(
        "restore", "Restore a workspace from a backup",
        discussion: """
            Compares everything with the backup's checksums before it creates the workspace. The next command in the new workspace \
            resumes unfinished runs and delivers waiting notifications, so do not use the old workspace any more. Files in \
            `secrets/` are in no backup; put them back by hand. A backup contains pipelines and plugins: restore only backups \
            from people you trust.
            """,
        examples: ["restore recruiting.tar ~/recruiting", "restore recruiting.tar --check"],
        options: [check.spec, outside.spec, json.spec], positionals: [file.spec, folder.spec]
    ) { context in
        try require(context[file])
        let display = BackupDisplay(context.streams)
        let restoration = Restoration(
            of: context[file], mayLeave: context[outside], registry: context.registry(ofWorkspace:),
            pool: BackupCommand.pool,
            progress: display.show)
        if context[check] {
            let report = try await restoration.check()
            display.end()
            for sentence in report.damage { context.streams.report("compass: \(sentence)") }
            if context[json] {
                try context.streams.print(json: report.checkRecord)
            } else {
                let state =
                    report.damage.isEmpty ? "is whole" : "is as it was made, with what was damaged or missing then"
                try context.streams.print(
                    sentence: "\(context[file]) \(state): \(HumanFormat.count(report.files, "file")), made "
                        + "\(time(report.madeAt, context.streams)) by compass \(report.program)")
            }
            return report.damage.isEmpty ? .success : .failed
        }
        let target = context[folder] ?? context[GlobalOptions.workspace] ?? "."
        let report = try await restoration.restore(to: target)
        display.end()
        for sentence in report.damage + report.channelProblems { context.streams.report("compass: \(sentence)") }
        if context[json] {
            try context.streams.print(json: report.record)
        } else {
            try print(report, target, context.streams)
        }
        return report.damage.isEmpty ? .success : .failed
    }

    /// - Throws: as `NamedFiles.require`; what is no file may be meant as a document.
    private static func require(_ file: Path) throws(Problem) {
        do {
            try NamedFiles.require(file)
        } catch {
            guard error.kind == .notFound else { throw error }
            throw Problem(
                .notFound, "\(error.message); a document in the trash comes back with `compass documents restore`")
        }
    }

    /// When a backup was made, as standard output shows times.
    private static func time(_ text: String, _ streams: StandardStreams) -> String {
        Timestamp(rfc3339: text).map(streams.times.text) ?? Printable.text(text)
    }

    private static func print(_ report: Restoration.Report, _ target: Path, _ streams: StandardStreams) throws {
        let place = target == "." ? "This folder" : Printable.text(target.description)
        try streams.print(
            sentence: "\(place) is a workspace now, as it was at \(time(report.madeAt, streams)): "
                + "\(HumanFormat.documents(report.documents, trashed: report.trashed)), "
                + "\(HumanFormat.count(report.versions, "version"))."
        )
        let open = [
            report.unfinishedRuns > 0 ? HumanFormat.count(report.unfinishedRuns, "unfinished run") : nil,
            report.waiting > 0 ? HumanFormat.count(report.waiting, "waiting notification") : nil,
        ].compactMap { $0 }
        if !open.isEmpty {
            streams.report(
                "\(open.joined(separator: " and ")) \(open.count == 1 && report.unfinishedRuns + report.waiting == 1 ? "goes" : "go") "
                    + "on with the next `compass runs resume` or `compass up`")
        }
    }
}

extension CommandContext {
    /// The stage types of a workspace that is not the one of this command.
    @Sendable func registry(ofWorkspace folder: Path) throws -> Registry {
        try PluginCatalog(workspace: folder).added(to: builtInRegistry())
    }
}
