internal import Accounts
package import Documents
package import Pipelines
internal import Digests
internal import Platform
internal import Representations
internal import UploadFolder

/// Files that are the bodies of requests.
///
/// Such a request is on record before its file comes, and taken once the upload with the id of its run has all its bytes. Until then
/// whoever sends it has no answer and sends it again.
extension Webhooks {
    /// What somebody sends with a file who has proved that they may.
    package struct FileMessage: Sendable {
        /// As that of a `Message`.
        package let id: String?
        /// What the file is called, without folders.
        package let name: String
        /// In bytes.
        package let length: Int64
        /// Of the pipeline, as `NAME=VALUE`.
        package let inputs: [String]

        package init(id: String?, name: String, length: Int64, inputs: [String]) {
            self.id = id
            self.name = name
            self.length = length
            self.inputs = inputs
        }

        /// SHA-256 of what it says of its file.
        var announced: String {
            let texts = [name, "\(length)"] + inputs
            return SHA256.hex(of: Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        }
    }

    /// Takes a message with its file, once: of one that was taken before nothing is read, and it has the same run, as long as name, length
    /// and inputs are the same. When its file does not come whole, nothing of it is left.
    ///
    /// Whoever calls it does so for one request of a message at a time.
    ///
    /// - Parameter bytes: of the file.
    /// - Returns: also the upload, which may be still to be run; nil: it has ended, and is forgotten.
    /// - Throws: as `take`, and what `bytes` throws.
    package func take(
        _ message: FileMessage, _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable,
        by webhook: WebhookTrigger, of pipeline: Pipeline
    ) async throws -> (request: WebhookRequest, upload: UploadRecord?) {
        var known: WebhookRequest?
        if let id = message.id, let found = try await store.webhookRequest(id, of: webhook.path) {
            known = try Self.same(found, asOf: message)
            let upload = try await found.isWithRun ? nil : wholeUpload(of: found)
            var isTaken = found.isWithRun || upload != nil
            if !isTaken { isTaken = try await workspace.journal.run(found.run) != nil }
            if isTaken {
                try await end(found)
                return (found, upload)
            }
        }
        let now = uploads.now()
        let run = known?.run ?? Identifier.run(at: now)
        let owner = known?.owner ?? webhook.owner ?? workspace.owner
        try await requireOwner(owner)
        let (announced, inputs) = try await announce(
            message.name, length: message.length, with: message.inputs, by: webhook, of: pipeline, owner: owner)
        let request = WebhookRequest(
            hook: webhook.path, message: message.id ?? run, digest: "", run: run, pipeline: pipeline.name, owner: owner,
            inputs: [:], file: nil, createdAt: now, announced: message.announced)
        return try await workspace.audited(webhook.actor, "runs.start", .run(run), detail: pipeline.name) {
            let taken = try Self.same(try await store.addWebhookRequest(request), asOf: message)
            let upload: UploadRecord
            do {
                upload = try await receive(bytes, announced, inputs, taken, pipeline)
            } catch {
                // A task that is cancelled because the sender has left reads nothing. What cannot be forgotten now is when its time is
                // over, unless the same message comes again.
                await Task { try? await store.forgetWebhookRequest(ofRun: taken.run) }.value
                // To whoever sends it there is no upload that could be gone.
                if let error = error as? UploadError, [.notFound, .expired].contains(error.kind) {
                    throw UploadError(.locked, "The file was given up while it was sent. Try again later.")
                }
                throw error
            }
            try await end(taken)
            return (taken, upload)
        }
    }

    private static func same(_ known: WebhookRequest, asOf message: FileMessage) throws -> WebhookRequest {
        let same = try Self.same(known, asOf: "")
        guard let announced = same.announced, announced != message.announced else { return same }
        throw Problem.refused(
            "Message `\(Printable.short(known.message))` came before with another name, length or input. A new message needs an id "
                + "of its own.")
    }

    private func receive(
        _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable, _ announced: UploadAnnouncement, _ inputs: Record,
        _ request: WebhookRequest, _ pipeline: Pipeline
    ) async throws -> UploadRecord {
        let (folder, run) = (uploads.folder, request.run)
        // Of a process that died before its upload was on record.
        try await uploads.pool.run { try folder.remove(run) }
        try await uploads.requireFew(of: announced.owner, isResumable: false)
        let file = try await uploads.add(announced, as: run, at: uploads.now(), to: pipeline, inputs: inputs)
        // Whoever it is for may have been erased meanwhile.
        guard try await store.webhookRequest(ofRun: run) != nil else {
            await uploads.discard(file)
            throw Uploads.absent(run)
        }
        return try await uploads.receive(bytes, of: file).upload
    }
}
