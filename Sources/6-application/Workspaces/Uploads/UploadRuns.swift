internal import Diagnostics
package import Documents
package import Engine
package import Pipelines
internal import Platform
internal import Representations
internal import UploadFolder

/// Gives whole uploads to their runs, each to one.
///
/// The id of the run is on record before it begins; so whoever finds the upload after a process has died asks the journal
/// whether the run has begun, and begins it under the same id if not. Who works with an upload has its lock.
package struct UploadRuns: Sendable {
    private let uploads: Uploads
    private let pipelines: @Sendable () -> [Pipeline]
    private let launch: @Sendable (RunRequest, Pipeline) async -> RunResult?
    private let ends: RunEnds
    private let isLeaving: @Sendable () -> Bool

    /// - Parameters:
    ///   - pipelines: all that the workspace has now.
    ///   - launch: runs a pipeline, whose definition is pinned; nil: the process ends, and the run did not begin.
    ///   - ends: of the engine that runs them.
    ///   - isLeaving: whether runs are waited for no longer.
    package init(
        _ uploads: Uploads, pipelines: @escaping @Sendable () -> [Pipeline],
        launch: @escaping @Sendable (RunRequest, Pipeline) async -> RunResult?, ends: RunEnds,
        isLeaving: @escaping @Sendable () -> Bool
    ) {
        self.uploads = uploads
        self.pipelines = pipelines
        self.launch = launch
        self.ends = ends
        self.isLeaving = isLeaving
    }

    private var workspace: Workspace { uploads.workspace }
    private var store: any UploadStore { workspace.stores.uploads }

    /// What became of a whole upload.
    package enum Outcome: Sendable {
        /// Its run has ended in this process.
        case ran(RunResult)
        /// Its run had ended, or another process has ended it.
        case ended(run: String)
        /// Somebody else works with it, or the process ends: it is carried on later.
        case left
    }

    /// Has a whole upload run, waits for the end of the run, and removes the bytes.
    ///
    /// - Throws: `UploadError` of kind `notFound`, of kind `noPipeline` when its pipeline is gone; the stores' errors, `SystemError`.
    package func run(_ id: String) async throws -> Outcome {
        let hold: UploadHold
        do {
            guard let held = try await self.hold(id) else { return .left }
            hold = held
        } catch let error as UploadError where error.kind == .notFound {
            let upload = try await uploads.upload(id, of: nil)
            guard upload.state == .ended, let run = upload.run else { throw error }
            return .ended(run: run)
        }
        let upload = try await uploads.upload(id, of: nil)
        guard upload.state == .complete || upload.state == .running else {
            if upload.state == .ended, let run = upload.run {
                try await end(upload, run: run, hold)
                return .ended(run: run)
            }
            return .left
        }
        let pipeline = try pipeline(of: upload)
        try await workspace.journal.pin(
            definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        // The run of a file that a webhook was sent has the id that its sender was told.
        let hook = try await workspace.stores.webhooks.webhookRequest(ofRun: id)
        let given = try await store.giveUpload(id, to: upload.run ?? hook?.run ?? Identifier.run(at: uploads.now()))
        guard let given, let run = given.run else {
            throw UploadError(.notFound, "Upload \(id) was removed in the meantime.")
        }
        Failpoint.pass("upload.given")
        return try await carry(given, run, pipeline, hold, hook)
    }

    /// Whoever asks how far an upload is has it for a moment; who runs it, for longer.
    private static let tries = (count: 50, pause: Duration.milliseconds(100))

    /// - Returns: nil: somebody else works with it.
    private func hold(_ id: String) async throws -> UploadHold? {
        let folder = uploads.folder
        for _ in 0..<Self.tries.count {
            do {
                return try await uploads.pool.run { try folder.hold(id) }
            } catch let error as UploadError where error.kind == .locked {
                if isLeaving() { return nil }
                try await Task.sleep(for: Self.tries.pause)
            }
        }
        return nil
    }

    private func carry(
        _ upload: UploadRecord, _ run: String, _ pipeline: Pipeline, _ hold: UploadHold, _ hook: WebhookRequest?
    ) async throws -> Outcome {
        if try await workspace.journal.run(run) != nil { return try await follow(upload, run, hold) }
        var trigger = hook?.trigger.record ?? Trigger.upload(id: upload.id, file: upload.name).record
        if let document = upload.document { trigger["document"] = .record(document) }
        let request = RunRequest(
            file: uploads.folder.file(of: upload.id, named: Path(upload.name)), inputs: upload.inputs(for: pipeline),
            owner: upload.owner, trigger: trigger, shownFile: upload.name, id: run)
        guard let result = await launch(request, pipeline) else { return .left }
        if let failure = result.journalFailure {
            throw Problem(.failed, "Run \(run) of upload \(upload.id) could not be recorded: \(failure.message)")
        }
        // Another run's result stands for this one, which is not on record then.
        if result.duplicateOf == nil {
            if result.isAbandoned || result.run.status == .running { return try await follow(upload, run, hold) }
        }
        try await end(upload, run: run, hold, standing: result.duplicateOf)
        return .ran(result)
    }

    /// Waits for the end of a run that others carry on, as long as this process does not end.
    private func follow(_ upload: UploadRecord, _ run: String, _ hold: UploadHold) async throws -> Outcome {
        let isLeaving = isLeaving
        switch try await ends.end(of: run, in: workspace.journal, isLeaving: { isLeaving() }) {
        case .ended:
            try await end(upload, run: run, hold)
            return .ended(run: run)
        case .unknown, .notAwaited: return .left
        }
    }

    /// The run has ended.
    ///
    /// - Parameter standing: the run whose result stands for it, if it is not on record itself.
    private func end(_ upload: UploadRecord, run: String, _ hold: UploadHold, standing: String? = nil) async throws {
        _ = try await store.endUpload(
            upload.id, as: .ended, by: standing, forgetAt: uploads.now().advanced(by: UploadRecord.lifetime))
        Failpoint.pass("upload.ended")
        if try await workspace.refers(toFileOf: run) { return }
        let folder = uploads.folder
        try await uploads.pool.run { try folder.remove(upload.id, held: hold) }
    }

    private func pipeline(of upload: UploadRecord) throws -> Pipeline {
        if let pipeline = pipelines().first(where: { $0.name == upload.pipeline }) { return pipeline }
        throw UploadError(
            .noPipeline,
            "Upload \(upload.id) waits for pipeline `\(Printable.text(upload.pipeline))`, which the workspace does not have any "
                + "more. Put its file back into pipelines/.")
    }

    // MARK: After a start

    /// Carries on what processes that died have left: whole uploads that are not on record as such are, and all of them run.
    ///
    /// - Parameters:
    ///   - width: how many at a time, at least 1.
    ///   - ended: called with what became of each.
    /// - Throws: what keeps them from being found.
    package func carryOn(
        width: Int, ended: @escaping @Sendable (UploadRecord, Result<Outcome, any Error>) -> Void
    ) async throws {
        try await uploads.forEach(.receiving) { page in
            for upload in page { try await uploads.completeIfWhole(upload) }
        }
        var whole: [UploadRecord] = []
        try await uploads.forEach(.complete) { whole += $0 }
        try await uploads.forEach(.running) { whole += $0 }
        // The oldest first.
        await withTaskGroup(of: Void.self) { group in
            for (index, upload) in whole.sorted(by: { $0.id < $1.id }).enumerated() {
                if index >= width { await group.next() }
                group.addTask {
                    do {
                        ended(upload, .success(try await run(upload.id)))
                    } catch {
                        ended(upload, .failure(error))
                    }
                }
            }
        }
    }
}

extension Uploads {
    /// Completes a received upload that has all its bytes; leaves it when somebody works with it.
    func completeIfWhole(_ upload: UploadRecord) async throws {
        let (folder, name) = (folder, Path(upload.name))
        do {
            let isWhole = try await pool.run {
                guard try folder.offset(of: upload.id, named: name) == upload.length else { return false }
                try folder.finish(upload.id, named: name)
                return true
            }
            if isWhole { _ = try await complete(upload) }
        } catch let error as UploadError where error.kind == .locked || error.kind == .notFound {
            return
        }
    }
}

extension Workspace {
    /// Whether quarantine has no bytes of its own of a run's file, so that removing it would lose them.
    func refers(toFileOf run: String) async throws -> Bool {
        guard let held = try await quarantine.quarantineEntry(run) else { return false }
        return held.state == .held && held.kept.way == .reference
    }
}
