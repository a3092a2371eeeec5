internal import Workspaces

extension CommandContext {
    /// Runs what goes on from a run, and shows it as `compass run` does.
    ///
    /// - Throws: `Problem` when it cannot be; nothing was started then.
    func run(_ continuation: RunContinuation, isJSON: Bool) async throws -> ExitCode {
        let request = try await continuation.request()
        let code = try await RunSession(
            workspace: continuation.workspace, pipeline: continuation.pipeline, streams: streams, isJSON: isJSON,
            workers: 1
        ).run([request])
        try await continuation.settle()
        return code
    }
}
