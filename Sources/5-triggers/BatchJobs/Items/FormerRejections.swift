internal import Documents
internal import Pipelines
internal import Platform

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
