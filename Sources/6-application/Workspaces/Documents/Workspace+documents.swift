internal import Diagnostics
package import Documents
internal import Glibc
package import Pipelines
package import Platform
package import Representations

/// What is done with documents in more than one step.
extension Workspace {
    /// - Parameter id: of a version.
    /// - Throws: `CatalogError` of kind `notFound`; the catalog's errors.
    package func history(of id: String) async throws -> DocumentHistory {
        let version = try await catalog.version(id)
        return DocumentHistory(
            version: version, versions: try await catalog.versions(ofSeriesOf: version.id),
            formerTitles: try await catalog.formerTitles(of: version.id),
            shares: try await catalog.shares(of: version.id),
            notifications: try await outbox.notifications(
                NotificationQuery(document: version.series), limit: Self.maxTold, after: nil
            ).items)
    }

    /// A document's notifications that are shown with it; all of them are in the list.
    private static let maxTold = 50

    /// Makes a version the current one, also out of the trash.
    ///
    /// - Parameters:
    ///   - id: of the version.
    ///   - withShares: whether shares that ended when the document went into the trash come back.
    /// - Throws: `CatalogError`; the catalog's errors.
    package func restore(_ id: String, withShares: Bool) async throws -> DocumentRestoration {
        let former = try await catalog.version(id)
        let (version, shares) = try await catalog.restore(id, withShares: withShares)
        let ended = try await catalog.endedShares(of: id).map(\.school).filter { !version.sharedWith.contains($0) }
        return DocumentRestoration(
            version: version, wasCurrent: former.isCurrent && former.trashedAt == nil, restored: shares.map(\.school),
            ended: ended)
    }

    /// Puts a document with all its versions into the trash, or one version of it.
    ///
    /// - Returns: that version, or the one that the document was named by.
    /// - Throws: `CatalogError`; the catalog's errors.
    package func trash(_ target: DocumentTarget) async throws -> DocumentTrashing {
        var ended: [String] = []
        if let version = target.version {
            try await catalog.trashVersion(version.id)
        } else {
            ended = try await catalog.trashDocument(of: target.id).map(\.school)
        }
        return DocumentTrashing(version: try await catalog.version(target.version?.id ?? target.id), ended: ended)
    }

    /// Erases a document with all its versions, or one version of it. It cannot be undone.
    ///
    /// - Parameter isConfirmed: whether somebody has agreed to what `target` names. Then it fails, and erases nothing, when
    ///   the document has other versions by now.
    /// - Returns: what is erased, and a message for each object that could not be deleted and stays queued for the next one
    ///   who erases.
    /// - Throws: `CatalogError`; the catalog's errors. After what is on record is erased, only what keeps the queue of objects
    ///   from being read.
    package func delete(
        _ target: DocumentTarget, isConfirmed: Bool
    ) async throws -> (erased: [DocumentVersion], left: [String]) {
        let erased =
            if let version = target.version {
                [try await catalog.deleteVersion(version.id)]
            } else {
                try await catalog.deleteDocument(
                    of: target.versions[0].id, expecting: isConfirmed ? Set(target.versions.map(\.id)) : nil)
            }
        // The rows are gone for good, and the keys are queued: what fails here is erased by the next one that tries.
        return (erased, try await eraseQueuedObjects())
    }

    /// A version's bytes, which are verified when they are read.
    ///
    /// - Parameter id: of the version.
    /// - Throws: `CatalogError` of kind `notFound`; `ObjectStoreError` when the store or the object is not there; the catalog's
    ///   errors.
    package func download(_ id: String) async throws -> (version: DocumentVersion, bytes: VerifiedCopy) {
        let version = try await catalog.version(id)
        try await (objects as? ReadOnlyObjects)?.verify()
        guard let key = ObjectKey(version.objectKey), let reader = try await objects.open(key) else {
            throw ObjectStoreError(
                .damaged,
                "The bytes of \(Printable.text(version.title)), version \(version.number), are not in the store: "
                    + "there is no object \(Printable.text(version.objectKey)).")
        }
        return (version, VerifiedCopy(reader: reader, size: version.size, sha256: version.sha256))
    }
}

extension DocumentVersion {
    /// What a file with its bytes is called: the original name is only a name, whatever folders it pretends to have.
    package var fileName: Path {
        let name = Path(name).name
        return [".", "..", "/"].contains(name) ? Path(id) : name
    }
}

extension VerifiedCopy {
    /// Writes the bytes to a file, which appears whole or not at all. Blocks.
    ///
    /// - Parameter replacing: whether a file that is there goes.
    /// - Throws: `Problem` when something is there that may not be replaced; as `read`; `SystemError`.
    package func save(to target: Path, replacing: Bool) async throws {
        let file = try DownloadedFile(target, replacing: replacing)
        do {
            try await read { try file.write($0) }
            try file.publish()
        } catch {
            file.discard()
            throw error
        }
    }
}

extension SchoolsFile {
    /// The schools of a file, and what may be wrong with them, if anything. Of a pipe, waits for its end. Blocks.
    ///
    /// - Throws: `InvalidFiles` when anything in it is wrong; `Problem` when it is too large; `SystemError`;
    ///   `CancellationError`.
    package static func read(_ path: Path) throws -> (schools: [School], warnings: InvalidFiles?) {
        let bytes: [UInt8]
        do {
            bytes = try Files.readNamed(path, limit: limit(of: path.description))
        } catch let error as SystemError where error.code == EFBIG {
            throw Problem.invalidRequest(reason(error, path))
        }
        let (schools, issues) = load(bytes, file: path.description)
        let found = InvalidFiles(issues: issues, sources: [path.description: DocumentText.shown(bytes)])
        if issues.hasErrors { throw found }
        return (schools, issues.isEmpty ? nil : found)
    }

    /// Why a file of schools cannot be read.
    static func reason(_ error: SystemError, _ path: Path) -> String {
        error.code == EFBIG ? tooLarge(path.description) : "\(error)"
    }
}
