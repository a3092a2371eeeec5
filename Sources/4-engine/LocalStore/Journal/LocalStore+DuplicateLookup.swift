public import Pipelines

extension LocalStore: DuplicateLookup {
    public func duplicate(of key: String, for pipeline: String, passing passed: Set<String>) async throws -> String? {
        try await read { try RunAdmission(connection: $0).duplicate(of: key, for: pipeline, passing: passed) }
    }
}
