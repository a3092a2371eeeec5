internal import Diagnostics
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Gives requests to webhooks their runs, also those that an earlier process has left.
final class WebhookService: Service {
    let name = "webhooks"
    private let context: UpContext
    private let retrying = AsyncSignal()
    private let taken: AsyncStream<WebhookRequest>
    private let announce: AsyncStream<WebhookRequest>.Continuation
    private let ready: AsyncStream<(WebhookRequest, RunRequest)>
    private let launch: AsyncStream<(WebhookRequest, RunRequest)>.Continuation
    /// The runs of those that are worked at, and messages whose files come.
    private let busy = Mutex<Set<String>>([])
    /// Is given an upload that is whole.
    private let completed: @Sendable (String) -> Void

    private static let interval = Duration.seconds(600)

    init(_ context: UpContext, completed: @escaping @Sendable (String) -> Void) {
        self.context = context
        self.completed = completed
        (taken, announce) = AsyncStream.makeStream()
        (ready, launch) = AsyncStream.makeStream()
    }

    var webhooks: Webhooks { Webhooks(context.uploads) }

    /// Has a request that is on record begin its run.
    func begin(_ request: WebhookRequest) {
        guard busy.withLock({ $0.insert(request.run).inserted }) else { return }
        if case .enqueued = announce.yield(request) { return }
        leave(request)
    }

    /// Takes a message with its file, and has it run.
    ///
    /// - Throws: as `Webhooks.take`; `UploadError` of kind `locked` while another request sends the same message.
    func take(
        _ message: Webhooks.FileMessage, _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable,
        by webhook: WebhookTrigger, of pipeline: Pipeline
    ) async throws -> WebhookRequest {
        // No run is called so.
        let key = message.id.map { "\(webhook.path) \($0)" }
        if let key, !busy.withLock({ $0.insert(key).inserted }) {
            throw UploadError(.locked, "Another request is sending the file of this message. Try again later.")
        }
        defer { if let key { busy.withLock { _ = $0.remove(key) } } }
        let (request, upload) = try await webhooks.take(message, bytes, by: webhook, of: pipeline)
        if let upload, upload.state == .complete { completed(upload.id) }
        return request
    }

    func run() async {
        async let preparing: Void = prepareAll()
        async let looking: Void = look()
        await withDiscardingTaskGroup { group in
            for await (request, run) in ready { group.addTask { await self.perform(request, run) } }
        }
        _ = await (preparing, looking)
    }

    func stop() {
        announce.finish()
        launch.finish()
        retrying.stop()
    }

    /// Looks at once for requests that wait: their pipeline may be there again.
    func lookAgain() {
        retrying.wake()
    }

    private func look() async {
        var backoff = Backoff()
        var pause = Self.interval
        repeat {
            do {
                let pipelines = Set(context.current.pipelines.map(\.name))
                let waiting = try await webhooks.look(among: pipelines) { begin($0) }
                for (pipeline, count) in waiting.sorted(by: { $0.key < $1.key }) {
                    context.log.error(
                        "webhook-problem",
                        "\(HumanFormat.count(count, "request")) to webhooks cannot begin, since the workspace does not have pipeline "
                            + "`\(Printable.text(pipeline))` any more. Put its file back into pipelines/.",
                        .init("pipeline", pipeline), .init("requests", count))
                }
                (backoff, pause) = (Backoff(), Self.interval)
            } catch {
                tell(error, nil)
                pause = backoff.next()
            }
        } while await retrying.wait(atMost: pause)
    }

    /// Files take a while to come: those that are under way when the process ends are left for the next one.
    private func prepareAll() async {
        await withDiscardingTaskGroup { group in
            for await request in taken { group.addTask { await self.prepare(request) } }
            group.cancelAll()
        }
    }

    private func prepare(_ request: WebhookRequest) async {
        do {
            switch try await webhooks.prepare(request, among: context.current.pipelines) {
            case .nothing: leave(request)
            case .upload(let upload):
                leave(request)
                if upload.state == .complete { completed(upload.id) }
            case .run(let run):
                if case .enqueued = launch.yield((request, run)) { return }
                leave(request)
            }
        } catch {
            leave(request)
            if !(error is CancellationError) { tell(error, request) }
        }
    }

    private func perform(_ request: WebhookRequest, _ run: RunRequest) async {
        defer { leave(request) }
        guard let pipeline = context.current.pipelines.first(where: { $0.name == request.pipeline }) else { return }
        guard let result = await context.launch(run, of: pipeline) else { return }
        if let failure = result.journalFailure {
            return context.log.error(
                "webhook-problem", "A run could not be recorded; it is tried again: \(failure.message)",
                .init("run", request.run))
        }
        do {
            try await webhooks.end(request)
        } catch {
            tell(error, request)
        }
    }

    private func leave(_ request: WebhookRequest) {
        busy.withLock { _ = $0.remove(request.run) }
    }

    private func tell(_ error: any Error, _ request: WebhookRequest?) {
        context.log.error(
            "webhook-problem", "A request to a webhook cannot be carried out now; it is tried again: \(error)",
            request.map { [.init("run", $0.run)] } ?? [])
    }
}
