internal import Documents
package import Engine
internal import Pipelines
internal import Platform

extension Workspace {
    /// Removes what processes that died have left of the objects of a run that did not succeed. Nobody will go on with
    /// them; those of a run that succeeds are gone with its upload.
    ///
    /// - Throws: `ObjectStoreError`
    package func sweepObjects(of result: RunResult) async throws {
        if result.run.status == .succeeded { return }
        for stage in result.stages {
            guard let key = stage.intent?[Fact.objectKey.name]?.string.flatMap({ ObjectKey($0) }) else { continue }
            try await objects.sweep(key)
        }
    }
}
