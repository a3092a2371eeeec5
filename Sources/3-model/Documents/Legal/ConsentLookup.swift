/// Tells what somebody has accepted of what people are asked to accept.
public protocol ConsentLookup: Sendable {
    /// - Parameters:
    ///   - person: an owner of documents.
    ///   - kind: see `LegalDocument.kind`.
    /// - Throws: `LegalError` of kind `notFound` when no version of that kind is in force; the store's errors.
    func consent(of person: String, to kind: String) async throws -> Consent
}

/// Whether somebody has accepted the version of a text that is in force.
public struct Consent: Sendable, Hashable {
    /// The version in force.
    public let version: String
    public let isGiven: Bool

    public init(version: String, isGiven: Bool) {
        self.version = version
        self.isGiven = isGiven
    }
}
