public import Pipelines
public import Platform

/// Appends notifications to a file, one JSON object a line: `id`, `created-at`, `channel`, `subject`, `body`, `run`, `stage`
/// and `data`.
///
/// A notification counts as delivered when its line is on disk. Each line is one write(2) in append mode under a lock
/// (flock(2)), so lines of several processes never mix; lines that are handed over together share one fsync.
///
/// After a crash between the line and the outbox's receipt the file is searched for the notification's id, and no second
/// line is written. Lines that were moved away with the file meanwhile are not found. A line that a crash or a full disk cut off is removed and written
/// anew, so that every line is whole.
public struct LogChannel: BatchChannel, ConfirmingChannel, ErasingChannel, DeclaredChannel {
    /// What the workspace file may say.
    public struct Options: PartOptions {
        var file: Setting<Path> = .fixed(".compass/notifications.ndjson")

        public init() {}

        public static let fields = [
            OptionField<Options>(
                "file", \.file, "What is appended to, relative to the workspace.",
                OptionRules(
                    isConstant: true, aliases: ["path"],
                    fault: { value in
                        guard let text = value.string else { return nil }
                        if text.isEmpty { return "must name a file" }
                        let isDefinition = [".yaml", ".yml"].contains { text.hasSuffix($0) }
                        return isDefinition ? "must not be a YAML file, which a line more would break" : nil
                    }))
        ]
    }

    public static let spec = PartSpec(
        name: "log",
        summary: "Appends notifications to a file, one JSON object a line.",
        discussion: """
            Each line has `id`, `created-at`, `channel`, `subject`, `body`, `run`, `stage` and `data`. It counts as delivered \
            when it is on disk. Lines of several processes never mix, and after a crash no line is written twice. The file is \
            made when it is not there, and may be moved away at any time.

            Every workspace has one, named `log`, without saying so.
            """,
        examples: [
            PartExample("Another file.", yaml: "channels:\n  audit: { type: log, file: audit.ndjson }")
        ])

    private enum Item: Sendable {
        case deliver([Notification], CheckedContinuation<[DeliveryOutcome], Never>)
        case confirm([Notification], CheckedContinuation<[Confirmation], Never>)
        case erase(Set<String>, CheckedContinuation<Int, any Error>)
    }

    private let thread: SerialThread<Item>
    /// The file.
    public let recipient: String

    public init(options: Options, in context: PartContext) throws(StageError) {
        self.init(file: context.path(try context.value(options.file)))
    }

    /// - Parameter file: made when it is not there; its folder has to be. It may be moved away at any time.
    public init(file: Path) {
        recipient = file.description
        let log = NotificationLog(path: file)
        thread = SerialThread(name: "notify-log") { items in
            let notifications = items.flatMap { item -> [Notification] in
                if case .deliver(let notifications, _) = item { notifications } else { [] }
            }
            var outcomes: ArraySlice<DeliveryOutcome> = notifications.isEmpty ? [] : log.append(notifications)[...]
            for item in items {
                switch item {
                case .deliver(let notifications, let continuation):
                    continuation.resume(returning: Array(outcomes.prefix(notifications.count)))
                    outcomes = outcomes.dropFirst(notifications.count)
                case .confirm(let notifications, let continuation):
                    continuation.resume(returning: log.confirm(notifications))
                case .erase(let runs, let continuation):
                    continuation.resume(with: Result { try log.erase(ofRuns: runs) })
                }
            }
        }
    }

    /// Never refuses: whatever is wrong with a file may be put right.
    public func deliver(_ notifications: [Notification]) async -> [DeliveryOutcome] {
        await withCheckedContinuation { continuation in
            thread.put(.deliver(notifications, continuation))
        }
    }

    /// Searches the whole file.
    public func confirm(_ notifications: [Notification]) async -> [Confirmation] {
        await withCheckedContinuation { continuation in thread.put(.confirm(notifications, continuation)) }
    }

    /// Writes the file anew without the lines of these runs. Those of a file that was moved away stay.
    public func erase(ofRuns runs: Set<String>) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in thread.put(.erase(runs, continuation)) }
    }

    /// See the other one.
    public func deliver(_ notification: Notification) async -> DeliveryOutcome {
        await deliver([notification])[0]
    }
}

/// A notification as a line of the log.
struct LogLine {
    /// With the line feed.
    let bytes: [UInt8]
    /// The beginning up to the end of the id: equal for lines of one notification, different for others.
    let head: ArraySlice<UInt8>

    init(_ notification: Notification) {
        let record: Record = [
            "id": .string(notification.id), "created-at": .string(notification.createdAt.description),
            "channel": .string(notification.channel), "subject": .string(notification.subject),
            "body": Value(notification.body), "run": .string(notification.run), "stage": .string(notification.stage),
            "data": .record(notification.data),
        ]
        var bytes: [UInt8] = []
        Value.record(record).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        self.bytes = bytes
        head = Self.head(of: bytes[...]) ?? bytes[...]
    }

    private static let start = Array("{\"id\":\"".utf8)

    /// Whether a line that is cut off may be one of this type.
    static func mayBegin(with bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: start) || start.starts(with: bytes)
    }

    /// nil of a line that does not begin like those of this type.
    static func head(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: start) else { return nil }
        var index = line.startIndex + start.count
        while index < line.endIndex, line[index] != UInt8(ascii: "\"") {
            index += line[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < line.endIndex ? line[...index] : nil
    }
}
