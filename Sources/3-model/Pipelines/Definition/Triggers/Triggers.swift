public import Diagnostics
public import Documents

/// What starts runs of a pipeline by itself.
public struct Triggers: Sendable, Hashable {
    public var watches: [WatchTrigger] = []
    public var schedules: [ScheduleTrigger] = []
    public var webhooks: [WebhookTrigger] = []

    public init() {}

    public var isEmpty: Bool { watches.isEmpty && schedules.isEmpty && webhooks.isEmpty }

    /// Whether there are webhooks, and nothing else.
    public var areWebhooksAlone: Bool { watches.isEmpty && schedules.isEmpty && !webhooks.isEmpty }
}

/// Times that start runs.
public struct ScheduleTrigger: Sendable, Hashable {
    /// What is done when the former run still goes on.
    public enum Overlap: String, Sendable, Hashable, CaseIterable {
        case skip, queue, replace, allow
    }

    /// What is done about times that were missed.
    public enum CatchUp: String, Sendable, Hashable, CaseIterable {
        case skip, once, all
    }

    /// Five fields, six with seconds first, or `@daily` and the like; `CronExpression` reads it, with the pipeline's name.
    public var cron: String
    /// An IANA zone; nil: UTC.
    public var timezone: String?
    public var overlap: Overlap = .skip
    public var catchUp: CatchUp = .skip
    /// nil: what the scheduler finds right.
    public var catchUpLimit: Int?
    /// The most by which a start is put off.
    public var jitter: TimeSpan?

    public init(cron: String) {
        self.cron = cron
    }
}

/// Requests that start runs.
public struct WebhookTrigger: Sendable, Hashable {
    /// Of the request: `/hooks/NAME`.
    public let path: String
    /// The name of the secret that proves that a request may start a run.
    public let secret: String
    /// Whose the runs are; nil: the workspace's owner.
    public let owner: String?
    /// What the input `type` is given; nil: its default.
    public let type: DocumentType?
    /// Of the path in its file.
    public let span: SourceSpan

    /// - Parameters: see the properties.
    public init(path: String, secret: String, owner: String?, type: DocumentType?, span: SourceSpan) {
        self.path = path
        self.secret = secret
        self.owner = owner
        self.type = type
        self.span = span
    }

    static let folder = "/hooks/"

    /// What stands behind `/hooks/`.
    public var name: String { String(path.dropFirst(Self.folder.count)) }

    static func isPath(_ text: String) -> Bool {
        let name = text.utf8.dropFirst(folder.utf8.count)
        return text.hasPrefix(folder) && (1...100).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
