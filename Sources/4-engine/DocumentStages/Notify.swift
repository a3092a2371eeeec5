public import Documents
public import Pipelines
public import Platform

/// Queues a notification.
public struct Notify: TransactionalStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var channel: Setting<String> = "log"
        var subject: Setting<String> = .required
        var body: Setting<String?> = .fixed(nil)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "channel", \.channel,
                "The name of a channel in the workspace file; `log`, which every workspace has, appends to a file."),
            OptionField("subject", \.subject, "One line."),
            OptionField("body", \.body, "A text."),
        ]
    }

    public static let spec = StageSpec(
        name: "notify",
        summary: "Announces something through a channel.",
        discussion: """
            The notification is put into the outbox in the same transaction that records the stage, and delivered when \
            the run has ended: a run that is rejected or fails later announces nothing. It is tried again and again, with \
            growing waits, until it is delivered or given up. The run's record shows the result. Its id stays the same over all tries.
            """,
        outputs: [Fact("delivery", .string, "The notification's id.")],
        effect: .outbox,
        examples: [
            StageExample(
                "A notification to the log.",
                yaml: "uses: notify\nwith: { subject: 'New: ${{ document.name }}' }",
                result: .outputs([:]))
        ])

    public static let isUndoable = true

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let channel = try channel(context).name
        let element = context.item.map { ".\($0)" } ?? ""
        let id = "\(context.run).\(context.stage)\(element)"
        try transaction.enqueue(
            Notification(
                id: id, channel: channel, subject: try context.value(options.subject),
                body: try context.value(options.body),
                data: [
                    "run": .string(context.run), "pipeline": .string(context.pipeline),
                    "document": .record(context.facts),
                ],
                run: context.run, stage: context.stage, createdAt: context.startedAt))
        return ["delivery": .string(id)]
    }

    public func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview {
        let (name, channel) = try channel(context)
        let subject = try context.shown(options.subject)
        let body = try context.shown(options.body)
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .notify, target: name,
                    detail: [
                        "channel": .string(name), "kind": .string(type(of: channel).kind),
                        "recipient": .string(channel.recipient), "subject": .string(subject), "body": Value(body),
                    ],
                    text: "announce through `\(name)` (\(channel.recipient)): \(subject)")
            ], outputs: [:])
    }

    private func channel(_ context: StageContext) throws -> (name: String, channel: any NotificationChannel) {
        let name = try context.value(options.channel)
        let channels = try context.resources.require(Channels.self)
        guard let channel = channels[name] else {
            throw StageError.failed(
                .permanent, "unknown-channel",
                "The workspace has no channel `\(name)`; it has \(channels.names.joined(separator: ", ")).")
        }
        return (name, channel)
    }

    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        if let id = outputs["delivery"]?.string { try transaction.withdraw(id) }
    }
}
