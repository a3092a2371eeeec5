import Glibc
import Platform
import Testing

extension Sandbox {
    /// Runs the program as nobody, without the rights of root. The workspace is opened to everyone first.
    @discardableResult
    func unprivileged(
        _ arguments: Path..., ending status: Int32? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await unprivileged(arguments, ending: status, location: location)
    }

    @discardableResult
    func unprivileged(
        _ arguments: [Path], ending status: Int32? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        _ = folder.withCString { chmod($0, 0o777) }
        guard geteuid() == 0 else { return try await compass(arguments, ending: status, location: location) }
        return try await run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--", Self.program] + arguments,
            ending: status, location: location)
    }
}
