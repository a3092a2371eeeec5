internal import Accounts
internal import Diagnostics
package import Documents
package import Engine
internal import Glibc
package import Pipelines
internal import Platform
internal import Representations
internal import UploadFolder

/// Why a webhook takes nothing, whatever it is sent: somebody has to correct the workspace.
package struct WebhookFault: Error, Hashable, CustomStringConvertible {
    /// A sentence for whoever does that.
    package let description: String
}

/// Requests to the webhooks of pipelines.
///
/// A request is on record, with the id of its run, before it is answered; so whoever finds it after a process has died begins the
/// run if the journal has none. The run of a file is an upload's, see `UploadRuns`: the upload has the run's id.
package struct Webhooks: Sendable {
    let uploads: Uploads
    private let files: HookedFiles

    /// - Parameter files: gets what requests name.
    package init(_ uploads: Uploads, files: HookedFiles = HookedFiles()) {
        self.uploads = uploads
        self.files = files
    }

    var workspace: Workspace { uploads.workspace }
    var store: any WebhookStore { workspace.stores.webhooks }

    // MARK: Taking

    /// What somebody sends who has proved that they may.
    package struct Message: Sendable {
        /// The sender's id of it; nil: it has none, and each request is one of its own.
        package let id: String?
        /// SHA-256 of the body, in hexadecimal digits.
        package let digest: String
        /// Of the pipeline, as `NAME=VALUE`.
        package let inputs: [String]
        package let file: WebhookRequest.File?

        package init(id: String?, digest: String, inputs: [String], file: WebhookRequest.File?) {
            self.id = id
            self.digest = digest
            self.inputs = inputs
            self.file = file
        }
    }

    /// Takes a message, once: the same one again has the same run.
    ///
    /// - Returns: the request, which is on disk.
    /// - Throws: `WebhookFault`; `Problem` when the pipeline cannot run with it, of kind `refused` when another body had the
    ///   same id; `InputError`, `UploadError`; the stores' errors.
    package func take(
        _ message: Message, by webhook: WebhookTrigger, of pipeline: Pipeline
    ) async throws -> WebhookRequest {
        if let id = message.id, let known = try await store.webhookRequest(id, of: webhook.path) {
            return try Self.same(known, asOf: message.digest)
        }
        let now = uploads.now()
        let run = Identifier.run(at: now)
        let owner = webhook.owner ?? workspace.owner
        try await requireOwner(owner)
        let inputs = try await inputs(of: message, by: webhook, of: pipeline, owner: owner)
        let request = WebhookRequest(
            hook: webhook.path, message: message.id ?? run, digest: message.digest, run: run, pipeline: pipeline.name,
            owner: owner, inputs: inputs, file: message.file, createdAt: now)
        let taken = try await workspace.audited(webhook.actor, "runs.start", .run(run), detail: pipeline.name) {
            try Self.same(try await store.addWebhookRequest(request), asOf: message.digest)
        }
        Failpoint.pass("hook.taken")
        return taken
    }

    /// - Parameter digest: of the message that has come; of a file's, none.
    static func same(_ known: WebhookRequest, asOf digest: String) throws -> WebhookRequest {
        if known.digest == digest { return known }
        throw Problem.refused(
            "Message `\(Printable.short(known.message))` came before with another body. A new message needs an id of its own."
        )
    }

    /// The inputs of the run, checked.
    private func inputs(
        of message: Message, by webhook: WebhookTrigger, of pipeline: Pipeline, owner: String
    ) async throws -> Record {
        if let file = message.file {
            if let fault = HookedFiles.fault(of: file.url) { throw Problem.invalidRequest("`url` of `file` \(fault)") }
            var (announced, inputs) = try await announce(
                file.name, length: 1, with: message.inputs, by: webhook, of: pipeline, owner: owner)
            if let title = announced.title { inputs["title"] = .string(title) }
            return inputs
        }
        try Self.requireUndecided(message.inputs)
        if let reader = pipeline.firstReader {
            throw Problem.invalidRequest(
                "pipeline `\(pipeline.name)` needs a file, which its stage `\(reader.id)` reads: send `file` with its `url`, "
                    + "or the file itself to `\(webhook.path)/file`")
        }
        let names = Set(pipeline.inputs.map(\.name))
        var arguments = message.inputs
        if names.contains("user") { arguments.append("user=\(owner)") }
        if names.contains("type"), let type = webhook.type { arguments.append("type=\(type.rawValue)") }
        let inputs = try await workspace.requests(for: pipeline, files: [], arguments: arguments).first?.inputs ?? [:]
        try await uploads.requireKnown(inputs, of: owner, for: pipeline)
        return inputs
    }

    /// Whoever sends something cannot help it that the webhook names nobody. Who has documents and no account is being erased, or was
    /// removed: nothing is added to what is theirs.
    ///
    /// - Throws: `WebhookFault`; the stores' errors.
    func requireOwner(_ owner: String) async throws {
        guard try await workspace.accounts.hasPeople(), owner != workspace.owner,
            try await workspace.accounts.person(owner) == nil
        else { return }
        do {
            try await workspace.requireOwner(owner)
            throw WebhookFault(description: "Owner `\(Printable.text(owner))` has no account.")
        } catch let problem as Problem where problem.kind == .notFound {
            throw WebhookFault(description: problem.message)
        }
    }

    private static func requireUndecided(_ inputs: [String]) throws {
        for name in ["user", "owner", "type"] where inputs.contains(where: { $0.hasPrefix("\(name)=") }) {
            throw Problem.invalidRequest("the webhook decides the input `\(name)`: leave it out")
        }
    }

    /// Announces a file, and checks what can be told before its bytes are there.
    ///
    /// - Parameters:
    ///   - length: in bytes; 1 where nobody has said it yet.
    ///   - inputs: of the pipeline, as `NAME=VALUE`.
    /// - Returns: also the inputs of the run, but for title, type and owner.
    func announce(
        _ name: String, length: Int64, with inputs: [String], by webhook: WebhookTrigger, of pipeline: Pipeline,
        owner: String
    ) async throws -> (UploadAnnouncement, inputs: Record) {
        try Self.requireUndecided(inputs)
        guard let type = webhook.type ?? pipeline.documentType(of: nil) else {
            throw Problem.refused(
                "Pipeline `\(pipeline.name)` does not say what kind of document the file is. Give its webhook a `type`."
            )
        }
        let titles = inputs.filter { $0.hasPrefix("title=") }
        if titles.count > 1 {
            throw UploadError(
                .invalid, "Input `title` is given \(titles.count) times; only a list may be given more than once.")
        }
        let title = titles.first.map { String($0.dropFirst("title=".count)) }
        let announced = UploadAnnouncement(
            owner: owner, length: length, name: name, type: type, title: title,
            inputs: inputs.filter { !$0.hasPrefix("title=") })
        try announced.check(workspace.definition.rules)
        let checked = try await workspace.identified(announced.inputs(for: pipeline), for: pipeline)
        try await uploads.requireKnown(checked, of: owner, for: pipeline)
        return (announced, checked)
    }

    // MARK: Beginning

    /// What a request waits for.
    package enum Next: Sendable {
        /// It is with its run, which has begun; or it is not on record any more.
        case nothing
        /// A whole upload, which runs as others do.
        case upload(UploadRecord)
        /// A run, which is to be begun.
        case run(RunRequest)
    }

    /// Prepares the run of a request: gets its file, if it names one. Cancelling the task leaves it for later.
    ///
    /// - Parameters:
    ///   - pipelines: all that the workspace has now.
    /// - Throws: `Problem` when its pipeline is gone; the stores' errors, `SystemError`, `CancellationError`.
    package func prepare(_ request: WebhookRequest, among pipelines: [Pipeline]) async throws -> Next {
        if try await workspace.journal.run(request.run) != nil {
            try await store.endWebhookRequest(ofRun: request.run)
            return .nothing
        }
        guard let pipeline = pipelines.first(where: { $0.name == request.pipeline }) else {
            throw Problem(
                .notFound,
                "The request to `\(request.hook)` waits for pipeline `\(Printable.text(request.pipeline))`, which the workspace "
                    + "does not have any more. Put its file back into pipelines/.")
        }
        guard let file = request.file else {
            return .run(
                RunRequest(
                    file: nil, inputs: request.inputs, owner: request.owner, trigger: request.trigger.record,
                    id: request.run))
        }
        do {
            return try await upload(file, request, pipeline)
        } catch let error as HookedFileError {
            return .run(try failing(file, request, pipeline, because: error.description))
        } catch let error as UploadError where [.invalid, .tooLarge].contains(error.kind) {
            return .run(try failing(file, request, pipeline, because: error.message))
        }
    }

    /// The run of a request has ended.
    package func end(_ request: WebhookRequest) async throws {
        try await store.endWebhookRequest(ofRun: request.run)
        Failpoint.pass("hook.ended")
    }

    private func upload(
        _ file: WebhookRequest.File, _ request: WebhookRequest, _ pipeline: Pipeline
    ) async throws -> Next {
        if let upload = try await wholeUpload(of: request) {
            try await end(request)
            return .upload(upload)
        }
        let announced = try self.announced(file, request, pipeline, length: 1)
        let fetched = try await fetchedFile(named: request.run)
        try await files.get(
            file.url, to: fetched, maxSize: workspace.definition.rules[announced.type].maxSize,
            reach: workspace.definition.reach)
        // Whoever it is for may have been erased meanwhile.
        guard try await store.webhookRequest(ofRun: request.run) != nil else { return .nothing }
        let length = try await uploads.pool.run { try fetched.status().size }
        let whole = try self.announced(file, request, pipeline, length: length)
        try whole.check(workspace.definition.rules)
        let inputs = request.inputs.filter { $0.key != "title" }
        let coming = try await uploads.add(
            whole, as: request.run, at: uploads.now(), to: pipeline,
            inputs: Record(uniqueKeys: inputs.map { ($0.key, $0.value) }))
        let done = try await uploads.receive(bytes(of: fetched, length: length), of: coming)
        try await end(request)
        return .upload(done.upload)
    }

    /// The upload that an earlier process has begun for a request, if all its bytes have come. Of another one nothing is left.
    func wholeUpload(of request: WebhookRequest) async throws -> UploadRecord? {
        let store = workspace.stores.uploads
        guard let found = try await store.upload(request.run, owner: nil) else { return nil }
        if found.state == .receiving { try await uploads.completeIfWhole(found) }
        // It may be removed meanwhile, as what its request has left.
        guard let upload = try await store.upload(request.run, owner: nil) else { return nil }
        switch upload.state {
        case .complete, .running, .ended: return upload
        case .receiving, .expired:
            do {
                try await uploads.terminate(upload.id, of: nil)
            } catch let error as UploadError where error.kind == .notFound {}
            return nil
        }
    }

    private func announced(
        _ file: WebhookRequest.File, _ request: WebhookRequest, _ pipeline: Pipeline, length: Int64
    ) throws -> UploadAnnouncement {
        let webhook = pipeline.triggers.webhooks.first { $0.path == request.hook }
        guard let type = webhook?.type ?? pipeline.documentType(of: nil) else {
            throw HookedFileError(
                "Pipeline `\(pipeline.name)` does not say any more what kind of document the file is.", isPassing: false
            )
        }
        return UploadAnnouncement(
            owner: request.owner, length: length, name: file.name, type: type, title: request.inputs["title"]?.string)
    }

    /// A file without a name in the workspace's own folder, so that nothing of it is left whatever happens.
    private func fetchedFile(named run: String) async throws -> FileDescriptor {
        let state = workspace.root == "." ? Path(".compass") : workspace.root.appending(".compass")
        return try await uploads.pool.run {
            let folder = try Folder(opening: state)
            let name = Path("fetch-\(run)")
            let file = try folder.open(name, flags: O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
            _ = try folder.remove(name)
            return file
        }
    }

    private func bytes(of file: FileDescriptor, length: Int64) -> AsyncThrowingStream<[UInt8], any Error> {
        let pool = uploads.pool
        let position = Guarded<Int64>(0)
        return AsyncThrowingStream {
            let start = position.withLock { $0 }
            if start >= length { return nil }
            let piece = try await pool.run { try file.bytes(at: start, count: Int(min(1 << 20, length - start))) }
            if piece.isEmpty { return nil }
            position.withLock { $0 += Int64(piece.count) }
            return piece
        }
    }

    /// A run that says why there is no file.
    private func failing(
        _ file: WebhookRequest.File, _ request: WebhookRequest, _ pipeline: Pipeline, because obstacle: String
    ) throws -> RunRequest {
        var inputs = request.inputs
        let names = Set(pipeline.inputs.map(\.name))
        if names.contains("user") { inputs["user"] = .string(request.owner) }
        if names.contains("type"), let type = try? announced(file, request, pipeline, length: 1).type {
            inputs["type"] = .string(type.rawValue)
        }
        return RunRequest(
            file: uploads.folder.file(of: request.run, named: Path(file.name)), inputs: inputs, owner: request.owner,
            trigger: request.trigger.record, shownFile: file.name, id: request.run, obstacle: obstacle)
    }

    // MARK: Looking

    /// Looks through all requests that are not with their runs, the oldest first. Forgets those that have been for long.
    ///
    /// - Parameters:
    ///   - pipelines: the names of all that the workspace has now.
    ///   - page: how many are read at a time.
    ///   - begin: called with those whose pipeline is among them.
    /// - Returns: how many wait for pipelines that are gone, by their names.
    /// - Throws: the stores' errors.
    package func look(
        among pipelines: Set<String>, page: Int = 1_000, _ begin: (WebhookRequest) -> Void
    ) async throws -> [String: Int] {
        try await store.forgetWebhookRequests(before: uploads.now().advanced(by: .zero - WebhookRequest.lifetime))
        var waiting: [String: Int] = [:]
        var found: [WebhookRequest]
        var last: WebhookRequest?
        repeat {
            found = try await store.pendingWebhookRequests(after: last, limit: page)
            for request in found {
                if pipelines.contains(request.pipeline) {
                    begin(request)
                } else if try await workspace.journal.run(request.run) != nil {
                    try await store.endWebhookRequest(ofRun: request.run)
                } else {
                    waiting[request.pipeline, default: 0] += 1
                }
            }
            last = found.last
        } while found.count == page
        return waiting
    }
}

extension WebhookTrigger {
    /// Whom the audit names.
    var actor: Actor { .service("webhook:\(name)") }
}

extension WebhookRequest {
    var trigger: Trigger { .webhook(path: hook, id: message) }
}
