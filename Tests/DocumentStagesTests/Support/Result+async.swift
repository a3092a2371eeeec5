extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
