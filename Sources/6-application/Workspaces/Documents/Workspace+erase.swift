internal import Documents
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
