internal import FileIntake
internal import Glibc
internal import Pipelines
package import Platform
package import Representations
internal import Workspaces

/// Whether folders are there and may be used as the pipelines ask.
package enum RightsChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        [workspace(snapshot), state(snapshot), definitions(snapshot)] + user(geteuid())
            + snapshot.watches.flatMap(watch) + secrets(snapshot)
    }

    /// What Compass takes apart for strangers, it takes apart with this user's rights.
    ///
    /// - Returns: nothing for any user but root.
    package static func user(_ id: UInt32) -> [Finding] {
        guard id == 0 else { return [] }
        return [
            .warning(
                "user",
                "this is root, so that a fault in this program or in its libraries gives the whole machine away",
                advice: "give the workspace to a user of its own, and run it as that one: sudo -u USER compass …")
        ]
    }

    private static let me = Account.name(of: geteuid()) ?? "user \(geteuid())"

    /// With the rights of this process; what makes it impossible, or nil.
    package static func refusal(_ path: Path, _ mode: Int32) -> SystemError? {
        do throws(SystemError) {
            try systemCall("use", on: path.description) { path.withCString { access($0, mode) } }
            return nil
        } catch {
            return error
        }
    }

    private static func workspace(_ snapshot: WorkspaceSnapshot) -> Finding {
        let root = snapshot.folder.root
        if let error = refusal(root, R_OK | X_OK) {
            return .problem("workspace", "\(me) cannot read the workspace: \(error)", advice: rights(root))
        }
        return .ok("workspace", "\((try? Files.resolve(root)) ?? root) is readable")
    }

    private static func state(_ snapshot: WorkspaceSnapshot) -> Finding {
        let folder = snapshot.state
        if DanglingLink.isAt(folder) {
            return .problem("state-folder", DanglingLink.fault(folder), advice: DanglingLink.advice)
        }
        guard Files.exists(folder) else {
            if let error = refusal(snapshot.folder.root, W_OK | X_OK) {
                return .problem(
                    "state-folder", "there is no .compass yet, and \(me) cannot make it: \(error)",
                    advice: rights(snapshot.folder.root))
            }
            return .ok("state-folder", "there is no .compass yet; it is made as soon as it is needed")
        }
        if let error = refusal(folder, R_OK | W_OK | X_OK) {
            // Rights for others would have it refused.
            let owner = try? FileStatus.of(folder).owner
            let name = owner.flatMap { $0 == geteuid() ? nil : Account.name(of: $0) ?? "#\($0)" }
            return .problem(
                "state-folder", "\(me) cannot use \(folder): \(error)",
                advice: name.map { "sudo -u \($0) compass …" } ?? rights(folder))
        }
        // What was once run with sudo leaves files that the service cannot write.
        let foreign = ((try? Files.list(folder)) ?? []).map { folder.appending($0) }.filter {
            (try? FileStatus.of($0, followingLinks: false))?.kind != .socket && refusal($0, R_OK | W_OK) != nil
        }
        if let first = foreign.first {
            return .problem(
                "state-folder",
                "\(me) cannot write \(HumanFormat.count(foreign.count, "file")) in .compass, such as \(first)",
                advice: "sudo chown -R \(me): \(folder), if no other user is to run compass here")
        }
        do {
            try PrivateFolder.check(folder)
        } catch PrivateFolderError.open(_, let mode) {
            return .problem(
                "state-folder", "others may write into \(folder) (mode \(String(mode, radix: 8))), so nothing is run",
                advice: "chmod 700 \(folder)")
        } catch PrivateFolderError.foreign(_, let owner) {
            let name = Account.name(of: owner) ?? "#\(owner)"
            return .warning(
                "state-folder", "\(folder) belongs to \(name), and only \(name) may run what writes there, not \(me)",
                advice: "sudo -u \(name) compass …")
        } catch {
            return .problem("state-folder", "\(me) cannot look at \(folder): \(error)", advice: rights(folder))
        }
        return .ok("state-folder", "\(folder) is readable and writable")
    }

    /// What pipelines say is done with the rights of whoever runs them.
    private static func definitions(_ snapshot: WorkspaceSnapshot) -> Finding {
        let folders = (["pipelines", "plugins"] as [Path]).map { snapshot.folder.path($0) }
        // A plugin is a folder with a manifest and a program.
        let plugins = contents(folders[1])
        let files = contents(folders[0]) + plugins + plugins.flatMap(contents)
        let open = ([snapshot.folder.root, snapshot.folder.path(WorkspaceLoader.name)] + folders + files).filter {
            ((try? FileStatus.of($0))?.mode ?? 0) & 0o002 != 0
        }
        guard let first = open.first else {
            return .ok("definitions", "not everybody may change compass.yaml, the pipelines and the plugins")
        }
        return .problem(
            "definitions",
            "everybody may write \(first)\(others(open.count)), and so have programs run with the rights of \(me)",
            advice: "chmod o-w \(open.prefix(5).map(\.description).joined(separator: " "))")
    }

    private static func contents(_ folder: Path) -> [Path] {
        ((try? Files.list(folder)) ?? []).map { folder.appending($0) }
    }

    private static func watch(_ watch: WorkspaceSnapshot.Watch) -> [Finding] {
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
        let places = watch.places
        var findings: [Finding] = []
        let unreadable =
            places.closed.map { ($0.folder, $0.error) }
            + places.places.compactMap { place in refusal(place.folder, R_OK | X_OK).map { (place.folder, $0) } }
        if let finding = problem(name, "read", unreadable) { findings.append(finding) }
        let actions = [watch.trigger.onSuccess, watch.trigger.onRejected, watch.trigger.onFailure]
        if actions.contains(where: { $0 != .keep }) {
            let unwritable = places.places.compactMap { place in refusal(place.folder, W_OK).map { (place.folder, $0) }
            }
            if let finding = problem(name, "move or delete files in", unwritable) { findings.append(finding) }
        }
        if findings.isEmpty { findings.append(.ok("watched-folder", "\(name): \(folder) is usable" + matching(watch))) }
        var texts: [String] = []
        for case .move(let text) in actions where !texts.contains(text) { texts.append(text) }
        return findings + texts.flatMap { targets($0, of: watch, name) }
    }

    /// How many folders were looked at, for a path that stands for several.
    private static func matching(_ watch: WorkspaceSnapshot.Watch) -> String {
        let count = watch.places.places.count
        if count == 0 { return ", and no folder in it matches yet" }
        if watch.places.places.map(\.folder) == [watch.folder] { return "" }
        let folders = HumanFormat.count(count, "folder")
        return watch.places.isComplete
            ? ", and so \(count == 1 ? "is" : "are") the \(folders) that it means now"
            : ", and so are the first \(folders) of those that it means; the others were not looked at"
    }

    private static func problem(_ name: String, _ verb: String, _ refused: [(Path, SystemError)]) -> Finding? {
        guard let (first, error) = refused.first else { return nil }
        let what =
            refused.count == 1
            ? "\(first)" : "\(HumanFormat.count(refused.count, "folder")), such as \(first)"
        return .problem("watched-folder", "\(name): \(me) cannot \(verb) \(what): \(error)", advice: rights(first))
    }

    /// Where the files of each folder that matches would be moved to.
    private static func targets(_ text: String, of watch: WorkspaceSnapshot.Watch, _ name: String) -> [Finding] {
        let mover = FileMover(root: watch.root)
        var refused: [(Path, message: String)] = []
        var elsewhere: [Path] = []
        var usable: [Path] = []
        for watched in watch.places.watched {
            do {
                let target = try mover.folder(text, of: watched)
                let existing = WorkspaceSnapshot.existing(target)
                if let error = refusal(existing, W_OK | X_OK) {
                    refused.append((existing, "\(target): \(error)"))
                } else if let own = try? FileStatus.of(watched).device,
                    let device = try? FileStatus.of(existing).device, own != device
                {
                    elsewhere.append(target)
                } else {
                    usable.append(target)
                }
            } catch {
                refused.append((watched, "\(Printable.text(text)): \(error)"))
            }
        }
        var findings: [Finding] = []
        if let (path, message) = refused.first {
            findings.append(
                .problem(
                    "done-folder", "\(name), and \(me) cannot move files to \(message)\(others(refused.count))",
                    advice: rights(path)))
        }
        if let first = elsewhere.first {
            findings.append(
                .warning(
                    "done-folder",
                    "\(name), and \(first)\(others(elsewhere.count)) is on another file system: a move copies the file, "
                        + "then removes it",
                    advice: "choose a folder on the same file system where files are large"))
        }
        if findings.isEmpty, let first = usable.first {
            findings.append(
                .ok("done-folder", "\(name), and \(first)\(others(usable.count)) is on the same file system"))
        }
        return findings
    }

    private static func others(_ count: Int) -> String { count > 1 ? " (and \(count - 1) more)" : "" }

    private static func secrets(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let exposed = Secrets(workspace: snapshot.folder.root).exposed()
        let folder = snapshot.folder.path("secrets")
        if let mode = (try? FileStatus.of(folder))?.mode, mode & 0o022 != 0 {
            return [
                .problem(
                    "secrets", "others may put their own secrets into \(folder) (mode \(String(mode, radix: 8)))",
                    advice: "chmod 700 \(folder)")
            ]
        }
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
                    "chmod 600 \(target) if no other user needs that file; otherwise put a copy of it with mode 600 in "
                    + "place of the link")
        }
    }

    private static func rights(_ path: Path) -> String {
        let user = Account.name(of: geteuid()) ?? String(geteuid())
        return "ls -ld \(path) shows owner and rights; chown, chgrp and chmod g+rwx, or setfacl -m u:\(user):rwx, "
            + "change them"
    }
}
