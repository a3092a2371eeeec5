import Glibc
import Platform
import Testing

/// Units for folders that are closed or elsewhere; `ServiceUnitsTests` has their texts.
@Suite struct InstallServiceCornerTests {
    @Test("a dry run writes nothing; folders outside the workspace that pipelines name may be written to")
    func dryRun() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml", Sandbox.watching("video").replacing("path: in,", with: "path: \"/srv/drop/*\","))
        let units = sandbox.folder.appending("units")
        let output = try await sandbox.compass(
            "install-service", "--as", InstallServiceTests.user, "--dry-run", "--unit-folder", units, ending: 0)
        #expect(output.text.contains("ReadWritePaths=\(sandbox.folder) /srv/drop\n"), "\(output)")
        #expect(!Files.exists(units))
    }

    @Test("a program in a folder that is closed to the service's user is told of")
    func closedFolder() async throws {
        let sandbox = try Sandbox(texts: ["bin/compass": "#!/bin/sh\n"])
        let program = sandbox.folder.appending("bin/compass")
        _ = program.withCString { chmod($0, 0o755) }
        let workspace = sandbox.folder.appending("open")
        try Files.createFolders(workspace)
        try sandbox.write("open/compass.yaml", "{}\n")
        _ = workspace.withCString { chmod($0, 0o777) }
        let arguments: [Path] = [
            "-w", workspace, "install-service", "--as", InstallServiceTests.user, "--dry-run", "--program", program,
        ]
        let closed = try await sandbox.compass(arguments, ending: 0)
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

    @Test("units for the user's own manager need no privilege")
    func userUnits() async throws {
        let sandbox = try Sandbox()
        let home = sandbox.folder.appending("home")
        try await sandbox.compass(["install-service", "--user"], environment: ["XDG_CONFIG_HOME=\(home)"], ending: 0)
        let text = String(decoding: try sandbox.read("home/systemd/user/compass.service"), as: UTF8.self)
        #expect(text.contains("WantedBy=default.target") && !text.contains("ProtectSystem") && !text.contains("User="))
    }

    @Test("without rights for the folder of units, the message names it and what to do")
    func withoutRights() async throws {
        let sandbox = try Sandbox()
        let units = sandbox.folder.appending("units")
        try Files.createFolders(units)
        units.withCString { _ = chmod($0, 0o555) }
        try await sandbox.unprivileged(
            "install-service", "--as", "nobody", "--unit-folder", units, ending: 2,
            errors: .equals(
                "compass: the units cannot be written in \(units): Permission denied; run it with sudo, or with --user "
                    + "for your own service manager\n"))
    }
}
