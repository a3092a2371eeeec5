internal import Documents
internal import Pipelines

extension Workspace {
    /// The pipeline of a run that an upload or a request to a webhook names, and that the journal need not have yet. Whoever was
    /// given such an id may ask for it at once. The journal is to be asked before, and again where this finds nothing: the run
    /// may have begun and ended in the meantime.
    ///
    /// - Parameter owner: only a run for this person; nil: for anybody.
    /// - Returns: nil: nobody waits for such a run.
    /// - Throws: the stores' errors.
    package func pipeline(ofAwaited run: String, for owner: String?) async throws -> String? {
        // A request is with its upload, which has the id of the run, before it is pending no more.
        if let request = try await stores.webhooks.webhookRequest(ofRun: run), owner == nil || request.owner == owner,
            try await stores.webhooks.pendingWebhookRequests(limit: 10_000).contains(where: { $0.run == run })
        {
            return request.pipeline
        }
        if let upload = try await stores.uploads.upload(run, owner: owner), upload.state == .complete,
            try await stores.webhooks.webhookRequest(ofRun: run) != nil
        {
            return upload.pipeline
        }
        let query = UploadQuery(owner: owner, state: .running)
        var cursor: String?
        repeat {
            let page = try await stores.uploads.uploads(query, limit: 1_000, after: cursor)
            if let upload = page.items.first(where: { $0.run == run }) { return upload.pipeline }
            cursor = page.next
        } while cursor != nil
        return nil
    }
}
