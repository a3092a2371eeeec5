import Glibc
import Platform
import Testing

@Suite struct InstallServiceTests {
    /// Somebody who is on every Debian and runs no services.
    private static let user: Path = "daemon"

    private func analyse(_ sandbox: Sandbox, _ arguments: [Path]) async throws -> Sandbox.Output {
        try await sandbox.run("/usr/bin/systemd-analyze", arguments, environment: ["XDG_RUNTIME_DIR=/tmp"])
    }

    @Test("what is written for a workspace with every sign in its name is valid, exposed below 2.5, and removed again")
    func roundTrip() async throws {
        let sandbox = try Sandbox()
        let workspace = sandbox.folder.appending(#"in box 100% $HOME "x""#)
        try Files.createFolders(workspace.appending(".compass"))
        let units = sandbox.folder.appending("units")
        let written = try await sandbox.compass(
            "-w", workspace, "install-service", "--as", Self.user, "--unit-folder", units)
        #expect(written.status == 0, "\(written)")
        #expect(written.text.contains("sudo systemctl enable --now compass.service"))
        let names: [Path] = ["compass-sweep.service", "compass-sweep.timer", "compass.service"]
        #expect(try Files.list(units) == names)
        let paths = names.map { units.appending($0) }
        let verified = try await analyse(sandbox, ["verify", "--man=no", "--recursive-errors=no"] + paths)
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")
        for path in paths where path.fileExtension == ".service" {
            let security = try await analyse(
                sandbox, ["security", "--no-pager", "--offline=yes", "--threshold=25", path])
            #expect(security.status == 0, "\(security)")
        }
        let removed = try await sandbox.compass("install-service", "--uninstall", "--unit-folder", units)
        #expect(removed.status == 0 && removed.text.contains("disable --now"), "\(removed)")
        #expect(try Files.list(units).isEmpty)
        let again = try await sandbox.compass("install-service", "--uninstall", "--unit-folder", units)
        #expect(again.status == 0 && again.errors.contains("No units of compass"), "\(again)")
    }

    @Test("a dry run writes nothing; folders outside the workspace that pipelines name may be written to")
    func dryRun() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml", Sandbox.watching("video").replacing("path: in,", with: "path: \"/srv/drop/*\","))
        let units = sandbox.folder.appending("units")
        let output = try await sandbox.compass(
            "install-service", "--as", Self.user, "--dry-run", "--unit-folder", units)
        #expect(output.status == 0, "\(output)")
        #expect(output.text.contains("ReadWritePaths=\(sandbox.folder) /srv/drop\n"), "\(output)")
        #expect(!Files.exists(units))
    }

    @Test("a program in a folder that is closed to the service's user is told of")
    func closedFolder() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("bin/compass", "#!/bin/sh\n")
        let program = sandbox.folder.appending("bin/compass")
        _ = program.withCString { chmod($0, 0o755) }
        let arguments: [Path] = ["install-service", "--as", Self.user, "--dry-run", "--program", program]
        let closed = try await sandbox.compass(arguments)
        #expect(closed.status == 0, "\(closed)")
        #expect(
            closed.errors == """
                compass: the service will not start: daemon may not enter \(sandbox.folder), and the program is \(program); copy \
                it to where everybody may run it, such as /usr/local/bin, and name it with --program

                """)
        _ = sandbox.folder.withCString { chmod($0, 0o755) }
        #expect(try await sandbox.compass(arguments).errors == "")
        _ = program.withCString { chmod($0, 0o600) }
        #expect(try await sandbox.compass(arguments).errors.contains("daemon may not run \(program), "))
    }

    @Test("units for the user's own manager need no privilege and are valid")
    func userUnits() async throws {
        let sandbox = try Sandbox()
        let home = sandbox.folder.appending("home")
        let output = try await sandbox.compass(["install-service", "--user"], environment: ["XDG_CONFIG_HOME=\(home)"])
        #expect(output.status == 0, "\(output)")
        let unit = home.appending("systemd/user/compass.service")
        let text = String(decoding: try Files.read(unit, limit: 1 << 20), as: UTF8.self)
        #expect(text.contains("WantedBy=default.target") && !text.contains("ProtectSystem") && !text.contains("User="))
        let verified = try await analyse(sandbox, ["verify", "--user", "--man=no", "--recursive-errors=no", unit])
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")
    }

    @Test("what cannot be right is refused with what to do")
    func refusals() async throws {
        let sandbox = try Sandbox()
        let rows: [(arguments: [Path], says: String)] = [
            (["--as", "nobody-knows-me"], "there is no user `nobody-knows-me`"),
            (["--as", "dynamic"], "needs a workspace directly in /var/lib"),
            (["--user", "--system"], "choose one of --user and --system"),
            (["--user", "--as", "daemon"], "--as is for --system"),
        ]
        for row in rows {
            let output = try await sandbox.compass(["install-service", "--dry-run"] + row.arguments)
            #expect(output.status == 2 && output.errors.contains(row.says), "\(row): \(output)")
        }
        let forged = sandbox.folder.appending("a\nExecStart=/bin/sh")
        try Files.createFolders(forged.appending(".compass"))
        let output = try await sandbox.compass("-w", forged, "install-service", "--dry-run", "--as", Self.user)
        #expect(output.status == 2 && output.errors.contains("a unit file of systemd cannot name"), "\(output)")
        if geteuid() == 0 {
            let rooted = try await sandbox.compass("install-service", "--dry-run")
            #expect(rooted.status == 2 && rooted.errors.contains("belongs to root; name the user"), "\(rooted)")
        }
    }

    @Test("without rights for the folder of units, the message names it and what to do")
    func withoutRights() async throws {
        let sandbox = try Sandbox()
        let units = sandbox.folder.appending("units")
        try Files.createFolders(units)
        units.withCString { _ = chmod($0, 0o555) }
        let output = try await sandbox.unprivileged("install-service", "--as", "nobody", "--unit-folder", units)
        #expect(output.status == 2, "\(output)")
        #expect(
            output.errors
                == "compass: the units cannot be written in \(units): Permission denied; run it with sudo, or with --user "
                + "for your own service manager\n")
    }
}
