import Glibc
import Platform
import Testing

@Suite struct InstallServiceTests {
    /// Somebody who is on every Debian and runs no services.
    static let user: Path = "daemon"

    @Test("the units of a workspace with every sign in its name are written, and removed again")
    func roundTrip() async throws {
        let sandbox = try Sandbox()
        let workspace = sandbox.folder.appending(#"in box 100% $HOME "x""#)
        try Files.createFolders(workspace.appending(".compass"))
        let units = sandbox.folder.appending("units")
        let written = try await sandbox.compass(
            "-w", workspace, "install-service", "--as", Self.user, "--unit-folder", units, ending: 0)
        #expect(written.text.contains("sudo systemctl enable --now compass.service"))
        let foreign =
            "compass: the service will not start: daemon cannot keep the workspace's state in \(workspace)/.compass, which "
            + "belongs to \(Account.ofProcess); give daemon the workspace: chown -R daemon \(workspace)\n"
        #expect(written.errors.hasSuffix(foreign), "\(written)")
        let names: [Path] = ["compass-sweep.service", "compass-sweep.timer", "compass.service"]
        #expect(try Files.list(units) == names)
        let removal: [Path] = ["-w", workspace, "install-service", "--uninstall", "--unit-folder", units]
        let removed = try await sandbox.compass(removal)
        #expect(removed.status == 0 && removed.text.contains("disable --now"), "\(removed)")
        #expect(try Files.list(units).isEmpty)
        let again = try await sandbox.compass(removal)
        #expect(again.status == 0 && again.errors.contains("No units of compass"), "\(again)")
    }

    @Test("a second workspace replaces and removes none of the first one's units, and gets its own with a name")
    func secondWorkspace() async throws {
        let sandbox = try Sandbox()
        let units = sandbox.folder.appending("units")
        let (first, second) = (sandbox.folder.appending("first"), sandbox.folder.appending("second"))
        for workspace in [first, second] { try Files.createFolders(workspace.appending(".compass")) }
        func arguments(_ workspace: Path, _ further: [Path]) -> [Path] {
            ["-w", workspace, "install-service", "--as", Self.user, "--unit-folder", units] + further
        }
        try await sandbox.compass(arguments(first, []), ending: 0)
        let unit = units.appending("compass.service")
        let text = try Files.read(unit, limit: 1 << 20)
        for (further, what) in [([], "replaced"), (["--uninstall"], "removed")] as [([Path], String)] {
            let refused = try await sandbox.compass(arguments(second, further))
            #expect(
                refused.status == 2
                    && refused.errors.hasSuffix(
                        """
                        compass: \(unit) does not belong to this workspace, so it is not \(what); name the units of this one with \
                        --name, such as --name compass-school, or give --force

                        """),
                "\(refused)")
            #expect(try Files.read(unit, limit: 1 << 20) == text)
        }
        let named = try await sandbox.compass(arguments(second, ["--name", "compass-second"]), ending: 0)
        #expect(named.text.contains("enable --now compass-second.service\n"), "\(named)")
        try await sandbox.compass(arguments(first, []), ending: 0)
        try await sandbox.compass(arguments(second, ["--name", "compass-second", "--uninstall"]), ending: 0)
        #expect(try Files.list(units) == ["compass-sweep.service", "compass-sweep.timer", "compass.service"])
        try await sandbox.compass(arguments(second, ["--force"]), ending: 0)
        #expect(try Files.read(unit, limit: 1 << 20) != text)
        let invalid = try await sandbox.compass(arguments(second, ["--name", "../x"]))
        #expect(invalid.status == 2 && invalid.errors.contains("--name ../x: a name has letters"), "\(invalid)")
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
}
