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
        return ["LD_PRELOAD=\(library)"] + variables
    }
}
