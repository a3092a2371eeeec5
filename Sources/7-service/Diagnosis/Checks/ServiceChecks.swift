internal import Diagnostics
internal import Glibc
internal import Pipelines
package import Platform
package import Representations
internal import Service
internal import Workspaces

/// The files of the workspace, its channels, and what runs it.
package enum ServiceChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        [workspaceFile(snapshot), pipelines(snapshot)] + (snapshot.isKnown ? channels(snapshot) : [])
            + webhooks(snapshot) + [unit(snapshot)] + running(snapshot)
    }

    private static func workspaceFile(_ snapshot: WorkspaceSnapshot) -> Finding {
        switch snapshot.refusal {
        case nil: return .ok("workspace-file", "compass.yaml and the schools are readable")
        case let error as InvalidFiles:
            let errors = error.issues.sorted.filter { $0.severity == .error }
            let first = errors.first.map { issue in
                (issue.span.map { "\($0.file):\($0.line): " } ?? "") + Printable.text(issue.message)
            }
            return .problem(
                "workspace-file",
                "\(HumanFormat.count(errors.count, "error")), so that the workspace cannot be opened: \(first ?? "")",
                steps: [.lint])
        case let error?:
            return .problem(
                "workspace-file", "the workspace cannot be opened: \(error)",
                advice: "correct compass.yaml, or bring the file back")
        }
    }

    private static func pipelines(_ snapshot: WorkspaceSnapshot) -> Finding {
        let errors = snapshot.lint.issues.sorted.filter { $0.severity == .error }
        if let first = errors.first {
            let place = first.span.map { "\($0.file):\($0.line): " } ?? ""
            return .problem(
                "pipelines", "\(HumanFormat.count(errors.count, "error")): \(place)\(Printable.text(first.message))",
                steps: [.lint])
        }
        return .ok(
            "pipelines",
            "\(HumanFormat.count(snapshot.lint.pipelines.count, "pipeline")) with "
                + "\(HumanFormat.count(snapshot.watches.count, "watched folder")) and "
                + HumanFormat.count(snapshot.schedules.count, "schedule"))
    }

    private static func channels(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let secrets = Secrets(workspace: snapshot.folder.root)
        let (_, problems) = PartFactory(folder: snapshot.folder, registry: snapshot.registry, secrets: secrets)
            .channels()
        if problems.isEmpty {
            let names = snapshot.folder.definition.channels.map(\.name).joined(separator: ", ")
            return [.ok("channels", "configured: \(Printable.text(names))")]
        }
        return problems.map {
            .problem("channels", Printable.text($0), advice: "see `channels` of compass.yaml, and `secrets/`")
        }
    }

    /// - Returns: nothing where there is none.
    private static func webhooks(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let count = snapshot.lint.pipelines.reduce(0) { $0 + $1.triggers.webhooks.count }
        if count == 0 { return [] }
        if snapshot.webhookIssues.isEmpty {
            return [.ok("webhooks", "\(HumanFormat.count(count, "webhook")) with secrets and owners that can be used")]
        }
        return snapshot.webhookIssues.map {
            .warning("webhooks", Printable.text($0.message), advice: $0.hint ?? "see `on.webhook` of the pipeline")
        }
    }

    /// Runs that have not begun, by what they wait for.
    ///
    /// - Returns: nothing where there is none.
    package static func awaited(_ runs: [AwaitedRun]) -> [Finding] {
        let groups = Dictionary(grouping: runs) { $0.reason == .noPipeline ? $0.pipeline : nil }
        return groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { pipeline, runs in
            let ids: Record = ["ids": .list(runs.prefix(100).compactMap(\.run).map(Value.string))]
            let count = HumanFormat.count(runs.count, "run")
            guard let pipeline else {
                return .ok("awaited-runs", "\(count) of uploads and webhooks have not begun", ids)
            }
            return .warning(
                "awaited-runs",
                "\(count) cannot begin, since the workspace has no pipeline `\(Printable.short(pipeline))` any more",
                advice: "put its file back into pipelines/", steps: [.askService], ids)
        }
    }

    /// Whether systemd has been given the workspace.
    private static func unit(_ snapshot: WorkspaceSnapshot) -> Finding {
        let home = getenv("HOME").map { Path(cString: $0).appending(".config/systemd/user") }
        let folders: [Path] = ["/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"]
        let root = (try? Files.resolve(snapshot.folder.root)) ?? snapshot.folder.root
        let argument = (try? UnitPath(root))?.argument ?? root.text
        var others: [Path] = []
        for folder in folders + (home.map { [$0] } ?? []) {
            for name in (try? Files.list(folder)) ?? [] where name.fileExtension == ".service" {
                let path = folder.appending(name)
                guard let bytes = try? Files.read(path, limit: 1 << 20) else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                if ServiceUnits.starts(argument, in: text) {
                    return .ok("systemd-unit", "\(path) runs this workspace")
                }
                if ServiceUnits.isService(text) { others.append(path) }
            }
        }
        if let other = others.first { return .ok("systemd-unit", "\(other) runs another workspace") }
        return .ok("systemd-unit", "systemd does not run this workspace", steps: [.installService])
    }

    private static func running(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let bytes: [UInt8]?
        do {
            bytes = try ControlQuery.get("/status", from: snapshot.folder.path(ControlSocket.name))
        } catch {
            return [silent(error, snapshot)]
        }
        do {
            guard let bytes else {
                return [.ok("running", "no service runs", ["running": false])]
            }
            let records = try bytes.split(separator: UInt8(ascii: "\n")).map {
                try Value(json: String(decoding: $0, as: UTF8.self))
            }
            let version = records.first?["version"]?.string ?? ""
            let trouble = records.compactMap(trouble)
            if version != Version.current {
                return [
                    .warning(
                        "running",
                        "the service that runs is of version \(Printable.text(version)), and this is \(Version.current)",
                        advice: "sudo systemctl restart compass, to run the same", ["running": true])
                ] + trouble
            }
            return [.ok("running", "the service runs", ["running": true])] + trouble
        } catch {
            return [
                .problem(
                    "running", "the service does not answer: \(error)",
                    advice: "look at its log (journalctl -u compass), and restart it", ["running": true])
            ]
        }
    }

    /// What a service tells of itself that keeps it from its work.
    package static func trouble(_ record: Value) -> Finding? {
        let name = Printable.text(record["pipeline"]?.string ?? "")
        switch (record["kind"]?.string, record["state"]?.string) {
        case ("watch", "paused"):
            let detail = record["detail"]?.string.map { ": " + Printable.text($0) } ?? ""
            return .problem(
                "intake", "\(name) takes no files from \(Printable.text(record["path"]?.string ?? "")) now\(detail)",
                advice: "fix what the reason names; it tries again by itself", steps: [.askService])
        case ("schedule", _):
            guard let text = record["problem"]?.string else { return nil }
            return .problem(
                "schedule",
                "schedules of \(name) start nothing, since scheduled times cannot be recorded: \(Printable.text(text))",
                advice: "fix what the reason names; it tries again by itself")
        default: return nil
        }
    }

    private static func silent(_ error: SystemError, _ snapshot: WorkspaceSnapshot) -> Finding {
        if SilentService.isForeign(error) {
            return .warning(
                "running", "whether the service is running cannot be seen without rights: \(error)",
                advice: "run this as the user that the service runs as, or with sudo")
        }
        let root = snapshot.folder.root
        return .problem(
            "running",
            SilentService.isSilent(error) ? SilentService.message(in: root) : "the service does not answer: \(error)",
            advice: SilentService.advice(in: root), ["running": true])
    }
}
