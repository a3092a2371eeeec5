/// Requests that start runs.
public struct WebhookTrigger: Sendable, Hashable {
    /// Of the request, with its leading slash.
    public var path: String
    /// The name of the secret that requests are signed with; nil: any request is taken.
    public var secret: String?

    public init(path: String) {
        self.path = path
    }
}
