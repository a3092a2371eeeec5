internal import Accounts
internal import Engine
package import Documents
package import Pipelines
package import Platform
internal import Representations
package import UploadFolder

/// The files that are sent to a workspace in pieces.
///
/// An upload is on record from its announcement on, and how much of it is there is told by what is on the disk; so whatever
/// ends the process, whoever sends goes on where the bytes end. See `UploadRuns` for what becomes of a whole one.
package struct Uploads: Sendable {
    let workspace: Workspace
    let folder: UploadFolder
    /// For calls that block.
    let pool: WorkerPool
    let now: @Sendable () -> Timestamp

    /// - Parameter folder: one for all values that a process has of a workspace.
    package init(
        _ workspace: Workspace, folder: UploadFolder, pool: WorkerPool,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) {
        self.workspace = workspace
        self.folder = folder
        self.pool = pool
        self.now = now
    }

    private var store: any UploadStore { workspace.stores.uploads }

    /// How many bytes of an upload are handed to the disk at a time; larger pieces are cut.
    private static let piece = 1 << 20

    // MARK: Beginning

    /// Begins an upload that its sender may resume.
    ///
    /// - Parameters:
    ///   - id: nobody else's, by which it is on record already; nil: a new one.
    ///   - pipelines: all that the workspace has.
    /// - Throws: `UploadError` of kind `invalid`, `tooLarge`, `noPipeline`, `tooMany` or `noRoom`; the store's errors, `SystemError`.
    package func create(
        _ announced: UploadAnnouncement, as id: String? = nil, for pipelines: [Pipeline]
    ) async throws -> UploadRecord {
        try await begin(announced, as: id, for: pipelines, isResumable: true).upload
    }

    /// Begins an upload that comes in one request, which `receive` takes in.
    ///
    /// - Parameters: as of `create`.
    /// - Throws: as `create`.
    package func begin(
        _ announced: UploadAnnouncement, as id: String? = nil, for pipelines: [Pipeline]
    ) async throws -> WholeFile {
        try await begin(announced, as: id, for: pipelines, isResumable: false)
    }

    private func begin(
        _ announced: UploadAnnouncement, as id: String?, for pipelines: [Pipeline], isResumable: Bool
    ) async throws -> WholeFile {
        try announced.check(workspace.definition.rules)
        let pipeline = try UploadPipeline(workspace.definition, among: pipelines).pipeline(for: announced.type)
        try await requireFew(of: announced.owner, isResumable: isResumable)
        let time = now()
        var inputs = try await workspace.identified(announced.inputs(for: pipeline), for: pipeline)
        var document: Record?
        if let version = announced.document {
            (inputs, document) = try await self.inputs(inputs, of: pipeline, addingTo: version)
        }
        try await requireKnown(inputs, of: announced.owner, for: pipeline)
        return try await add(
            announced, as: id ?? Identifier.run(at: time), at: time, to: pipeline, inputs: inputs, document: document,
            isResumable: isResumable)
    }

    /// - Throws: `UploadError` of kind `tooMany`; the store's errors.
    func requireFew(of owner: String, isResumable: Bool) async throws {
        let query = UploadQuery(owner: owner, state: .receiving, isResumable: isResumable)
        let limit = UploadRecord.maxOpen
        if try await store.uploads(query, limit: limit, after: nil).items.count < limit { return }
        throw UploadError(
            .tooMany,
            isResumable
                ? "\(limit) uploads are unfinished. Resume one of them, or remove it."
                : "\(limit) files of the same owner are being sent. Send this one again later.")
    }

    /// Enters an upload whose announcement was checked.
    func add(
        _ announced: UploadAnnouncement, as id: String, at time: Timestamp, to pipeline: Pipeline, inputs: Record,
        document: Record? = nil, isResumable: Bool = false
    ) async throws -> WholeFile {
        let upload = UploadRecord(
            id: id, owner: announced.owner, length: announced.length, name: announced.name,
            type: announced.type, title: announced.document?.title ?? announced.title, inputs: inputs,
            pipeline: pipeline.name, createdAt: time, expiresAt: time.advanced(by: UploadRecord.lifetime),
            document: document, isResumable: isResumable)
        let (folder, store, awaited) = (folder, store, try await awaited())
        let hold = try await withTaskExecutorPreference(pool) {
            try await folder.create(upload.id, length: upload.length, awaited: awaited) {
                try await store.addUpload(upload)
            }
        }
        Failpoint.pass("upload.created")
        return WholeFile(upload: upload, hold: hold)
    }

    /// What a run that adds a version to a document is given, and what it is told of that.
    ///
    /// - Throws: `UploadError` of kind `invalid` when the document lies in the trash or the pipeline makes no version of it.
    private func inputs(
        _ inputs: Record, of pipeline: Pipeline, addingTo document: DocumentVersion
    ) async throws(UploadError) -> (inputs: Record, document: Record?) {
        let request: RunRequest
        do {
            try await workspace.requireOutsideTrash(document)
            request = try workspace.request(
                RunRequest(file: nil, inputs: inputs), of: pipeline, addingTo: document)
        } catch {
            throw UploadError(.invalid, (error as? Problem)?.message ?? "\(error)")
        }
        let missing = pipeline.inputs.first { $0.isRequired && request.inputs[$0.name] == nil }
        if let missing {
            throw UploadError(
                .invalid, "Pipeline `\(pipeline.name)` needs the input `\(Printable.text(missing.name))`.")
        }
        let given = request.inputs.filter { !UploadAnnouncement.ownInputs.contains($0.key) }
        return (Record(uniqueKeys: given.map { ($0.key, $0.value) }), request.trigger["document"]?.record)
    }

    /// - Throws: `UploadError` of kind `invalid` for a school or an owner that there is not; the stores' errors.
    func requireKnown(_ inputs: Record, of owner: String, for pipeline: Pipeline) async throws {
        do {
            try await workspace.requireKnown([inputs], for: pipeline)
            if try await workspace.accounts.hasPeople() { try await workspace.requireOwner(owner) }
        } catch let problem as Problem {
            throw UploadError(.invalid, problem.message)
        }
    }

    /// How many bytes all uploads still await, but for those that nothing has come of for a while.
    func awaited() async throws -> Int64 {
        var sum: Int64 = 0
        let oldest = now().advanced(by: UploadRecord.lifetime - UploadRecord.reservation)
        try await forEach(.receiving) { uploads in
            let uploads = uploads.filter { $0.expiresAt > oldest }
            let folder = folder
            sum += try await pool.run {
                try uploads.reduce(0) {
                    $0 + max(0, $1.length - (try folder.size(of: $1.id, named: Path($1.name)) ?? 0))
                }
            }
        }
        return sum
    }

    func forEach(_ state: UploadRecord.State, _ body: ([UploadRecord]) async throws -> Void) async throws {
        var cursor: String?
        repeat {
            let page = try await store.uploads(UploadQuery(state: state), limit: 1_000, after: cursor)
            try await body(page.items)
            cursor = page.next
        } while cursor != nil
    }

    // MARK: Going on

    /// - Parameter owner: whoever else's it is counts as not there; nil: everybody's is.
    /// - Throws: `UploadError` of kind `notFound`; the store's errors.
    package func upload(_ id: String, of owner: String?) async throws -> UploadRecord {
        guard let upload = try await store.upload(id, owner: owner) else { throw Self.absent(id) }
        return upload
    }

    /// An upload for whoever asks for it by its id. One that comes in one request is not there before it is whole.
    ///
    /// - Parameter owner: as of `upload`.
    /// - Throws: as `upload`.
    package func open(_ id: String, of owner: String?) async throws -> UploadRecord {
        let upload = try await upload(id, of: owner)
        if upload.state == .receiving, !upload.isResumable { throw Self.absent(id) }
        return upload
    }

    static func absent(_ id: String) -> UploadError {
        UploadError(.notFound, "There is no upload `\(Printable.short(id))`, or none any more.")
    }

    /// How far an upload is, for whoever goes on with it.
    ///
    /// - Throws: `UploadError` of kind `notFound`, `expired` or `locked`; the store's errors, `SystemError`.
    package func progress(of id: String, of owner: String?) async throws -> UploadProgress {
        let upload = try await receiving(id, of: owner)
        guard upload.state == .receiving else { return UploadProgress(upload: upload, offset: upload.length) }
        let (folder, name) = (folder, Path(upload.name))
        let offset = try await pool.run { try folder.offset(of: id, named: name) }
        return UploadProgress(upload: upload, offset: offset)
    }

    /// How far an upload is, for whoever only looks: who sends at this moment is not disturbed.
    ///
    /// - Throws: `UploadError` of kind `notFound` or `expired`; the store's errors, `SystemError`.
    package func seen(_ id: String, of owner: String?) async throws -> UploadProgress {
        let upload = try await receiving(id, of: owner)
        let folder = folder
        return try await pool.run { try Self.seen(upload, in: folder) }
    }

    private static func seen(_ upload: UploadRecord, in folder: UploadFolder) throws -> UploadProgress {
        let isThere: Int64 =
            switch upload.state {
            case .receiving: min(upload.length, try folder.size(of: upload.id, named: Path(upload.name)) ?? 0)
            case .complete, .running, .ended: upload.length
            case .expired: 0
            }
        return UploadProgress(upload: upload, offset: isThere)
    }

    /// Uploads with how much of them is there, newest first.
    ///
    /// - Throws: `CatalogError` of kind `invalidCursor`; the store's errors.
    package func list(
        _ query: UploadQuery, limit: Int, after cursor: String?
    ) async throws -> Page<UploadProgress> {
        let page = try await store.uploads(query, limit: limit, after: cursor)
        let folder = folder
        let items = try await pool.run { try page.items.map { try Self.seen($0, in: folder) } }
        return Page(items: items, next: page.next)
    }

    /// Adds bytes to an upload. When they are all there, the upload is `complete` and waits for its run.
    ///
    /// What has come when `bytes` throws stays, unless it had to be checked.
    ///
    /// - Parameters:
    ///   - offset: where the bytes begin.
    ///   - checksum: what they must come to.
    ///   - hold: of one that comes in one request: without it that is not there.
    /// - Throws: `UploadError` of kind `notFound`, `expired`, `locked`, `wrongOffset`, `tooLong`, `wrongChecksum` or `complete`;
    ///   what `bytes` throws; the store's errors, `SystemError`.
    package func append(
        _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable, to id: String, of owner: String?, at offset: Int64,
        checksum: UploadChecksum? = nil, held hold: UploadHold? = nil
    ) async throws -> UploadProgress {
        let upload = try await receiving(id, of: owner, held: hold)
        guard upload.state == .receiving else {
            // Who asks again for what is done, with nothing more to send, did not hear the answer.
            throw UploadError(.complete, "Upload \(id) has all its bytes.")
        }
        let (folder, name) = (folder, Path(upload.name))
        let append = try await pool.run {
            try folder.append(to: id, named: name, at: offset, length: upload.length, checksum: checksum, held: hold)
        }
        // Somebody may have ended it before it was locked.
        guard try await receiving(id, of: owner, held: hold).state == .receiving else {
            _ = try await pool.run { try append.abandon() }
            throw UploadError(.complete, "Upload \(id) has all its bytes.")
        }
        do {
            for try await piece in bytes {
                for start in stride(from: 0, to: piece.count, by: Self.piece) {
                    let part = piece[start..<min(start + Self.piece, piece.count)]
                    try await pool.run { try part.withUnsafeBytes { try append.write($0) } }
                }
            }
        } catch {
            if hold != nil { throw error }
            _ = try await pool.run { try append.abandon() }
            try await store.extendUpload(id, until: now().advanced(by: UploadRecord.lifetime))
            throw error
        }
        let end = try await pool.run { try append.end() }
        if end < upload.length {
            try await store.extendUpload(id, until: now().advanced(by: UploadRecord.lifetime))
            return UploadProgress(upload: try await self.upload(id, of: owner), offset: end)
        }
        withExtendedLifetime(append) {}
        return UploadProgress(upload: try await complete(upload, append), offset: end)
    }

    /// The file is whole and on disk.
    ///
    /// - Parameter append: what has made it so, and locks it.
    private func complete(_ upload: UploadRecord, _ append: UploadAppend) async throws -> UploadRecord {
        let name = Path(upload.name)
        try await pool.run { try append.name(name) }
        return try await complete(upload)
    }

    func complete(_ upload: UploadRecord) async throws -> UploadRecord {
        guard let complete = try await store.completeUpload(upload.id) else {
            throw UploadError(.notFound, "Upload \(upload.id) was removed in the meantime.")
        }
        Failpoint.pass("upload.complete")
        return complete
    }

    /// Gives an upload up, and removes its bytes and its record. One that has ended is only forgotten.
    ///
    /// - Throws: `UploadError` of kind `notFound` or `locked`, and of kind `complete` for one whose run is still to end; the store's
    ///   errors, `SystemError`.
    package func terminate(_ id: String, of owner: String?) async throws {
        let upload = try await upload(id, of: owner)
        switch upload.state {
        case .complete, .running:
            throw UploadError(.complete, "Upload \(id) has all its bytes, and is a run's by now: cancel that.")
        case .receiving:
            let folder = folder
            let hold: UploadHold?
            do {
                hold = try await pool.run { try folder.hold(id) }
            } catch let error as UploadError where error.kind == .notFound {
                hold = nil
            }
            // It may have been completed before it was locked.
            guard try await self.upload(id, of: owner).state == .receiving else {
                throw UploadError(.complete, "Upload \(id) has all its bytes, and is a run's by now: cancel that.")
            }
            // Without its record nobody asks for its bytes.
            try await store.forgetUploads([id])
            if let hold { try await pool.run { try folder.remove(id, held: hold) } }
        case .ended, .expired: try await store.forgetUploads([id])
        }
    }

    /// Gives up an upload that nobody could go on with, also when the task is cancelled because its sender has left. One that cannot
    /// be removed now expires by itself.
    package func discard(_ id: String) async {
        // A cancelled task reads nothing.
        _ = await Task { try? await terminate(id, of: nil) }.value
    }

    /// - Throws: `UploadError` of kind `notFound` or `expired`.
    private func receiving(
        _ id: String, of owner: String?, held hold: UploadHold? = nil
    ) async throws -> UploadRecord {
        let upload = hold == nil ? try await open(id, of: owner) : try await upload(id, of: owner)
        if upload.state == .expired || upload.state == .receiving && upload.expiresAt <= now() {
            throw UploadError(
                .expired, "Upload \(id) waited too long for its bytes and has expired. Send the file again.")
        }
        return upload
    }
}

extension Workspace {
    /// Where the bytes of uploads are; nothing is made before there is one. One value for a process.
    package var uploadFolder: UploadFolder {
        UploadFolder(root == "." ? ".compass/uploads" : root.appending(".compass/uploads"))
    }
}
