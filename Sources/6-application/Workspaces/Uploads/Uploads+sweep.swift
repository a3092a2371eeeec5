internal import Documents
internal import Pipelines
internal import Platform
internal import UploadFolder

/// What a sweep has removed.
package struct UploadSweep: Sendable, Hashable {
    /// Uploads that waited too long for their bytes, whose bytes are gone, or whose one request has ended.
    package var givenUp = 0
    /// Records of uploads that ended a day ago.
    package var forgotten = 0
    /// Folders that belonged to no upload.
    package var orphans = 0

    package init() {}
}

extension Uploads {
    /// Gives up what waits too long, forgets what has ended long ago, and removes bytes without a record and records without
    /// bytes. What somebody works with stays. To be done at each start and now and then.
    ///
    /// - Throws: the stores' errors, `SystemError`.
    package func sweep() async throws -> UploadSweep {
        var sweep = UploadSweep()
        let store = workspace.stores.uploads
        for upload in try await store.uploads(in: .receiving, expiredBy: now(), limit: 10_000) {
            if try await giveUp(upload) { sweep.givenUp += 1 }
        }
        try await forEach(.receiving) { page in
            for upload in page {
                if !upload.isResumable {
                    if try await giveUpWhole(upload) { sweep.givenUp += 1 }
                } else if try await hasLostItsBytes(upload) {
                    if try await giveUp(upload) { sweep.givenUp += 1 }
                }
            }
        }
        for state in [UploadRecord.State.ended, .expired] {
            let over = try await store.uploads(in: state, expiredBy: now(), limit: 10_000)
            try await store.forgetUploads(over.map(\.id))
            sweep.forgotten += over.count
        }
        sweep.orphans = try await removeOrphans()
        return sweep
    }

    /// - Returns: false when somebody works with it.
    private func giveUp(_ upload: UploadRecord) async throws -> Bool {
        let (folder, id) = (folder, upload.id)
        let (hold, isFree) = try await held(id)
        guard isFree else { return false }
        // Bytes may have come since it was looked for.
        let now = now()
        guard let current = try await workspace.stores.uploads.upload(id, owner: nil), current.state == .receiving,
            hold == nil || current.expiresAt <= now
        else { return false }
        let ended = try await workspace.stores.uploads.endUpload(
            id, as: .expired, forgetAt: now.advanced(by: UploadRecord.lifetime))
        guard ended else { return false }
        Failpoint.pass("upload.given-up")
        if let hold { try await pool.run { try folder.remove(id, held: hold) } }
        return true
    }

    /// Forgets a file whose one request has ended with its process: nobody knows its id. One that is whole is run, see `UploadRuns`;
    /// what a request to a webhook has named by its address is got again.
    ///
    /// - Returns: false when it stays, or somebody works with it.
    private func giveUpWhole(_ upload: UploadRecord) async throws -> Bool {
        let (folder, id, stores) = (folder, upload.id, workspace.stores)
        // What stays is not locked even for a moment.
        if try await isWhole(upload) { return false }
        let request = try await stores.webhooks.webhookRequest(ofRun: id)
        if let request, !request.digest.isEmpty { return false }
        let (hold, isFree) = try await held(id)
        guard isFree, try await stores.uploads.upload(id, owner: nil)?.state == .receiving,
            try await !isWhole(upload)
        else { return false }
        // Before the upload: who finds neither takes the message as a new one.
        if request != nil { try await stores.webhooks.forgetWebhookRequest(ofRun: id) }
        try await stores.uploads.forgetUploads([id])
        Failpoint.pass("upload.given-up")
        if let hold { try await pool.run { try folder.remove(id, held: hold) } }
        return true
    }

    private func isWhole(_ upload: UploadRecord) async throws -> Bool {
        let (folder, name) = (folder, Path(upload.name))
        return try await pool.run { try folder.size(of: upload.id, named: name) == upload.length }
    }

    /// - Returns: no hold of what has no bytes; `isFree` is false when somebody works with it.
    private func held(_ id: String) async throws -> (hold: UploadHold?, isFree: Bool) {
        let folder = folder
        do {
            return (try await pool.run { try folder.hold(id) }, true)
        } catch let error as UploadError where error.kind == .locked {
            return (nil, false)
        } catch let error as UploadError where error.kind == .notFound {
            return (nil, true)
        }
    }

    private func hasLostItsBytes(_ upload: UploadRecord) async throws -> Bool {
        let (folder, name) = (folder, Path(upload.name))
        return try await pool.run { try folder.size(of: upload.id, named: name) == nil }
    }

    private func removeOrphans() async throws -> Int {
        let (folder, workspace) = (folder, workspace)
        return try await withTaskExecutorPreference(pool) {
            try await folder.removeOrphans { id in
                guard let upload = try await workspace.stores.uploads.upload(id, owner: nil) else {
                    // The record of an upload goes a day after its end; what quarantine refers to may stay for longer.
                    return try await workspace.hasReference(into: id)
                }
                switch upload.state {
                case .receiving, .complete, .running: return true
                case .expired: return false
                case .ended:
                    guard let run = upload.run else { return false }
                    return try await workspace.refers(toFileOf: run)
                }
            }
        }
    }
}

extension Workspace {
    /// Whether quarantine refers to a file in the folder of an upload that is not on record any more.
    fileprivate func hasReference(into upload: String) async throws -> Bool {
        var cursor: String?
        repeat {
            let page = try await quarantine.quarantined(.init(), limit: 1_000, after: cursor)
            let isThere = page.items.contains {
                $0.kept.way == .reference && $0.kept.path.folder.name.text == upload
            }
            if isThere { return true }
            cursor = page.next
        } while cursor != nil
        return false
    }
}
