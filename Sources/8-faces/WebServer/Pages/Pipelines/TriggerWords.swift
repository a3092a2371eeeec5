internal import Documents
internal import Pipelines

/// What starts a pipeline, as people say it.
enum TriggerWords {
    struct Trigger: Sendable, Equatable {
        let icon: String
        /// "Files in inbox/{user}"
        let title: String
        /// Further facts, a line each.
        var details: [String] = []
    }

    /// - Parameter uploads: the types of document whose uploads it runs.
    static func all(of pipeline: Pipeline, uploads: [DocumentType]) -> [Trigger] {
        var all = pipeline.triggers.watches.map(watch) + pipeline.triggers.schedules.map(schedule)
        all += pipeline.triggers.webhooks.map { Trigger(icon: "link", title: "Requests to \($0.path)") }
        if !uploads.isEmpty {
            all.append(
                Trigger(icon: "upload", title: "Uploads", details: uploads.sorted { $0.label < $1.label }.map(\.label)))
        }
        if all.isEmpty { all = [Trigger(icon: "play", title: "By hand or by the API")] }
        return all
    }

    /// "Every day at 03:00, UTC"
    static func time(_ trigger: ScheduleTrigger) -> String {
        let words = CronWords.text(trigger.cron).map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return "\(words ?? trigger.cron), \(trigger.timezone ?? "UTC")"
    }

    private static func watch(_ watch: WatchTrigger) -> Trigger {
        var details = watch.include.isEmpty ? [] : [watch.include.joined(separator: ", ")]
        details.append("unchanged for \(watch.settle)")
        if let marker = watch.doneFile { details.append("with \(marker.text) beside it") }
        return Trigger(icon: "folder", title: "Files in \(watch.path)", details: details)
    }

    private static func schedule(_ schedule: ScheduleTrigger) -> Trigger {
        Trigger(
            icon: "clock", title: time(schedule), details: [overlap(schedule), catchUp(schedule)].compactMap { $0 })
    }

    /// What is done while the former run goes on; nil: what is usual.
    static func overlap(_ schedule: ScheduleTrigger) -> String? {
        switch schedule.overlap {
        case .skip: nil
        case .queue: "waits for the former run"
        case .replace: "ends the former run"
        case .allow: "also beside the former run"
        }
    }

    /// What is done about times that were missed; nil: nothing.
    static func catchUp(_ schedule: ScheduleTrigger) -> String? {
        switch schedule.catchUp {
        case .skip: nil
        case .once: "missed times are made up for once"
        case .all: "missed times are all made up for"
        }
    }

    /// What a batch runs over; nil: it is no batch.
    static func source(of pipeline: Pipeline) -> Trigger? {
        switch pipeline.batchSource {
        case .files(let source):
            Trigger(
                icon: "file", title: "Each file of \(source.glob)",
                details: source.olderThan.map { ["older than \($0)"] } ?? [])
        case .documents(let source): Trigger(icon: "list", title: "Each document", details: details(of: source))
        case .schools(let source):
            Trigger(
                icon: "school", title: "Each school", details: ["something was shared with it in \(source.newerThan)"])
        case nil: nil
        }
    }

    private static func details(of source: DocumentSource) -> [String] {
        var details: [String] = []
        if let current = source.current { details.append(current ? "current versions" : "former versions") }
        if source.types != nil { details.append("of chosen types") }
        if source.owner != nil { details.append("of one owner") }
        if source.school != nil { details.append("for one school") }
        if let shared = source.shared { details.append(shared ? "that are shared" : "that are not shared") }
        if let time = source.olderThan { details.append("older than \(time)") }
        if let time = source.newerThan { details.append("newer than \(time)") }
        if let beyond = source.beyond { details.append("beyond the newest \(beyond)") }
        return details
    }
}
