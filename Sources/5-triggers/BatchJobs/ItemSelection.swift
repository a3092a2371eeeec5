internal import Documents
internal import FileIntake
internal import Pipelines
internal import Platform

/// Makes the items of a batch out of the `source` of its pipeline.
struct ItemSelection: Sendable {
    let catalog: any CatalogReading
    let root: Path
    let owner: String
    let quarantine: (any Quarantine)?
    let observe: @Sendable (BatchEvent) -> Void

    /// - Throws: `StageError` when an expression of the source cannot be computed, or the pipeline has none.
    func items(of batch: BatchRecord, _ pipeline: Pipeline) throws -> any ItemSource {
        switch pipeline.batchSource {
        case .files(let source):
            let rejections = quarantine.map { FormerRejections(quarantine: $0, pipeline: pipeline.name) }
            return FileItems(source: source, batch: batch, root: root, rejections: rejections, observe: observe)
        case .documents(let source):
            return DocumentItems(catalog: catalog, batch: batch, query: try query(source, batch, pipeline))
        case .schools(let source):
            let end = batch.referenceTime
            let period = SharePeriod(since: end.earlier(by: source.newerThan), until: end)
            return SchoolItems(catalog: catalog, batch: batch, period: period)
        case nil:
            throw StageError.failed(
                .permanent, "no-source", "Pipeline `\(pipeline.name)` has no `source` that a batch could run over.")
        }
    }

    /// Looks at what is known before the first item: the inputs, and what the source makes of them.
    ///
    /// - Throws: `StageError`; `CatalogError` of kind `unknownSchool`; the catalog's errors.
    func check(_ batch: BatchRecord, _ pipeline: Pipeline) async throws {
        _ = try SourceEnvironment(pipeline: pipeline, batch: batch, owner: owner)
        guard case .documents(let source) = pipeline.batchSource else { return }
        if let school = try query(source, batch, pipeline).school { try await catalog.requireSchools([school]) }
    }

    private func query(_ source: DocumentSource, _ batch: BatchRecord, _ pipeline: Pipeline) throws -> VersionQuery {
        let environment = try SourceEnvironment(pipeline: pipeline, batch: batch, owner: owner).environment
        var query = VersionQuery()
        if let types = try source.types?.value(in: environment).list {
            for type in types {
                guard let type = type.string.flatMap(DocumentType.init(rawValue:)) else {
                    throw StageError.failed(
                        .permanent, "unknown-document-type",
                        "There is no type of document `\(Printable.text(type.text))`; there are "
                            + DocumentType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".")
                }
                query.types.append(type)
            }
            if query.types.isEmpty {
                throw StageError.failed(
                    .permanent, "no-document-type", "`source.documents.type` came to an empty list.")
            }
        }
        query.owner = try source.owner?.value(in: environment).string
        query.school = try source.school?.value(in: environment).string
        query.shared = source.shared
        let end = batch.referenceTime
        // Of one that was started by hand, what it makes itself is left out without a time.
        query.madeBefore = source.olderThan.map { end.earlier(by: $0) } ?? batch.slot
        query.madeSince = source.newerThan.map { end.earlier(by: $0) }
        query.current = source.current
        query.beyond = source.beyond
        return query
    }
}

extension Timestamp {
    /// No time is earlier than the first that can be told.
    func earlier(by span: TimeSpan) -> Timestamp {
        let (length, isTooLong) = span.milliseconds.multipliedReportingOverflow(by: 1_000)
        let (result, isTooEarly) = microseconds.subtractingReportingOverflow(length)
        return Timestamp(microseconds: isTooLong || isTooEarly ? .min : result)
    }
}

/// Which files a pipeline has rejected before, as they are now, and that quarantine still holds: judging them again would
/// come to the same and leave another entry.
struct FormerRejections: Sendable {
    let quarantine: any Quarantine
    let pipeline: String

    private static let pageSize = 500

    /// Reads the entries page by page and keeps those of the files, so that memory does not grow with their number.
    ///
    /// - Parameters:
    ///   - files: relative to the process's folder, or absolute.
    ///   - base: the folder that they are reached from.
    /// - Returns: the newest run that rejected it, for each file that is known by its path; whether it is still the same
    ///   is for the caller to see.
    /// - Throws: the record's errors.
    func runs(of files: [Path], in base: TrustedFolder) async throws -> [SourceIdentity: String] {
        var query = QuarantineQuery()
        query.pipeline = pipeline
        var page = try await quarantine.quarantined(query, limit: Self.pageSize, after: nil)
        if page.items.isEmpty { return [:] }
        let wanted = Set(files.compactMap { try? base.resolved($0) })
        var runs: [SourceIdentity: String] = [:]
        while true {
            for entry in page.items where entry.status == .rejected && wanted.contains(entry.source.path) {
                runs[entry.source] = runs[entry.source] ?? entry.run
            }
            guard let next = page.next else { return runs }
            page = try await quarantine.quarantined(query, limit: Self.pageSize, after: next)
        }
    }

    /// What a run that begins with a file now would record as its identity; nil when the file is gone.
    static func identity(of file: Path, in base: TrustedFolder) -> SourceIdentity? {
        guard let path = try? base.resolved(file), let status = try? base.status(of: file) else { return nil }
        return SourceIdentity(
            path: path, device: status.device, inode: status.inode, size: status.size, modified: status.modified)
    }
}
