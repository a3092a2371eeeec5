package import Accounts
package import Diagnostics
package import Documents
package import Engine
package import Pipelines
internal import Platform
package import Representations
package import Workspaces

/// A long-lived process's work, for a face that stays beside it: the workspace as it is now, and runs on the process's own
/// engine.
package struct RunningService: ServiceReporting {
    private let context: UpContext
    private let reporter: UpReporter
    private let requested: RequestedRuns
    private let erasures: RequestedErasures
    private let uploadService: UploadService
    private let webhookService: WebhookService
    private let recovery: RecoveryService
    private let wakeDelivery: @Sendable () -> Void
    /// What happens to the runs of this process.
    package let events: LiveEvents

    init(
        _ context: UpContext, reporter: UpReporter, requested: RequestedRuns, erasures: RequestedErasures,
        uploads: UploadService, webhooks: WebhookService, recovery: RecoveryService, events: LiveEvents,
        wakeDelivery: @escaping @Sendable () -> Void
    ) {
        self.context = context
        self.reporter = reporter
        self.requested = requested
        self.erasures = erasures
        uploadService = uploads
        webhookService = webhooks
        self.recovery = recovery
        self.events = events
        self.wakeDelivery = wakeDelivery
    }

    /// As the last reload left it.
    package var workspace: Workspace { context.workspace }

    /// Sorted by name; as the last reload left them.
    package var pipelines: [Pipeline] { context.current.pipelines }

    package var log: Log { context.log }

    /// Whether nothing new is to begin.
    package var isStopping: Bool { context.isStopping }

    package func report() -> ServiceReport { reporter.report() }

    /// The figures of the process as Prometheus reads them.
    package var metrics: String { Metrics.text(report()) }

    /// What happens here, for runs that a use case carries out itself.
    package func observe(_ event: HostEvent) { context.monitor.observe(event) }

    /// The pipeline of that name, as it is now.
    ///
    /// - Throws: `Problem` of kind `notFound`.
    package func pipeline(_ name: String) throws -> Pipeline {
        guard let pipeline = pipelines.first(where: { $0.name == name }) else {
            throw Problem(.notFound, "There is no pipeline `\(Printable.text(name))`.")
        }
        return pipeline
    }

    /// Has a run begin as soon as there is room, and returns at once.
    ///
    /// - Parameter ended: called once it has ended; nil: the process ends, and it did not begin.
    /// - Returns: the run's id; it is on record once the run has begun.
    /// - Throws: `Problem` when the process ends.
    package func begin(
        _ request: RunRequest, of pipeline: Pipeline, ended: @escaping @Sendable (RunResult?) async -> Void = { _ in }
    ) throws -> String {
        let id = request.id ?? Identifier.run()
        let work = RequestedRuns.Work(request: request.identified(as: id), pipeline: pipeline, ended: ended)
        guard requested.add(work) else { throw Problem.refused("The service is ending; nothing new begins.") }
        return id
    }

    /// Has runs that other processes have left looked for and carried on now, and not at the next of the looks that come by
    /// themselves.
    package func resumeRuns() { recovery.look() }

    /// Has notifications that are due delivered now, and not at the next look that comes by itself.
    package func deliverNotifications() { wakeDelivery() }

    /// Erases a person and waits for the end of that; it goes on when the task is cancelled.
    ///
    /// - Throws: what the erasure throws; `Problem` when the same person is being erased, or when the process ends;
    ///   `CancellationError`.
    package func erase(_ erasure: PersonErasure, by actor: Actor) async throws -> ErasureReport {
        try await erasures.perform(erasure, by: actor)
    }

    /// Whoever waits for the end of an erasure is let go, since the face ends.
    package func dismissErasures() { erasures.dismiss() }

    /// Files that are sent in pieces.
    package var uploads: Uploads { context.uploads }

    /// Has an upload that is whole run.
    package func completed(_ upload: UploadRecord) { uploadService.completed(upload.id) }

    /// Takes what a webhook was sent by somebody who has proved that they may, and has it run.
    ///
    /// - Throws: as `Webhooks.take`.
    package func take(
        _ message: Webhooks.Message, by webhook: WebhookTrigger, of pipeline: Pipeline
    ) async throws -> WebhookRequest {
        let request = try await webhookService.webhooks.take(message, by: webhook, of: pipeline)
        webhookService.begin(request)
        return request
    }

    /// The same of a message with its file, which is read from `bytes`.
    ///
    /// - Throws: as `Webhooks.take`; `UploadError` of kind `locked` while another request sends the same message.
    package func take(
        _ message: Webhooks.FileMessage, _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable,
        by webhook: WebhookTrigger, of pipeline: Pipeline
    ) async throws -> WebhookRequest {
        try await webhookService.take(message, bytes, by: webhook, of: pipeline)
    }

    /// The name of the pipeline of a run that was asked for here and has not begun; nil: there is no such run.
    package func pipeline(ofQueued id: String) -> String? { requested.pipeline(ofQueued: id) }
}
