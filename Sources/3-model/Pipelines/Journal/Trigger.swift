public import Platform

/// What started a run or a batch. It is recorded, and shown to expressions as `trigger`, with whatever else the source of a
/// batch says of its items.
public enum Trigger: Sendable, Hashable {
    /// A command that somebody has given.
    case command
    /// A file that came into a watched folder.
    ///
    /// - Parameters:
    ///   - path: of the watch, as its pipeline has it.
    ///   - file: seen from the workspace; absolute when it does not lie in that.
    case watch(path: String, file: String)
    /// A file that somebody has sent.
    ///
    /// - Parameters:
    ///   - id: of the upload.
    ///   - file: what it is called where it comes from.
    case upload(id: String, file: String)
    /// A request to a webhook of a pipeline.
    ///
    /// - Parameters:
    ///   - path: of the webhook: `/hooks/videos`.
    ///   - id: of the message, as its sender has it; of one without, the run's.
    case webhook(path: String, id: String)
    /// A slot of a schedule.
    ///
    /// - Parameters:
    ///   - schedule: its expression and zone.
    ///   - at: when it was due.
    ///   - isCaughtUp: whether it was missed then.
    case schedule(String, at: Timestamp, isCaughtUp: Bool)

    /// Reads what is on record; nil: something that this program does not start runs for, or that a test made up.
    public init?(_ record: Record) {
        switch record["kind"]?.string {
        case "command": self = .command
        case "watch":
            guard let path = record["path"]?.string, let file = record["file"]?.string else { return nil }
            self = .watch(path: path, file: file)
        case "upload":
            guard let id = record["upload"]?.string, let file = record["file"]?.string else { return nil }
            self = .upload(id: id, file: file)
        case "webhook":
            guard let path = record["path"]?.string, let id = record["message"]?.string else { return nil }
            self = .webhook(path: path, id: id)
        case "schedule":
            guard let schedule = record["schedule"]?.string,
                let time = record["at"]?.string.flatMap(Timestamp.init(rfc3339:))
            else { return nil }
            self = .schedule(schedule, at: time, isCaughtUp: record["caught-up"]?.boolean ?? false)
        default: return nil
        }
    }

    /// As it is recorded.
    public var record: Record {
        switch self {
        case .command: ["kind": "command"]
        case .watch(let path, let file): ["kind": "watch", "path": .string(path), "file": .string(file)]
        case .upload(let id, let file): ["kind": "upload", "upload": .string(id), "file": .string(file)]
        case .webhook(let path, let id): ["kind": "webhook", "path": .string(path), "message": .string(id)]
        case .schedule(let schedule, let time, let isCaughtUp):
            [
                "kind": "schedule", "schedule": .string(schedule), "at": .string(time.description),
                "caught-up": .boolean(isCaughtUp),
            ]
        }
    }
}
