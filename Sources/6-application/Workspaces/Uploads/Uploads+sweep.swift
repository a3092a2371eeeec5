internal import Documents
internal import Pipelines
internal import Platform
internal import UploadFolder

/// What a sweep has removed.
package struct UploadSweep: Sendable, Hashable {
    /// Uploads that waited too long for their bytes, or whose bytes are gone.
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
            for upload in page where try await hasLostItsBytes(upload) {
                if try await giveUp(upload) { sweep.givenUp += 1 }
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
        let hold: UploadHold?
        do {
            hold = try await pool.run { try folder.hold(id) }
        } catch let error as UploadError where error.kind == .locked {
            return false
        } catch let error as UploadError where error.kind == .notFound {
            hold = nil
        }
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
