public import Platform

/// A request to a webhook that was taken: it has its run, to the end, whatever ends the process.
public struct WebhookRequest: Sendable, Hashable {
    /// A file that the sender has elsewhere.
    public struct File: Sendable, Hashable {
        public let url: String
        /// What it is called, without folders.
        public let name: String

        public init(url: String, name: String) {
            self.url = url
            self.name = name
        }
    }

    /// The path of the webhook.
    public let hook: String
    /// The sender's id of the message; of one without, the run's.
    public let message: String
    /// SHA-256 of the body, in hexadecimal digits; empty: the body is a file, which becomes an upload with the id of the run.
    public let digest: String
    /// SHA-256 of what a file in the body came with, in hexadecimal digits; nil: there is none, or it was not kept.
    public let announced: String?
    /// The id of the run that it has.
    public let run: String
    /// The pipeline's name.
    public let pipeline: String
    public let owner: String
    /// Of the run, checked; empty once it is with its run.
    public let inputs: Record
    /// nil: it brings none, or it is with its run.
    public let file: File?
    public let createdAt: Timestamp
    /// Whether it is with its run, or with the upload that gets the run.
    public let isWithRun: Bool

    /// - Parameters: see the properties.
    public init(
        hook: String, message: String, digest: String, run: String, pipeline: String, owner: String, inputs: Record,
        file: File?, createdAt: Timestamp, isWithRun: Bool = false, announced: String? = nil
    ) {
        self.hook = hook
        self.message = message
        self.digest = digest
        self.run = run
        self.pipeline = pipeline
        self.owner = owner
        self.inputs = inputs
        self.file = file
        self.createdAt = createdAt
        self.isWithRun = isWithRun
        self.announced = announced
    }

    /// How long a message is known again.
    public static let lifetime = Duration.seconds(7 * 86_400)
}

/// What is on record of requests to webhooks. Every change is on disk when its call returns.
public protocol WebhookStore: Sendable {
    /// Enters a request, unless its message is on record for its webhook.
    ///
    /// - Returns: the request that is on record then.
    func addWebhookRequest(_ request: WebhookRequest) async throws -> WebhookRequest

    /// The request that has a message; nil: none has.
    func webhookRequest(_ message: String, of hook: String) async throws -> WebhookRequest?

    /// The request of a run; nil: it has none.
    func webhookRequest(ofRun run: String) async throws -> WebhookRequest?

    /// Requests that are not with their runs yet, the oldest first; none whose file is still to come.
    ///
    /// - Parameter last: behind which they stand, whether it is still on record or not; nil: from the oldest on.
    func pendingWebhookRequests(after last: WebhookRequest?, limit: Int) async throws -> [WebhookRequest]

    /// Those of somebody behind a run's, by their runs.
    func pendingWebhookRequests(of owner: String, after run: String, limit: Int) async throws -> [WebhookRequest]

    /// The request is with its run: what it was given is forgotten here.
    func endWebhookRequest(ofRun run: String) async throws

    /// Forgets the request of a run, as if it had never come.
    func forgetWebhookRequest(ofRun run: String) async throws

    /// Forgets requests from before then that are with their runs, or whose file has not come.
    func forgetWebhookRequests(before time: Timestamp) async throws
}

extension WebhookStore {
    /// As above, the oldest.
    public func pendingWebhookRequests(limit: Int) async throws -> [WebhookRequest] {
        try await pendingWebhookRequests(after: nil, limit: limit)
    }
}
