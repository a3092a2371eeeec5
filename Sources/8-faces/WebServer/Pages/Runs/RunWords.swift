internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// What pages say of runs.
enum RunWords {
    /// The document's title, or else the file's name, or what the run is about.
    static func title(_ run: RunRecord) -> String {
        if let title = run.document[Fact.title.name]?.string, !title.isEmpty { return Printable.text(title) }
        if let name = fileName(run) { return name }
        return run.shownName
    }

    /// Without its folders.
    static func fileName(_ run: RunRecord) -> String? {
        run.file.map { Printable.text($0.split(separator: "/").last.map(String.init) ?? $0) }
    }

    /// The document that the run made or is about; nil: none, as far as the run knows.
    static func document(_ run: RunRecord) -> String? {
        run.document[Fact.id.name]?.string ?? run.trigger["document"]?[Fact.id.name]?.string
    }

    static func trigger(_ run: RunRecord) -> String {
        switch Trigger(run.trigger) {
        case .command: "By command"
        case .watch(let path, _): "Watched folder \(Printable.text(path))"
        case .upload: "Upload"
        case .webhook(let path, _): "Request to \(Printable.text(path))"
        case .schedule(let schedule, _, let isCaughtUp):
            "Schedule \(Printable.text(schedule))\(isCaughtUp ? ", caught up" : "")"
        case nil: "By itself"
        }
    }

    /// "pipelines/transcript.yaml:12": without the folders of the machine.
    static func place(_ file: String, line: Int) -> String {
        "\(file.split(separator: "/").suffix(2).joined(separator: "/")):\(line)"
    }

    static func kind(_ origin: RunOrigin) -> String {
        switch origin.kind {
        case .retry: "Retry"
        case .replay: "Replay"
        case .release: "Release from quarantine"
        case .addition: "Addition"
        }
    }

    static func duration(_ milliseconds: Double?) -> String? {
        milliseconds.map { HumanFormat.duration(milliseconds: $0) }
    }

    /// What may help after a run that did not succeed.
    static func advice(_ failure: RunFailure, _ status: RunStatus) -> String {
        if status == .rejected {
            return "The file was refused, and trying again gives the same answer. Send a corrected file. "
                + "If the rule is what was wrong, change the pipeline and retry with it as it is now."
        }
        switch failure.errorClass {
        case .network: return "There was no connection. Retry once the other side can be reached."
        case .timeout: return "An answer did not come in time. Retry once the other side is quick enough again."
        case .throttled: return "The other side asked for a pause. Retry in a few minutes."
        case .server: return "The other side broke. Retry once it works again."
        case .storage: return "A disk or database was full, read-only or busy. Make room or free it, then retry."
        case .permanent: return "Waiting does not fix this: a file or a setting has to change before a retry."
        case .other, nil: return "Look at the message and the attempts, fix the cause, then retry."
        }
    }
}

/// Values as pages show them.
enum ShownValue {
    /// No longer text is shown.
    private static let longest = 600

    static func html(_ value: Value) -> HTML {
        switch value {
        case .string(let text): return "\(cut(Printable.text(text)))"
        case .null: return "<span class=\"quiet\">none</span>"
        case .list(let list) where list.isEmpty: return "<span class=\"quiet\">none</span>"
        case .list(let list) where list.allSatisfy { $0.string != nil }:
            return "\(cut(list.compactMap(\.string).map { Printable.text($0) }.joined(separator: ", ")))"
        case .boolean(let holds): return holds ? "yes" : "no"
        case .integer, .number: return "\(value.json)"
        default: return "<code>\(cut(value.json))</code>"
        }
    }

    /// A list of names with their values; nil where there is none.
    static func list(_ record: Record, class style: String = "values") -> HTML? {
        if record.isEmpty { return nil }
        let rows = record.map { "<div><dt>\($0.key)</dt><dd>\(html($0.value))</dd></div>" as HTML }
        return "<dl class=\"\(style)\">\(rows)</dl>"
    }

    private static func cut(_ text: String) -> String {
        text.count <= longest ? text : text.prefix(longest) + "…"
    }
}
