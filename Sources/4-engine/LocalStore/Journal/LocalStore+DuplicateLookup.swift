public import Pipelines

extension LocalStore: DuplicateLookup {
    public func duplicate(of key: String) async throws -> String? { nil }
}
