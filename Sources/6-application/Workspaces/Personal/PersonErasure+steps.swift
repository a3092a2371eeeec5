internal import Accounts
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations
internal import UploadFolder

/// The steps of an erasure. Each finds what is left when it is done again.
extension PersonErasure {
    /// What its rounds have found of them.
    final class Known {
        /// The person, and all that stands for documents of theirs.
        var names: Set<String>
        var runs: Set<String> = []
        /// Those of them that were the person's own.
        var ownRuns: Set<String> = []
        /// What has gone, as far as rounds may find it.
        var gone = PersonHoldings()
        /// Those that watched folders would take anew.
        var files: Set<String> = []
        /// Uploads that nobody else works with any more, by their ids.
        var holds: [String: UploadHold]

        init(_ person: String, holds: [String: UploadHold]) {
            names = [person]
            self.holds = holds
        }
    }

    private static let page = 500
    private static let pool = WorkerPool(name: "forget", width: 2)

    /// Erases what there is of the person by now.
    ///
    /// - Returns: whether there was anything.
    func eraseRound(_ known: Known) async throws -> Bool {
        // First, so that they add nothing any more. They may be there anew.
        var isFound = try await removeAccount()
        Failpoint.pass("forget.account-removed")
        try await awaitEnd()
        if try await eraseUploads(known) { isFound = true }
        try await findNames(known)
        let own = try await ownRuns()
        known.ownRuns.formUnion(own)
        let runs = try await own.union(records.runs(naming: known.names, besidesThoseOf: person))
        known.runs.formUnion(runs)
        let all = runs.sorted()
        let now = try await records.holdings(of: person)
        known.gone.quarantined += now.quarantined
        known.gone.notifications += now.notifications
        try await discardQuarantine(all)
        try await records.eraseNotifications(ofRuns: all)
        try await eraseLines(of: runs)
        let files = try await records.eraseWatchedFiles(of: person, runs: runs)
        known.files.formUnion(files.filter { Files.exists($0) }.map(\.text))
        if try await records.eraseRuns(all) > 0 { isFound = true }
        Failpoint.pass("forget.runs-erased")
        let links = try await records.eraseLinks(of: person)
        known.gone.links += links
        if links > 0 { isFound = true }
        if try await eraseDocuments(known) { isFound = true }
        return isFound
    }

    /// Erases what the rounds have left behind: objects, and what names the person or their runs.
    ///
    /// - Returns: a message for each thing that could not be erased.
    func eraseRest(_ known: Known, keeping entry: String) async throws -> [String] {
        var left = try await workspace.eraseQueuedObjects()
        try await eraseUnneededObjects()
        left += try await workspace.eraseQueuedObjects()
        try await workspace.objects.removeEmptyFolders(of: objectSegment)
        _ = try await records.eraseTraces(of: person, runs: known.runs, keeping: entry)
        // Of a delivery that was under way.
        try await eraseLines(of: known.runs)
        _ = try await workspace.sweepQuarantine()
        let workspace = workspace
        let copies = try await Self.pool.run { try workspace.removeUnfinishedCopies() }
        left += copies.map { "an export has a copy of documents in \($0): it is being made, or could not be removed" }
        Failpoint.pass("forget.records-erased")
        try Task.checkCancellation()
        try await records.scrub()
        return left
    }

    private func removeAccount() async throws -> Bool {
        do {
            _ = try await workspace.accounts.remove(person, at: .now())
            return true
        } catch let error as AccountError where error.kind == .noPerson {
            // They have none, or an earlier try has removed it.
            return false
        }
    }

    /// Waits for runs of theirs that have begun since it was looked for some.
    private func awaitEnd() async throws {
        let deadline = ContinuousClock.now + timeout
        while ContinuousClock.now < deadline {
            if try await records.unfinishedRuns(of: person, limit: 1).isEmpty { return }
            try await Task.sleep(for: RunEnds.pollInterval)
        }
        try await Self.requireEnd(of: person, in: workspace)
    }

    private func findNames(_ known: Known) async throws {
        try await workspace.forEachDocument(of: person) { versions in
            for version in versions { known.names.formUnion([version.id, version.series]) }
        }
    }

    private func ownRuns() async throws -> Set<String> {
        var runs: Set<String> = []
        var last = ""
        while true {
            let page = try await records.runs(of: person, after: last, limit: Self.page)
            guard let end = page.last else { return runs }
            last = end
            runs.formUnion(page)
        }
    }

    // MARK: Uploads

    /// Nobody sends bytes of an upload of theirs as long as the result lives.
    ///
    /// - Returns: by the uploads' ids.
    /// - Throws: `Problem` when somebody who sends some does not let go of it.
    func endSending() async throws -> [String: UploadHold] {
        var holds: [String: UploadHold] = [:]
        var cursor: String?
        repeat {
            let page = try await workspace.stores.uploads.uploads(
                UploadQuery(owner: person, state: .receiving), limit: Self.page, after: cursor)
            for upload in page.items { holds[upload.id] = try await hold(upload) }
            cursor = page.next
        } while cursor != nil
        return holds
    }

    /// Nobody else works with the upload as long as the result lives; who is sending it is told that it is over.
    ///
    /// - Returns: nil: nothing is there of it.
    private func hold(_ upload: UploadRecord) async throws -> UploadHold? {
        let (folder, id) = (workspace.uploadFolder, upload.id)
        let deadline = ContinuousClock.now + timeout
        var giving: UploadGivingUp?
        while true {
            do {
                let hold = try await Self.pool.run { try folder.hold(id) }
                withExtendedLifetime(giving) {}
                return hold
            } catch let error as UploadError where error.kind == .notFound {
                return nil
            } catch let error as UploadError where error.kind == .locked {
                guard ContinuousClock.now < deadline else {
                    throw Problem.refused(
                        "Upload \(id) of `\(Printable.text(person))` is still in use by the process that sends or runs it, though it was "
                            + "cancelled \(HumanFormat.count(Int(timeout / .seconds(1)), "second")) ago. End that process or its connection, "
                            + "then try again.")
                }
                if giving == nil { giving = try await Self.pool.run { try folder.giveUp(id) } }
                try await Task.sleep(for: RunEnds.pollInterval)
            }
        }
    }

    private func eraseUploads(_ known: Known) async throws -> Bool {
        let folder = workspace.uploadFolder
        var isFound = false
        while true {
            let page = try await workspace.stores.uploads.uploads(
                UploadQuery(owner: person, state: nil), limit: Self.page, after: nil)
            if page.items.isEmpty { return isFound }
            isFound = true
            known.gone.uploads += page.items.count
            // The bytes first: without its record nobody knows whose they were.
            for upload in page.items {
                var held = known.holds.removeValue(forKey: upload.id)
                if held == nil { held = try await hold(upload) }
                if let hold = held { try await Self.pool.run { try folder.remove(upload.id, held: hold) } }
            }
            let ids = page.items.map(\.id)
            // The audit named uploads by their files before it named them by their ids.
            try await records.eraseAudit(about: ids + page.items.map(\.name))
            try await workspace.stores.uploads.forgetUploads(ids)
        }
    }

    // MARK: Runs and documents

    private func discardQuarantine(_ runs: [String]) async throws {
        for run in runs {
            try Task.checkCancellation()
            var query = QuarantineQuery()
            (query.run, query.state) = (run, nil)
            for entry in try await workspace.quarantine.quarantined(query, limit: 10, after: nil).items {
                guard let claim = try workspace.quarantineFolder.claim(entry.id) else {
                    throw Problem.refused("Another process is releasing or discarding \(entry.id) just now. Try again.")
                }
                _ = try await workspace.quarantine.resolve(entry.id, as: .discarded, to: nil)
                try await workspace.quarantineFolder.discard(entry.kept)
                try await records.eraseAudit(about: [entry.id, Path(entry.file).name.text])
                withExtendedLifetime(claim) {}
            }
        }
    }

    private func eraseLines(of runs: Set<String>) async throws {
        if runs.isEmpty { return }
        for name in workspace.channels.names {
            guard let channel = workspace.channels[name] as? any ErasingChannel else { continue }
            _ = try await channel.erase(ofRuns: runs)
        }
    }

    private func eraseDocuments(_ known: Known) async throws -> Bool {
        var isFound = false
        try await workspace.forEachDocument(of: person) { versions in
            try Task.checkCancellation()
            isFound = true
            try await records.eraseAudit(about: versions.flatMap { [$0.id, $0.name] } + [versions[0].series])
            do {
                _ = try await workspace.catalog.deleteDocument(of: versions[0].id, expecting: nil)
                known.gone.documents += 1
                known.gone.versions += versions.count
                known.gone.bytes += versions.reduce(0) { $0 + $1.size }
            } catch let error as CatalogError where error.kind == .notFound {
                // Somebody else has deleted it.
            }
            Failpoint.pass("forget.document-erased")
        }
        return isFound
    }

    /// The first part of the keys of their objects; others whose names look alike may share it.
    private var objectSegment: String {
        ObjectKey(owner: person, type: .resume, timestamp: 0, name: "").segments[0]
    }

    /// What processes that died have left in the store.
    private func eraseUnneededObjects() async throws {
        guard let listing = workspace.objects as? any ObjectListing else { return }
        let (segment, references) = (objectSegment, workspace.references)
        _ = try await listing.forEachPage(of: Self.page) { objects in
            let theirs = objects.map(\.key).filter { $0.segments[0] == segment }.map(\.text)
            if !theirs.isEmpty { _ = try await references.queueUnneeded(theirs) }
        }
    }
}
