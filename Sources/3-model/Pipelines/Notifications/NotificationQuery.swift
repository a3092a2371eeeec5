/// Which notifications are asked for. What is nil is not asked.
public struct NotificationQuery: Sendable, Hashable {
    public var state: NotificationRecord.State?
    /// Its name.
    public var channel: String?
    /// The id of the run that announced.
    public var run: String?
    /// The name of the pipeline of that run.
    public var pipeline: String?
    /// The series of the document that they are about: those whose run made a version of it, or had it at hand.
    public var document: String?
    /// The owner of the run that announced.
    public var owner: String?

    public init(state: NotificationRecord.State? = nil, document: String? = nil) {
        self.state = state
        self.document = document
    }
}
