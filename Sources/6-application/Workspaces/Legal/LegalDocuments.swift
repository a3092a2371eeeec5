internal import Digests
package import Documents
internal import Pipelines
package import Platform
package import Representations

/// The texts that people are asked to accept, and who has accepted them.
package struct LegalDocuments: ConsentLookup {
    private let store: any LegalStore
    private let now: @Sendable () -> Timestamp

    package init(_ store: any LegalStore, now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }) {
        self.store = store
        self.now = now
    }

    // MARK: Publishing

    /// Publishes a version. The same one again is no second one.
    ///
    /// - Parameters:
    ///   - bytes: Markdown.
    ///   - effective: from when on it holds; nil: from now on, or as the same version says that is there.
    ///   - person: who publishes it.
    /// - Returns: the version, and whether it is new.
    /// - Throws: `LegalError`; the store's errors.
    package func publish(
        _ bytes: [UInt8], as version: String, of kind: String = LegalDocument.privacyPolicy,
        effective: Timestamp? = nil, by person: String
    ) async throws -> (document: LegalDocument, isNew: Bool) {
        try LegalText.check(kind: kind)
        try LegalText.check(version: version)
        if kind == LegalDocument.privacyPolicy, version == BundledPolicy.version {
            throw LegalError(
                .versionTaken,
                "Version \(version) is the text that comes with the program. Publish yours as another one.")
        }
        let text = try LegalText.read(bytes)
        let digest = SHA256.hex(of: bytes)
        let time = now()
        if effective == nil, let stored = try await store.legalDocument(kind: kind, version: version),
            stored.sha256 == digest
        {
            return (stored, false)
        }
        return try await store.publish(
            LegalDocument(
                kind: kind, version: version, effectiveAt: effective ?? time, text: text, sha256: digest,
                publishedAt: time, publishedBy: person))
    }

    // MARK: Looking

    /// A version with its text.
    ///
    /// - Parameter version: nil: the one in force; of the privacy policy the one that comes with the program when none is.
    /// - Throws: `LegalError` of kind `notFound`; the store's errors.
    package func document(_ kind: String = LegalDocument.privacyPolicy, version: String? = nil) async throws
        -> LegalDocument
    {
        let isPolicy = kind == LegalDocument.privacyPolicy
        if let version {
            if isPolicy, version == BundledPolicy.version { return Self.bundled }
            if let found = try await store.legalDocument(kind: kind, version: version) { return found }
            throw LegalError(
                .notFound, "There is no version `\(Printable.short(version))` of `\(Printable.short(kind))`.")
        }
        if let found = try await store.legalDocument(kind: kind, inForceAt: now()) { return found }
        if isPolicy { return Self.bundled }
        throw LegalError(.notFound, "No version of `\(Printable.short(kind))` is in force.")
    }

    /// What was published, without the texts: by kind, the last published first.
    ///
    /// - Throws: the store's errors.
    package func documents(_ kind: String? = nil) async throws -> [LegalListing] {
        let all = try await store.legalDocuments(kind: kind)
        var current: [String: String] = [:]
        for kind in Set(all.map(\.kind)) {
            current[kind] = try await store.legalDocument(kind: kind, inForceAt: now())?.version
        }
        return all.map { LegalListing(document: $0, isInForce: current[$0.kind] == $0.version) }
    }

    /// - Throws: `LegalError` of kind `notFound` when nothing of that kind was published, with the nearest of which something
    ///   was; the store's errors.
    package func requireKind(_ kind: String) async throws {
        if kind == LegalDocument.privacyPolicy { return }
        let kinds = Set(try await store.legalDocuments(kind: nil).map(\.kind)).sorted()
        if kinds.contains(kind) { return }
        throw LegalError(
            .notFound,
            "Nothing is published as `\(Printable.short(kind))`."
                + Workspace.hint(for: kind, in: kinds + [LegalDocument.privacyPolicy]))
    }

    /// The privacy policy that comes with the program.
    package static let bundled: LegalDocument = {
        guard let effective = Timestamp(rfc3339: BundledPolicy.effective) else {
            preconditionFailure("the bundled policy's date is none")
        }
        return LegalDocument(
            kind: LegalDocument.privacyPolicy, version: BundledPolicy.version, effectiveAt: effective,
            text: BundledPolicy.text, sha256: SHA256.hex(of: Array(BundledPolicy.text.utf8)), publishedAt: nil,
            publishedBy: nil)
    }()

    // MARK: Accepting

    /// Records that somebody accepts a version. It is recorded once: who accepts it again keeps the first record.
    ///
    /// - Parameters:
    ///   - shown: the SHA-256 of the text that was shown, in hexadecimal; nil: it was this version's, as the caller knows.
    ///   - address: from where; nil: it is not known.
    /// - Throws: `LegalError` of kind `notFound`, `invalidPerson` or `wrongText`; the store's errors.
    package func accept(
        _ kind: String = LegalDocument.privacyPolicy, version: String, by person: String, shown: String? = nil,
        from address: String? = nil
    ) async throws -> (acceptance: LegalAcceptance, isNew: Bool) {
        try LegalText.check(person: person)
        // What is published stays as it is, so this holds when the acceptance is recorded.
        let document = try await document(kind, version: version)
        if let shown, shown.lowercased() != document.sha256 {
            throw LegalError(
                .wrongText,
                "What was shown is not version \(version) of `\(kind)`: its text has the SHA-256 \(document.sha256). Show that, "
                    + "and ask again.")
        }
        return try await store.accept(
            LegalAcceptance(
                person: person, kind: kind, version: version, sha256: document.sha256, acceptedAt: now(),
                address: address))
    }

    /// What somebody has accepted, the last first.
    ///
    /// - Throws: the store's errors.
    package func acceptances(of person: String) async throws -> [LegalAcceptance] {
        try await store.acceptances(of: person)
    }

    /// As `ConsentLookup`.
    package func consent(of person: String, to kind: String) async throws -> Consent {
        let version = try await document(kind).version
        let isGiven = try await store.acceptances(of: person).contains { $0.kind == kind && $0.version == version }
        return Consent(version: version, isGiven: isGiven)
    }

    /// Who has accepted which version.
    ///
    /// - Parameter people: ids of people who are to be told of although they have accepted none.
    /// - Throws: as `document`.
    package func status(_ kind: String = LegalDocument.privacyPolicy, people: [String]) async throws -> LegalStatus {
        let current = try await document(kind)
        var standings: [String: LegalStanding] = [:]
        var cursor: String?
        repeat {
            let page = try await store.standings(kind: kind, limit: 1_000, after: cursor)
            for standing in page.items { standings[standing.person] = standing }
            cursor = page.next
        } while cursor != nil
        var accepted: Set<String> = []
        repeat {
            let page = try await store.acceptances(
                kind: kind, version: current.version, limit: 1_000, after: cursor)
            accepted.formUnion(page.items.map(\.person))
            cursor = page.next
        } while cursor != nil
        let all = Set(people).union(standings.keys).sorted()
        return LegalStatus(
            kind: kind, version: current.version, counts: try await store.acceptanceCounts(kind: kind),
            people: all.map {
                LegalStatus.Line(
                    kind: kind, current: current.version, person: $0, standing: standings[$0],
                    hasAcceptedCurrent: accepted.contains($0))
            })
    }
}
