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
        let names: [Path] = ["compass-sweep.service", "compass-sweep.timer", "compass.service"]
        #expect(try Files.list(units) == names)
        let removed = try await sandbox.compass("install-service", "--uninstall", "--unit-folder", units)
        #expect(removed.status == 0 && removed.text.contains("disable --now"), "\(removed)")
        #expect(try Files.list(units).isEmpty)
        let again = try await sandbox.compass("install-service", "--uninstall", "--unit-folder", units)
        #expect(again.status == 0 && again.errors.contains("No units of compass"), "\(again)")
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
