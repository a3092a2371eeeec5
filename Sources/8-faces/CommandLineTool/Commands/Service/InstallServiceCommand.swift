internal import Diagnosis
internal import Diagnostics
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass install-service`
enum InstallServiceCommand {
    private static let user = CommandOption.flag("user", "For your own service manager (`systemctl --user`).")
    private static let system = CommandOption.flag("system", "For the machine's service manager; the default.")
    private static let account = CommandOption<String?>.optional(
        "as", "USER", .word,
        "The user that the service runs as (default: who owns the workspace); `dynamic`: one that exists only while it "
            + "runs, with a workspace in /var/lib.")
    private static let program = CommandOption<Path?>.optional(
        "program", "FILE", .path, "The program that the units start (default: this one).")
    private static let folder = CommandOption<Path?>.optional(
        "unit-folder", "DIR", .folder, "Where the units are written (default: where the service manager looks).")
    private static let unitName = CommandOption<String?>.optional(
        "name", "NAME", .word,
        "What the units are called (default: compass). Each workspace of a machine needs a name of its own.")
    private static let force = CommandOption.flag(
        "force", "Replace, or remove, units that belong to another workspace, or to this one at its former place.")
    private static let dryRun = CommandOption.flag("dry-run", "Print the units, and write nothing.")
    private static let sample = CommandOption.flag(
        "sample", "For packages: the units of a workspace in /srv/compass that the user `compass` runs.")
    private static let uninstall = CommandOption.flag("uninstall", "Remove the units instead.")

    static let command = Command(
        "install-service", "Write the units with which systemd runs `compass up`",
        discussion: """
            Writes `compass.service`, and `compass-sweep.service` with its timer as an example of a job that systemd starts. \
            The service may write to the workspace and to the folders that its pipelines name, and to nothing else. \
            Nothing is started: what to run next is printed.

            Run it again after a pipeline got a watched folder outside the workspace. Units of another workspace are neither \
            replaced nor removed: a second workspace gets units of its own with --name.
            """,
        examples: [
            "-w /srv/compass install-service --as compass", "install-service --user",
            "install-service --dry-run --user",
            "-w /srv/school install-service --name compass-school", "install-service --uninstall",
        ],
        options: [user, system].map(\.spec) + [account.spec, unitName.spec, program.spec, folder.spec]
            + [sample, dryRun, uninstall, force].map(\.spec)
    ) { context in
        if context[user], context[system] { throw context.usageError("choose one of --user and --system") }
        let isUser = context[user]
        if isUser, context[account] != nil {
            throw context.usageError("--as is for --system: the service of --user runs as you")
        }
        if context[sample], context[unitName] != nil {
            throw context.usageError("--name and --sample exclude each other: the sample is called compass")
        }
        let name = context[unitName] ?? ServiceUnits.standardName
        guard ServiceUnits.isName(name) else {
            throw context.usageError(
                "--name \(Printable.text(name)): a name has letters, digits, `-`, `_` and `.`, begins with neither `-` nor `.`, and "
                    + "does not end in `-sweep`")
        }
        let target = try context[folder] ?? standardFolder(isUser: isUser)
        if context[uninstall] { return try remove(name, from: target, isUser: isUser, context) }
        let units = try context[sample] ? ServiceUnits.sample() : makeUnits(name, isUser: isUser, context)
        if context[dryRun] {
            for (index, file) in units.files.enumerated() {
                try context.streams.write(
                    (index > 0 ? "\n" : "") + "## \(target.appending(Path(file.name)))\n" + file.text)
            }
            return .success
        }
        if !context[force] {
            try refuse(ServiceUnits.foreign(in: target, named: name, workspace: units.workspace), "replaced")
            if !isUser, context[folder] == nil {
                try refuse(ServiceUnits.hidden(by: name, workspace: units.workspace), "hidden by one of its name")
            }
        }
        do {
            try Files.createFolders(target, mode: 0o755)
            for file in units.files {
                let path = target.appending(Path(file.name))
                try Files.replace(path, with: Array(file.text.utf8), mode: 0o644)
                // The rights must not depend on a strict umask: the manager of the system reads them as root, people do
                // not.
                try systemCall("give rights to", on: path.description) { path.withCString { chmod($0, 0o644) } }
                try context.streams.print("wrote \(path)")
            }
        } catch let error as SystemError {
            throw refusal(error, target, "written", isUser: isUser)
        }
        try context.streams.write(nextSteps(name, isUser: isUser))
        return .success
    }

    /// - Parameter path: of a unit that belongs to something else; nil: there is none.
    private static func refuse(_ path: Path?, _ what: String) throws {
        guard let path else { return }
        throw Problem.invalidRequest(
            "\(path) does not belong to this workspace, so it is not \(what); name the units of this one with --name, such as "
                + "--name compass-school, or give --force")
    }

    private static func makeUnits(_ name: String, isUser: Bool, _ context: CommandContext) throws -> ServiceUnits {
        let folder = try context.existingFolder()
        let root = try Files.resolve(folder.root)
        let program = try Files.resolve(context[program] ?? "/proc/self/exe")
        let report = try PipelineLint.check(
            [], in: folder.root, registry: context.registry(), context: folder.definition.lintContext)
        for pipeline in Set(report.issues.sorted.filter { $0.severity == .error }.compactMap { $0.span?.file }).sorted()
        {
            context.streams.report("compass: \(pipeline) has errors, so its folders are not known: see `compass lint`")
        }
        let runner = isUser ? ServiceUnits.Account.manager : try account(of: root, context)
        warnOfObstacle(to: program, for: runner, context)
        warnOfState(root.appending(folder.state.name), of: root, for: runner, context)
        let outside = ServicePaths.outside(of: root, folder.definition, pipelines: report.pipelines)
        return ServiceUnits(
            name: name, program: try UnitPath(program), workspace: try UnitPath(root),
            writable: try outside.map { path throws(Problem) in try UnitPath(path) },
            account: runner,
            needsHome: ([root, program] + outside).contains(where: ServicePaths.isInHome),
            needsTemporary: ([root, program] + outside).contains(where: ServicePaths.isInTemporary))
    }

    /// A program that lies in somebody's home is often closed to the user who is to run it.
    private static func warnOfObstacle(to program: Path, for account: ServiceUnits.Account, _ context: CommandContext) {
        let name: String
        let user: UInt32?
        switch account {
        case .manager: return
        case .user(let text): (name, user) = (Printable.text(text), Account.id(of: text))
        case .dynamic: (name, user) = ("a user of its own", nil)
        }
        guard let obstacle = ServicePaths.obstacle(to: program, for: user) else { return }
        context.streams.report(
            "compass: the service will not start: \(name) may not \(obstacle == program ? "run" : "enter") \(obstacle), and the "
                + "program is \(program); copy it to where everybody may run it, such as /usr/local/bin, and name it with "
                + "--program")
    }

    /// A service could neither read nor write the state of another user.
    private static func warnOfState(
        _ state: Path, of root: Path, for account: ServiceUnits.Account, _ context: CommandContext
    ) {
        let name: String
        switch account {
        case .manager: name = Account.ofProcess
        case .user(let text): name = text
        // The service manager gives it the folder.
        case .dynamic: return
        }
        let user = account == .manager ? geteuid() : Account.id(of: name)
        guard let user, let place = ServicePaths.foreign(root, state: state, for: user),
            let owner = try? FileStatus.of(place).owner
        else { return }
        let runner = Printable.text(name)
        context.streams.report(
            "compass: the service will not start: \(runner) cannot keep the workspace's state in \(place), which belongs to "
                + "\(Account.name(of: owner) ?? "user \(owner)"); give \(runner) the workspace: chown -R \(runner) \(root)"
        )
    }

    private static func account(of root: Path, _ context: CommandContext) throws -> ServiceUnits.Account {
        switch context[account] {
        case "dynamic":
            guard root.folder == "/var/lib", root.name.isText,
                root.name.text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
            else {
                throw context.usageError(
                    "--as dynamic needs a workspace directly in /var/lib, such as /var/lib/compass, and not \(root)")
            }
            return .dynamic(state: root.name.text)
        case let name?:
            guard Account.id(of: name) != nil else {
                throw context.usageError("there is no user `\(Printable.text(name))`; `adduser --system` makes one")
            }
            return .user(name)
        case nil:
            var status = stat()
            try systemCall("examine", on: root.description) { root.withCString { stat($0, &status) } }
            guard status.st_uid != 0, let name = Account.name(of: status.st_uid) else {
                throw context.usageError(
                    "the workspace \(root) belongs to \(status.st_uid == 0 ? "root" : "user \(status.st_uid), who has no name"); "
                        + "name the user that the service runs as with --as, and give it the folder with chown")
            }
            return .user(name)
        }
    }

    private static func standardFolder(isUser: Bool) throws -> Path {
        if !isUser { return "/etc/systemd/system" }
        let variable = { (name: String) in getenv(name).map { Path(cString: $0) }.flatMap { $0.isAbsolute ? $0 : nil } }
        if let folder = variable("XDG_CONFIG_HOME") { return folder.appending("systemd/user") }
        guard let home = variable("HOME") else {
            throw Problem.invalidRequest(
                "there is no HOME to write units of --user below; name a folder with --unit-folder")
        }
        return home.appending(".config/systemd/user")
    }

    private static func remove(
        _ name: String, from folder: Path, isUser: Bool, _ context: CommandContext
    ) throws -> ExitCode {
        let workspace = try? UnitPath(Files.resolve(context.workspaceFolder))
        if !context[force] {
            try refuse(ServiceUnits.foreign(in: folder, named: name, workspace: workspace), "removed")
        }
        var count = 0
        for file in ServiceUnits.names(of: name) {
            let path = folder.appending(Path(file))
            if context[dryRun] {
                if Files.exists(path) { try context.streams.print("would remove \(path)") }
                continue
            }
            guard Files.exists(path) else { continue }
            do throws(SystemError) {
                try systemCall("remove", on: path.description) { path.withCString { unlink($0) } }
            } catch {
                throw refusal(error, folder, "removed", isUser: isUser)
            }
            try context.streams.print("removed \(path)")
            count += 1
        }
        if count == 0, !context[dryRun] { context.streams.note("No units of \(name) are in \(folder)") }
        if count > 0 {
            let control = isUser ? "systemctl --user" : "sudo systemctl"
            try context.streams.write(
                """

                What still runs is ended with:
                  \(control) disable --now \(ServiceUnits.names(of: name)[0]) \(ServiceUnits.names(of: name)[2])
                  \(control) daemon-reload

                """)
        }
        return .success
    }

    /// The same error, with what to do about missing rights.
    private static func refusal(_ error: SystemError, _ folder: Path, _ what: String, isUser: Bool) -> any Error {
        guard [EACCES, EPERM, EROFS].contains(error.code) else { return error }
        let advice =
            isUser
            ? "choose another folder with --unit-folder"
            : "run it with sudo, or with --user for your own service manager"
        return Problem.invalidRequest("the units cannot be \(what) in \(folder): \(error.reason); \(advice)")
    }

    private static func nextSteps(_ name: String, isUser: Bool) -> String {
        let control = isUser ? "systemctl --user" : "sudo systemctl"
        let (unit, timer) = (ServiceUnits.names(of: name)[0], ServiceUnits.names(of: name)[2])
        return """

            Next:
              \(control) daemon-reload
              \(control) enable --now \(unit)
              \(control) status \(unit)
              journalctl \(isUser ? "--user " : "")-u \(unit) -f
            \(isUser ? "It ends when you log out, unless: loginctl enable-linger\n" : "")\
            The nightly sweep is an example, and off until: \(control) enable --now \(timer)

            """
    }
}
