internal import Accounts
internal import Diagnostics
internal import Documents
internal import Engine
internal import Glibc
internal import Pipelines
package import Platform
internal import QuarantineFolder
package import Representations
internal import UploadFolder

/// Writes all that is kept about a person into a new folder: what a person may ask for. Memory grows with the
/// number of files alone, whose names must differ.
package struct PersonExport: Sendable {
    /// How the documents' metadata are written; all else is JSON.
    package enum Format: String, CaseIterable, Sendable {
        case csv, json, both
    }

    let workspace: Workspace
    let person: String
    private let format: Format

    private static let page = 200

    package init(of person: String, in workspace: Workspace, format: Format) {
        (self.person, self.workspace, self.format) = (person, workspace, format)
    }

    /// - Parameters:
    ///   - target: the folder; not there, or empty, and no part of the workspace: backups would have it, and who is erased would
    ///     still be in it. It appears whole or not at all.
    ///   - advanced: called now and then with how many bytes of versions have been copied, of how many.
    /// - Throws: `Problem` when there is nothing of the person, something at the place, no room for it, or the workspace is made
    ///   of it; the stores' errors; `SystemError`; `CancellationError`. Nothing is left then.
    package func write(
        to target: Path, advanced: (_ done: Int64, _ total: Int64) -> Void
    ) async throws -> ExportReport {
        try workspace.requireOutside(target)
        return try await FullDisk.naming(target) {
            try await write(to: target, named: target.text, advanced: advanced)
        }
    }

    /// The same, wherever the folder is.
    ///
    /// - Parameter name: what the report calls it.
    /// - Throws: as `write(to:advanced:)`; of a full disk `SystemError`.
    func write(
        to target: Path, named name: String, advanced: (_ done: Int64, _ total: Int64) -> Void
    ) async throws -> ExportReport {
        let holdings = try await holdings()
        let folder = try ExportFolder(target)
        do {
            var exported = ExportReport(person: person, folder: name)
            try await writeDocuments(folder, &exported) { advanced($0, holdings.bytes) }
            try await writeRuns(folder, &exported)
            try await writeQuarantine(folder, &exported)
            try await writeWebhookRequests(folder)
            let uploads = try await writeUploads(folder, &exported)
            try await writeAccount(folder, uploads: uploads, &exported)
            try write(exported.record, "export", folder)
            try folder.publish()
            return exported
        } catch {
            folder.discard()
            throw error
        }
    }

    /// What there is of the person.
    ///
    /// - Throws: `Problem` when that is nothing, with the nearest of those that there are; the database's errors.
    func holdings() async throws -> PersonHoldings {
        let holdings = try await workspace.stores.personal.holdings(of: person)
        if holdings.isEmpty {
            // Tells the nearest, where it is a slip.
            try await workspace.requireOwner(person)
            throw Self.nothing(of: person)
        }
        return holdings
    }

    static func nothing(of person: String) -> Problem {
        Problem(.notFound, "There is nothing of `\(Printable.text(person))`.", advice: [.listPeople])
    }

    // MARK: Documents

    private func writeDocuments(
        _ folder: ExportFolder, _ exported: inout ExportReport, advanced: (Int64) -> Void
    ) async throws {
        let json = format == .csv ? nil : try list("documents", folder)
        let csv = format == .json ? nil : try folder.create(ExportName("documents", endingOf: "x.csv"), in: ".").file
        var hasHeader = false
        var result = exported
        try await workspace.forEachDocument(of: person) { versions in
            result.documents += 1
            if versions.first(where: \.isCurrent)?.trashedAt != nil { result.trashed += 1 }
            let id = versions[0].id
            let shares = try await workspace.catalog.shares(of: id).map(Self.share)
            let ended = try await workspace.catalog.endedShares(of: id).map(Self.share)
            let links = try await links(to: id)
            let media = try await workspace.catalog.media(of: versions.map(\.objectKey))
            for version in versions {
                let (path, fault) = try await copy(version, folder) { count in
                    result.bytes += count
                    advanced(result.bytes)
                }
                if let fault { result.problems.append(fault) }
                result.versions += 1
                var record = version.record
                record["shares"] = .list(shares)
                record["ended-shares"] = .list(ended)
                record["links"] = .list(links.map { .string($0) })
                record["media"] = media[version.objectKey].map { .record($0.record) } ?? .null
                record["file"] = Value(path)
                record["problem"] = Value(fault)
                try json?.add(record)
                guard let csv else { continue }
                if !hasHeader { try csv.write(Array(CSVText.line(record.entries.map(\.key)).utf8)) }
                hasHeader = true
                try csv.write(Array(CSVText.line(record.entries.map { CSVText.field(of: $0.value) }).utf8))
            }
        }
        exported = result
        try json?.close()
        try csv?.synchronize()
    }

    private static func share(_ share: ShareRecord) -> Value {
        ["school": .string(share.school), "shared-at": .string(share.sharedAt.description)]
    }

    private func links(to document: String) async throws -> [String] {
        var query = LinkQuery()
        query.document = document
        return try await workspace.stores.links.links(query, limit: 1_000, after: nil).items.map(\.id)
    }

    /// - Returns: where it is, and what is wrong with it; bytes that are damaged are there all the same.
    private func copy(
        _ version: DocumentVersion, _ folder: ExportFolder, advanced: (Int64) -> Void
    ) async throws -> (path: String?, fault: String?) {
        let what = "`\(Printable.text(version.title))`, version \(version.number)"
        let reader: (any ObjectReader)?
        do {
            reader = try await ObjectKey(version.objectKey).asyncMap { try await workspace.objects.open($0) } ?? nil
        } catch let error as ObjectStoreError where error.code != .elsewhere {
            return (nil, "The bytes of \(what) cannot be read: \(error)")
        }
        guard let reader else { return (nil, "The bytes of \(what) are missing in the store.") }
        let name = ExportName(version.title, suffix: " v\(version.number)", endingOf: version.name)
        let (file, path) = try folder.create(name, in: "documents/\(version.type.rawValue)")
        let (size, sha256) = try await ExportFolder.copy(
            to: file, { try await reader.read(at: $0, count: 1 << 20) }, advanced: advanced)
        if size == version.size, sha256 == version.sha256 { return (path, nil) }
        return (
            path,
            "The bytes of \(what) are damaged: the catalog has \(version.size) bytes with SHA-256 \(version.sha256), the "
                + "store has \(size) bytes with \(sha256)."
        )
    }

    // MARK: What happened

    private func writeRuns(_ folder: ExportFolder, _ exported: inout ExportReport) async throws {
        let runs = try list("runs", folder)
        let notifications = try list("notifications", folder)
        var last = ""
        while true {
            let page = try await workspace.stores.personal.runs(of: person, after: last, limit: Self.page)
            guard let end = page.last else { break }
            last = end
            for id in page {
                // Pruned meanwhile.
                guard let detail = try await workspace.journal.run(id) else { continue }
                var record = detail.record(try await workspace.records(relatedTo: detail.run))
                record["trigger"] = .record(detail.run.trigger)
                try runs.add(record)
                for notification in detail.notifications {
                    try notifications.add(recordInFull(notification, of: id))
                }
            }
        }
        (exported.runs, exported.notifications) = (runs.count, notifications.count)
        try runs.close()
        try notifications.close()
    }

    /// What was told, when, and to whom.
    private func recordInFull(_ notification: NotificationRecord, of run: String) -> Record {
        var record = notification.record
        record["run"] = .string(run)
        record["created-at"] = .string(notification.notification.createdAt.description)
        record["recipient"] = Value(workspace.channels[notification.notification.channel]?.recipient)
        record["body"] = Value(notification.notification.body)
        record["data"] = .record(notification.notification.data)
        return record
    }

    private func writeQuarantine(_ folder: ExportFolder, _ exported: inout ExportReport) async throws {
        let list = try list("quarantine", folder)
        var query = QuarantineQuery()
        (query.owner, query.state) = (person, nil)
        var cursor: String?
        repeat {
            let page = try await workspace.quarantine.quarantined(query, limit: Self.page, after: cursor)
            for entry in page.items {
                var record = entry.record
                if entry.state == .held {
                    record["copy"] = Value(
                        try await copy(entry.kept.path, as: entry.file, to: "quarantine", folder, &exported))
                }
                try list.add(record)
            }
            cursor = page.next
        } while cursor != nil
        exported.quarantined = list.count
        try list.close()
    }

    /// Those that wait for their runs; what others have brought, their runs have.
    private func writeWebhookRequests(_ folder: ExportFolder) async throws {
        let list = try list("webhooks", folder)
        var last = ""
        while true {
            let page = try await workspace.stores.webhooks.pendingWebhookRequests(
                of: person, after: last, limit: Self.page)
            guard let end = page.last else { break }
            last = end.run
            for request in page { try list.add(request.record) }
        }
        try list.close()
    }

    /// - Returns: the ids of the uploads.
    private func writeUploads(_ folder: ExportFolder, _ exported: inout ExportReport) async throws -> [String] {
        var ids: [String] = []
        let list = try list("uploads", folder)
        let pool = WorkerPool(name: "export", width: 1)
        let uploads = Uploads(workspace, folder: workspace.uploadFolder, pool: pool)
        var cursor: String?
        repeat {
            let page = try await uploads.list(UploadQuery(owner: person, state: nil), limit: Self.page, after: cursor)
            for progress in page.items {
                var record = progress.record
                let upload = progress.upload
                if upload.state == .complete {
                    let path = workspace.uploadFolder.file(of: upload.id, named: Path(upload.name))
                    record["copy"] = Value(try await copy(path, as: upload.name, to: "uploads", folder, &exported))
                }
                try list.add(record)
                ids.append(upload.id)
            }
            cursor = page.next
        } while cursor != nil
        exported.uploads = list.count
        try list.close()
        return ids
    }

    /// - Returns: where the copy is; nil: there is none, which is a problem.
    private func copy(
        _ path: Path, as name: String, to place: String, _ folder: ExportFolder, _ exported: inout ExportReport
    ) async throws -> String? {
        let source: FileDescriptor
        do {
            source = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            exported.problems.append("The file \(path) cannot be copied: \(error)")
            return nil
        }
        // It may pretend to have folders.
        let name = Path(name).name.text
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        let (file, copy) = try folder.create(ExportName(stem.isEmpty ? name : stem, endingOf: name), in: place)
        _ = try await ExportFolder.copy(
            to: file, { try source.bytes(at: $0, count: 1 << 20) }, advanced: { _ in })
        return copy
    }

    // MARK: Who they are

    /// - Parameter uploads: the ids of theirs.
    private func writeAccount(
        _ folder: ExportFolder, uploads: [String], _ exported: inout ExportReport
    ) async throws {
        let accounts = workspace.accounts
        let links = try list("links", folder)
        var query = LinkQuery()
        query.owner = person
        try await forEach({ try await workspace.stores.links.links(query, limit: Self.page, after: $0) }) {
            try links.add($0.record)
        }
        exported.links = links.count
        try links.close()
        var (sessions, tokens): ([Value], [Value]) = ([], [])
        var subjects = [person] + uploads
        let now = Timestamp.now()
        try await forEach({ try await accounts.sessions(of: person, at: now, limit: Self.page, after: $0) }) {
            sessions.append(.record($0.record))
        }
        try await forEach({ try await accounts.tokens(of: person, limit: Self.page, after: $0) }) {
            tokens.append(.record($0.record(at: now)))
            subjects.append($0.id)
        }
        let audit = try list("audit", folder)
        var seen = AuditQuery()
        for subject in [nil] + subjects {
            (seen.actor, seen.subjects) = subject.map { (nil, [$0]) } ?? (person, [])
            let wanted = seen
            try await forEach({ try await accounts.entries(wanted, limit: Self.page, after: $0) }) { entry in
                // One by them about them, or about what is theirs, is told once.
                if subject == nil || entry.by.name != person { try audit.add(entry.record) }
            }
        }
        exported.audited = audit.count
        try audit.close()
        let acceptances = try await workspace.stores.legal.acceptances(of: person)
        try write(
            [
                "person": try await accounts.person(person).map { .record($0.record) } ?? .null,
                "sessions": .list(sessions), "tokens": .list(tokens), "acceptances": acceptances.json,
            ], "account", folder)
    }

    private func forEach<Item>(
        _ page: (String?) async throws -> Page<Item>, _ body: (Item) throws -> Void
    ) async throws {
        var cursor: String?
        repeat {
            let found = try await page(cursor)
            for item in found.items { try body(item) }
            cursor = found.next
        } while cursor != nil
    }

    private func list(_ name: String, _ folder: ExportFolder) throws -> JSONListFile {
        JSONListFile(try folder.create(ExportName(name, endingOf: "x.json"), in: ".").file)
    }

    private func write(_ record: Record, _ name: String, _ folder: ExportFolder) throws {
        let file = try folder.create(ExportName(name, endingOf: "x.json"), in: ".").file
        try file.write(Array((JSONText.indented(.record(record)) + "\n").utf8))
        try file.synchronize()
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
