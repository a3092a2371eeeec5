import Platform
import Testing

/// What keeps a server from starting, as a service manager sees it.
@Suite struct ServerStartTests {
    @Test("to let in the first visitor of other machines is a wrong file or option, which another start does not mend")
    func openToAll() async throws {
        let says: Expected = .has(
            "compass: 0.0.0.0 can be reached from other machines, and no person has an account: the first visitor would be let "
                + "in. Add people with passwords, and put a reverse proxy with TLS in front; or listen to 127.0.0.1. "
                + "`compass users add u1` adds one.\n")
        let sandbox = try Sandbox()
        try await sandbox.compass("serve", "--listen", "0.0.0.0:0", ending: 2, errors: says)
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nserver: { listen: '0.0.0.0:0' }\n")
        try await sandbox.compass("up", ending: 2, errors: says)
    }
}
