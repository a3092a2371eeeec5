import Platform
import Testing

extension Sandbox {
    /// Builds `faults.c` beside the workspace's files.
    ///
    /// - Parameter variables: see there; paths must be absolute.
    /// - Returns: the environment that loads it into a program.
    func faults(_ variables: [String]) async throws -> [String] {
        let library = folder.appending("faults.so")
        let source = Path(#filePath).folder.appending("faults.c")
        let built = try await run("/usr/bin/cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
        try #require(built.status == 0, "\(built)")
        // Beside what `scripts/sanitize` loads. Of two entries the last one counts, ld.so(8).
        let others = Self.environment.filter { $0.hasPrefix("LD_PRELOAD=") }.map { $0.dropFirst("LD_PRELOAD=".count) }
        return ["LD_PRELOAD=" + (["\(library)"] + others).joined(separator: ":")] + variables
    }
}
