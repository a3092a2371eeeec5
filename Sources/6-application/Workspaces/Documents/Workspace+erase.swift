internal import Documents
package import Engine
internal import Pipelines
internal import Platform

extension Workspace {
    /// Deletes the objects whose documents were erased. An object that cannot be deleted stays queued.
    ///
    /// - Returns: a message for each object that is left.
    /// - Throws: what the catalog throws.
    package func eraseQueuedObjects() async throws -> [String] {
        var failures: [String] = []
        while true {
            // Those that failed stay at the head of the queue.
            let queued = try await catalog.objectDeletions(limit: failures.count + 100).dropFirst(failures.count)
            if queued.isEmpty { return failures }
            var finished: [String] = []
            for text in queued {
                do {
                    guard let key = ObjectKey(text) else {
                        throw ObjectStoreError(.damaged, "the catalog holds `\(text)`, which is no object's key")
                    }
                    try await objects.delete(key)
                    finished.append(text)
                } catch {
                    failures.append("The object \(text) could not be deleted and stays queued: \(error)")
                }
            }
            try await catalog.finishObjectDeletions(finished)
        }
    }
}

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
