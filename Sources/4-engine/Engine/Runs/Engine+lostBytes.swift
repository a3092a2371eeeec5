internal import Documents
internal import Pipelines
internal import Platform

extension Engine {
    /// Whether an object that a run has stored is gone, or is another one: then the run stands for no document any more, and a
    /// file with the same bytes may be the only copy there is. Asks the store, and reads nothing.
    ///
    /// - Throws: what the store throws when it cannot tell.
    func hasLostBytes(of run: RunDetail) async throws -> Bool {
        // A program that provides no store has stored nothing.
        guard let store = try? resources.require((any ObjectStore).self) else { return false }
        for stage in run.stages {
            guard let text = stage.outputs[Fact.objectKey.name]?.string, let key = ObjectKey(text) else { continue }
            guard let object = try await store.open(key) else { return true }
            if let size = stage.outputs[Fact.size.name]?.integer, size != object.size { return true }
        }
        return false
    }
}
