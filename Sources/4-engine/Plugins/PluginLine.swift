internal import Documents
internal import Pipelines
internal import Platform

/// One line of a plugin's answer.
enum PluginLine: Sendable, Equatable {
    case progress(done: Int64, total: Int64)
    case log(StageLog)
    case facts(Record)
    case result(Record, effects: [PlannedEffect])
    /// Of `probe`: it was not done.
    case absent
    case rejected(kind: String, message: String)
    case failed(ErrorClass, kind: String, message: String)

    /// Whether nothing may follow.
    var isLast: Bool {
        switch self {
        case .progress, .log, .facts: false
        case .result, .absent, .rejected, .failed: true
        }
    }

    /// Of a message, in bytes.
    static let messageLimit = 4_096

    /// - Parameter id: of the request; a line may name it, and the last one must where `needsID`.
    init(_ bytes: [UInt8], id: String, needsID: Bool) throws(PluginFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw PluginFault(.notUTF8(bytes)) }
        let value: Value
        do throws(JSONError) {
            value = try Value(json: text)
        } catch {
            throw PluginFault(.notJSON(text, error))
        }
        guard case .record(let record) = value else { throw PluginFault(.notAnObject(text)) }
        var reader = LineReader(record: record, text: text)
        let line = try reader.read()
        if let found = record["id"] {
            guard found == .string(id) else { throw PluginFault(.otherRequest(text)) }
        } else if needsID, line.isLast {
            throw PluginFault(.badLine("the last line has no `id`, which a persistent plugin's must have", text))
        }
        self = line
    }
}

/// Reads the keys of a line.
private struct LineReader {
    let record: Record
    let text: String

    mutating func read() throws(PluginFault) -> PluginLine {
        let type = try string("type")
        switch type {
        case "progress":
            try allow("done", "total")
            let (done, total) = (try integer("done"), try integer("total"))
            guard done >= 0, total >= done else { throw bad("`done` must be from 0 to `total`") }
            return .progress(done: done, total: total)
        case "log":
            try allow("level", "message")
            let word = record["level"] == nil ? "info" : try string("level")
            guard let level = StageLog.Level(rawValue: word) else {
                throw bad("`level` must be one of \(StageLog.Level.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .log(StageLog(level, try message()))
        case "facts":
            try allow("values")
            return .facts(try object("values"))
        case "result":
            try allow("outputs", "effects")
            return .result(record["outputs"] == nil ? [:] : try object("outputs"), effects: try effects())
        case "absent":
            try allow()
            return .absent
        case "rejected":
            try allow("kind", "message")
            return .rejected(kind: try kind("rejected"), message: try message())
        case "failed":
            try allow("class", "kind", "message")
            let word = try string("class")
            guard let errorClass = ErrorClass(rawValue: word) else {
                throw bad("`class` must be one of \(ErrorClass.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .failed(errorClass, kind: try kind("failed"), message: try message())
        default:
            throw bad(
                "`type` must be one of progress, log, facts, result, absent, rejected, failed, and is "
                    + "`\(Printable.short(type))`")
        }
    }

    private func allow(_ keys: String...) throws(PluginFault) {
        for key in record.keys where key != "type" && key != "id" && !keys.contains(key) {
            throw bad("a line of that type has no key `\(Printable.short(key))`")
        }
    }

    private func effects() throws(PluginFault) -> [PlannedEffect] {
        guard let list = record["effects"] else { return [] }
        guard case .list(let items) = list else { throw bad("`effects` must be a list") }
        var effects: [PlannedEffect] = []
        for item in items {
            guard case .record(let effect) = item, let target = effect["target"]?.string,
                effect.keys.allSatisfy({ ["target", "text", "change"].contains($0) }),
                effect["text"].map({ $0.string != nil }) ?? true, effect["change"].map({ $0.boolean != nil }) ?? true
            else { throw bad("an effect must be `{\"target\": …, \"text\": …, \"change\": true or false}`") }
            effects.append(
                PlannedEffect(
                    .perform, target: target, isChange: effect["change"]?.boolean ?? true, text: effect["text"]?.string)
            )
        }
        return effects
    }

    private func kind(_ standard: String) throws(PluginFault) -> String {
        guard record["kind"] != nil else { return standard }
        let kind = try string("kind")
        guard KebabName.allows(kind) else { throw bad("`kind` must be spelled `\(KebabName.pattern)`") }
        return kind
    }

    private func message() throws(PluginFault) -> String {
        let message = try string("message")
        guard message.utf8.count > PluginLine.messageLimit else { return message }
        return String(decoding: message.utf8.prefix(PluginLine.messageLimit), as: UTF8.self) + "…"
    }

    private func string(_ key: String) throws(PluginFault) -> String {
        guard let text = record[key]?.string else { throw bad("`\(key)` must be a string") }
        return text
    }

    private func integer(_ key: String) throws(PluginFault) -> Int64 {
        guard let number = record[key]?.integer else { throw bad("`\(key)` must be a whole number") }
        return number
    }

    private func object(_ key: String) throws(PluginFault) -> Record {
        guard let object = record[key]?.record else { throw bad("`\(key)` must be an object") }
        return object
    }

    private func bad(_ reason: String) -> PluginFault { PluginFault(.badLine(reason, text)) }
}
