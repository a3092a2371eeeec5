internal import Documents
internal import HTTPMessages
internal import Pipelines
internal import Platform
package import Representations

/// Runs that uploads and requests to webhooks name, and that the journal need not have yet.
extension Stores {
    /// The run of an id that somebody was given. Whoever was may ask for it at once. The journal is to be asked before, and again
    /// where this finds nothing: the run may have begun and ended in the meantime.
    ///
    /// - Parameters:
    ///   - owner: only a run for this person; nil: for anybody.
    ///   - pipelines: the names of those that the workspace has; asked when there is such a run.
    /// - Returns: nil: nobody waits for such a run.
    /// - Throws: the stores' errors; what `pipelines` throws.
    package func awaitedRun(
        _ run: String, for owner: String?, among pipelines: () throws -> Set<String>
    ) async throws -> AwaitedRun? {
        // A request is with its upload, which has the id of the run, before it is pending no more.
        let request = try await webhooks.webhookRequest(ofRun: run)
        if let request, request.isPending, owner == nil || request.owner == owner {
            return AwaitedRun(request, among: try pipelines())
        }
        if let request, let upload = try await uploads.upload(run, owner: owner), upload.state == .complete {
            return AwaitedRun(upload, of: request, among: try pipelines())
        }
        let query = UploadQuery(owner: owner, state: .running)
        var cursor: String?
        repeat {
            let page = try await uploads.uploads(query, limit: 1_000, after: cursor)
            if let upload = page.items.first(where: { $0.run == run }) {
                return AwaitedRun(upload, of: request, among: try pipelines())
            }
            cursor = page.next
        } while cursor != nil
        return nil
    }

    /// All that have not begun, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: so many requests, so many whole uploads, and so many that have the id of a run.
    ///   - pipelines: as above.
    /// - Throws: as above.
    package func awaitedRuns(limit: Int, among pipelines: () throws -> Set<String>) async throws -> [AwaitedRun] {
        let requests = try await webhooks.pendingWebhookRequests(limit: limit)
        var whole: [UploadRecord] = []
        for state in [UploadRecord.State.complete, .running] {
            whole += try await uploads.uploads(UploadQuery(state: state), limit: limit, after: nil).items
        }
        if requests.isEmpty, whole.isEmpty { return [] }
        let pipelines = try pipelines()
        var runs = requests.map { AwaitedRun($0, among: pipelines) }
        for upload in whole {
            runs.append(
                AwaitedRun(upload, of: try await webhooks.webhookRequest(ofRun: upload.id), among: pipelines))
        }
        var awaited: [AwaitedRun] = []
        for run in runs {
            // A request is pending as long as its run goes on.
            if let id = run.run, try await journal.run(id) != nil { continue }
            awaited.append(run)
        }
        return awaited.sorted { ($0.since, $0.run ?? "") < ($1.since, $1.run ?? "") }
    }
}

extension WebhookRequest {
    /// Whether it is not with its run yet; one whose file is its body is only once that has come.
    fileprivate var isPending: Bool { !isWithRun && !digest.isEmpty }
}

extension AwaitedRun {
    fileprivate init(_ request: WebhookRequest, among pipelines: Set<String>) {
        let server = request.file.map { HTTPAddress.server(of: $0.url) ?? $0.url }
        self.init(
            run: request.run, upload: nil, webhook: request.hook, pipeline: request.pipeline, since: request.createdAt,
            reason: pipelines.contains(request.pipeline) ? server.map { .file(server: $0) } ?? .turn : .noPipeline)
    }

    /// - Parameter request: that has brought the upload; nil: none has.
    fileprivate init(_ upload: UploadRecord, of request: WebhookRequest?, among pipelines: Set<String>) {
        self.init(
            run: upload.run ?? request?.run, upload: upload.id, webhook: request?.hook, pipeline: upload.pipeline,
            since: upload.createdAt, reason: pipelines.contains(upload.pipeline) ? .turn : .noPipeline)
    }
}
