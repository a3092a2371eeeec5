public import Pipelines

extension LocalStore: DuplicateLookup {
    public func duplicate(of key: String) async throws -> String? {
        let (worker, now) = (worker, now)
        return try await read { try RunAdmission(connection: $0, worker: worker, now: now()).duplicate(of: key) }
    }
}
