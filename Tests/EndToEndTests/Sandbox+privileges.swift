import Glibc
import Platform
import Testing

extension Sandbox {
    /// Runs the program as nobody, without the rights of root. The workspace is opened to everyone first.
    @discardableResult
    func unprivileged(
        _ arguments: Path..., ending status: Int32? = nil, errors: Expected..., text: Expected...,
        location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await asNobody(arguments).checked(status, errors: errors, text: text, location)
    }

    @discardableResult
    func unprivileged(
        _ arguments: [Path], ending status: Int32? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await asNobody(arguments).checked(status, errors: [], text: [], location)
    }

    private func asNobody(_ arguments: [Path]) async throws -> Output {
        _ = folder.withCString { chmod($0, 0o777) }
        guard geteuid() == 0 else { return try await outcome(of: Self.program, arguments) }
        return try await outcome(
            of: "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--", Self.program] + arguments)
    }
}
