public import Platform

/// Texts that people accept, and who has accepted them. Every change is on disk when its call returns.
public protocol LegalStore: Sendable {
    /// Enters a version.
    ///
    /// - Returns: the version as it is on record, and whether it is new: the same one again is no second one.
    /// - Throws: `LegalError` of kind `versionTaken` when the version is there with another text or date.
    func publish(_ document: LegalDocument) async throws -> (document: LegalDocument, isNew: Bool)

    /// The version that holds at a time: of those in force the one that came into force last.
    ///
    /// - Returns: nil when none does.
    func legalDocument(kind: String, inForceAt time: Timestamp) async throws -> LegalDocument?

    /// - Returns: nil when there is none.
    func legalDocument(kind: String, version: String) async throws -> LegalDocument?

    /// The versions of a kind, or of all kinds, without their texts (they are empty): by kind, the last published first.
    func legalDocuments(kind: String?) async throws -> [LegalDocument]

    /// Records that somebody accepts a version. Who has accepted it before keeps the first record.
    ///
    /// - Returns: what is on record, and whether it is new.
    func accept(_ acceptance: LegalAcceptance) async throws -> (acceptance: LegalAcceptance, isNew: Bool)

    /// What somebody has accepted, the last first.
    func acceptances(of person: String) async throws -> [LegalAcceptance]

    /// Who has accepted a version, by id.
    func acceptances(
        kind: String, version: String, limit: Int, after cursor: String?
    ) async throws -> Page<LegalAcceptance>

    /// How many people have accepted each version of a kind, by version.
    func acceptanceCounts(kind: String) async throws -> [LegalVersionCount]

    /// Of everybody who has accepted some version of a kind the last one, by id.
    func standings(kind: String, limit: Int, after cursor: String?) async throws -> Page<LegalStanding>
}
