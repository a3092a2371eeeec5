/// What starts runs of a pipeline by itself.
public struct Triggers: Sendable, Hashable {
    public var watches: [WatchTrigger] = []
    public var schedules: [ScheduleTrigger] = []
    public var webhooks: [WebhookTrigger] = []

    public init() {}

    public var isEmpty: Bool { watches.isEmpty && schedules.isEmpty && webhooks.isEmpty }
}
