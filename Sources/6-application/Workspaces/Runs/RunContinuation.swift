internal import Diagnostics
internal import Documents
package import Engine
package import Pipelines
internal import Platform
internal import Representations

/// A retry or replay of a run: a new run that goes on from it, if nothing is in the way.
package struct RunContinuation: Sendable {
    package let workspace: Workspace
    package let origin: RunDetail
    package let pipeline: Pipeline
    package let kind: RunOrigin.Kind
    /// The position of the first stage that runs again.
    package let from: Int

    package init(workspace: Workspace, origin: RunDetail, pipeline: Pipeline, kind: RunOrigin.Kind, from: Int) {
        self.workspace = workspace
        self.origin = origin
        self.pipeline = pipeline
        self.kind = kind
        self.from = from
    }

    /// - Throws: `Problem` when it cannot be; nothing was started then.
    package func request() async throws -> RunRequest {
        let run = origin.run
        let continuation = Continuation(origin: origin, kind: kind, from: from)
        let engine = workspace.engine(pool: WorkerPool(name: "check", width: 1), observe: { _ in })
        var causes = try await engine.obstacles(to: continuation, of: pipeline).map {
            Problem.refused($0.message, advice: $0.advice)
        }
        var file: Path?
        do {
            file = try await source()
        } catch let error as Problem {
            if readsFile { causes.append(error) } else { file = run.source?.path }
        }
        if !causes.isEmpty {
            let verb = kind == .retry ? "retried" : "replayed"
            throw Problem(.refused, "Run \(run.id) cannot be \(verb)", causes: causes)
        }
        // What quarantine keeps lies where nobody else may write.
        let source = file == run.source?.path ? file : nil
        return RunRequest(
            file: file, in: source.map { .ofRecord($0, tree: workspace.root) },
            inputs: try workspace.inputs(of: run, for: pipeline), trigger: run.trigger, shownFile: run.file,
            continuation: continuation)
    }

    /// Settles what the former run holds in quarantine, once the new one has ended.
    package func settle() async throws {
        var held = QuarantineQuery()
        held.run = origin.run.id
        for entry in try await workspace.quarantine.quarantined(held, limit: 10, after: nil).items {
            _ = try await Settlement(workspace: workspace).settle(entry)
        }
    }

    /// The original if it is what it was, or else what quarantine kept of it; nil: the run had no file.
    private func source() async throws -> Path? {
        guard let source = origin.run.source else {
            if let file = origin.run.file {
                throw Problem.refused(
                    "\(file) could not be read by run \(origin.run.id).",
                    advice: [.runAnew(pipeline: origin.run.pipeline)])
            }
            return nil
        }
        let finder = SourceFinder(folder: workspace.quarantineFolder)
        do {
            return try finder.original(source, of: origin.run.id, origin.run.pipeline, note: nil)
        } catch {
            var query = QuarantineQuery()
            query.run = origin.run.id
            let entry = try await workspace.quarantine.quarantined(query, limit: 1, after: nil).items.first
            guard let entry else {
                guard Files.exists(source.path) else {
                    throw Problem.refused("\(source.path) was removed since run \(origin.run.id).")
                }
                throw Problem.refused(
                    "\(source.path) was overwritten since run \(origin.run.id).",
                    advice: [.runPresentBytes(pipeline: origin.run.pipeline, file: source.path)])
            }
            return try finder.file(of: entry)
        }
    }

    /// Whether a stage that would run may read the document's file: those that run inside the database's transaction
    /// cannot.
    private var readsFile: Bool {
        Continuation(origin: origin, kind: kind, from: from).repeated(in: pipeline)
            .contains { !$0.bound.isTransactional }
    }
}
