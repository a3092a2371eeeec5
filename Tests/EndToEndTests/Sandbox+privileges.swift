import Glibc
import Platform

extension Sandbox {
    /// Runs the program as nobody, without the rights of root. The workspace is opened to everyone first.
    func unprivileged(_ arguments: Path...) async throws -> Output {
        try await unprivileged(arguments)
    }

    func unprivileged(_ arguments: [Path]) async throws -> Output {
        _ = folder.withCString { chmod($0, 0o777) }
        guard geteuid() == 0 else { return try await compass(arguments) }
        return try await run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--", Self.program] + arguments)
    }
}
