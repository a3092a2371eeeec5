internal import Glibc
internal import Pipelines
internal import Platform

/// Whether folders are there and may be used as the pipelines ask.
enum RightsChecks {
    static func findings(_ patient: Patient) -> [Finding] {
        [workspace(patient), state(patient)] + patient.watches.flatMap(watch) + secrets(patient)
    }

    private static let me = Account.name(of: geteuid()) ?? "user \(geteuid())"

    /// With the rights of this process; what makes it impossible, or nil.
    static func refusal(_ path: Path, _ mode: Int32) -> SystemError? {
        do throws(SystemError) {
            try systemCall("use", on: path.description) { path.withCString { access($0, mode) } }
            return nil
        } catch {
            return error
        }
    }

    private static func workspace(_ patient: Patient) -> Finding {
        let root = patient.folder.root
        if let error = refusal(root, R_OK | X_OK) {
            return .problem("workspace", "\(me) cannot read the workspace: \(error)", advice: rights(root))
        }
        return .ok("workspace", "\((try? Files.resolve(root)) ?? root) is readable")
    }

    private static func state(_ patient: Patient) -> Finding {
        let folder = patient.state
        guard Files.exists(folder) else {
            if let error = refusal(patient.folder.root, W_OK | X_OK) {
                return .problem(
                    "state-folder", "there is no .compass yet, and \(me) cannot make it: \(error)",
                    advice: rights(patient.folder.root))
            }
            return .ok("state-folder", "there is no .compass yet; the first command that needs it makes it")
        }
        if let error = refusal(folder, R_OK | W_OK | X_OK) {
            return .problem("state-folder", "\(me) cannot use \(folder): \(error)", advice: rights(folder))
        }
        // A command that was once run with sudo leaves files that the service cannot write.
        let foreign = ((try? Files.list(folder)) ?? []).map { folder.appending($0) }.filter {
            (try? FileStatus.of($0, followingLinks: false))?.kind != .socket && refusal($0, R_OK | W_OK) != nil
        }
        if let first = foreign.first {
            return .problem(
                "state-folder",
                "\(me) cannot write \(HumanFormat.count(foreign.count, "file")) in .compass, such as \(first)",
                advice: "sudo chown -R \(me): \(folder), if no other user is to run compass here")
        }
        return .ok("state-folder", "\(folder) is readable and writable")
    }

    private static func watch(_ watch: Patient.Watch) -> [Finding] {
        let name = "\(watch.pipeline) watches \(Printable.text(watch.trigger.path))"
        let folder = watch.folder
        guard let status = try? FileStatus.of(folder) else {
            return [
                .warning("watched-folder", "\(name): \(folder) is not there", advice: "mkdir -p \(folder), or mount it")
            ]
        }
        if status.kind != .folder {
            return [
                .problem("watched-folder", "\(name): \(folder) is no folder", advice: "correct `path` of the watch")
            ]
        }
        if let error = refusal(folder, R_OK | X_OK) {
            return [.problem("watched-folder", "\(name): \(me) cannot read it: \(error)", advice: rights(folder))]
        }
        var findings: [Finding] = []
        let actions = [watch.trigger.onSuccess, watch.trigger.onRejected, watch.trigger.onFailure]
        if actions.contains(where: { $0 != .keep }), let error = refusal(folder, W_OK) {
            findings.append(
                .problem(
                    "watched-folder", "\(name): \(me) cannot move or delete files there: \(error)",
                    advice: rights(folder)))
        }
        if findings.isEmpty { findings.append(.ok("watched-folder", "\(name): \(folder) is usable")) }
        var targets: [Path] = []
        for case .move(let target) in actions {
            let path = folder.appending(ServicePaths.fixedFolder(target))
            if !targets.contains(path) { targets.append(path) }
        }
        return findings + targets.map { self.target($0, of: name, device: status.device) }
    }

    private static func target(_ path: Path, of name: String, device: UInt64) -> Finding {
        let existing = Patient.existing(path)
        if let error = refusal(existing, W_OK | X_OK) {
            return .problem(
                "done-folder", "\(name), and \(me) cannot move files to \(path): \(error)", advice: rights(existing))
        }
        guard let status = try? FileStatus.of(existing), status.device == device else {
            return .warning(
                "done-folder",
                "\(name), and \(path) is on another file system: a move copies the file, then removes it",
                advice: "choose a folder on the same file system where files are large")
        }
        return .ok("done-folder", "\(name), and \(path) is on the same file system")
    }

    private static func secrets(_ patient: Patient) -> [Finding] {
        let exposed = Secrets(workspace: patient.folder.root).exposed()
        if exposed.isEmpty { return [.ok("secrets", "no file in secrets/ may be read by others")] }
        return exposed.map { secret in
            let mode = "(mode \(String(secret.mode, radix: 8)))"
            let isLink = (try? FileStatus.of(secret.path, followingLinks: false))?.kind == .symbolicLink
            guard isLink, let target = try? Files.resolve(secret.path) else {
                return .problem(
                    "secrets", "\(secret.path) may be read by others \(mode)", advice: "chmod 600 \(secret.path)")
            }
            // The target may belong to another program that has to read it.
            return .problem(
                "secrets", "\(secret.path) is a link to \(target), which may be read by others \(mode)",
                advice:
                    "chmod 600 \(target) if nobody else needs that file; otherwise put a copy of it with mode 600 in "
                    + "place of the link")
        }
    }

    private static func rights(_ path: Path) -> String {
        "ls -ld \(path) shows owner and rights; chown, chgrp and chmod g+rwx, or setfacl -m u:\(me):rwx, change them"
    }
}
