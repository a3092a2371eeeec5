import Glibc
import Platform
import Testing

/// Units of a user's own manager.
@Suite struct UserServiceTests {
    private let base = InstallServiceTests()

    @Test("units for the user's own manager need no privilege and are valid")
    func userUnits() async throws {
        let sandbox = try Sandbox()
        let home = sandbox.folder.appending("home")
        let output = try await sandbox.compass(["install-service", "--user"], environment: ["XDG_CONFIG_HOME=\(home)"])
        #expect(output.status == 0, "\(output)")
        let unit = home.appending("systemd/user/compass.service")
        let text = String(decoding: try Files.read(unit, limit: 1 << 20), as: UTF8.self)
        #expect(text.contains("WantedBy=default.target") && !text.contains("ProtectSystem") && !text.contains("User="))
        let verified = try await base.analyse(sandbox, ["verify", "--user", "--man=no", "--recursive-errors=no", unit])
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")
    }
}
