internal import Documents
internal import Pipelines
internal import Platform
internal import SQL

/// What the stages of runs did, through any connection: a row for each time that something was recorded, appended and never
/// changed. Of a stage the last record counts. A run that goes well has two rows, however many stages it has.
///
/// A row is a JSON array of records without what is as usual: `uses` that is the id, one attempt, no interruption. Elements of
/// `for-each` are in a table of their own, where each can be found.
struct StageLog {
    let connection: any SQLConnection

    static let ofRun = "SELECT stages FROM stage_log WHERE run = ? ORDER BY row"

    /// - Parameter stages: as wholes.
    func append(_ stages: some Collection<StageRecord>, toRun row: Int64) throws {
        if stages.isEmpty { return }
        try connection.execute("INSERT INTO stage_log (run, stages) VALUES (?, ?)", [row, Self.text(of: stages)])
    }

    /// By position.
    func stages(ofRun row: Int64) throws -> [StageRecord] {
        var stages: [Int: StageRecord] = [:]
        try connection.forEach(Self.ofRun, [row]) { row in
            guard let records = try Value(json: row.text(0)).list else { throw Self.damaged("a list") }
            for record in records {
                let stage = try Self.stage(record)
                stages[stage.position] = stage
            }
        }
        return stages.values.sorted { $0.position < $1.position }
    }

    private static func text(of stages: some Collection<StageRecord>) -> String {
        var json: [UInt8] = []
        json.reserveCapacity(256 * stages.count)
        for stage in stages {
            json.append(json.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            write(stage, to: &json)
        }
        json.append(UInt8(ascii: "]"))
        return String(decoding: json, as: UTF8.self)
    }

    /// Straight into the text: a record that is only built to be written would cost more than all the rest.
    private static func write(_ stage: StageRecord, to json: inout [UInt8]) {
        json += "{\"position\":".utf8
        json += String(stage.position).utf8
        func add(_ key: StaticString, _ value: Value) {
            json += ",\"".utf8
            json += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
            json += "\":".utf8
            value.write(to: &json)
        }
        add("id", .string(stage.id))
        if stage.uses != stage.id { add("uses", .string(stage.uses)) }
        add("status", .string(stage.status.rawValue))
        if stage.attempts != 1 { add("attempts", .integer(Int64(stage.attempts))) }
        if stage.interruptions != 0 { add("interruptions", .integer(Int64(stage.interruptions))) }
        add("started_at", .integer(stage.startedAt.microseconds))
        if let retryAt = stage.retryAt { add("retry_at", .integer(retryAt.microseconds)) }
        if let duration = stage.durationMilliseconds { add("duration", .number(duration)) }
        if let intent = stage.intent { add("intent", .record(intent)) }
        if !stage.outputs.isEmpty { add("outputs", .record(stage.outputs)) }
        if let error = stage.error {
            add("error_stage", .string(error.stage))
            add("error_kind", .string(error.kind))
            add("error_message", .string(error.message))
            if let errorClass = error.errorClass { add("error_class", .string(errorClass.rawValue)) }
        }
        if let undo = stage.undo {
            add("undo", .string(undo.status.rawValue))
            add("undo_attempts", .integer(Int64(undo.attempts)))
            if let message = undo.message { add("undo_message", .string(message)) }
            if let intent = undo.intent { add("undo_intent", .record(intent)) }
        }
        if stage.isReused { add("reused", .integer(1)) }
        json.append(UInt8(ascii: "}"))
    }

    private static func stage(_ json: Value) throws -> StageRecord {
        guard let position = json["position"]?.integer, let id = json["id"]?.string,
            let status = json["status"]?.string, let startedAt = json["started_at"]?.integer
        else { throw damaged("a stage") }
        return StageRecord(
            position: Int(position), id: id, uses: json["uses"]?.string ?? id, status: try StoredWord.read(status),
            attempts: Int(json["attempts"]?.integer ?? 1), interruptions: Int(json["interruptions"]?.integer ?? 0),
            startedAt: Timestamp(microseconds: startedAt),
            retryAt: json["retry_at"]?.integer.map(Timestamp.init(microseconds:)),
            durationMilliseconds: json["duration"]?.number, intent: json["intent"]?.record,
            outputs: json["outputs"]?.record ?? [:], error: try error(json), undo: try undo(json),
            isReused: json["reused"]?.integer == 1)
    }

    private static func error(_ json: Value) throws -> RunFailure? {
        guard let stage = json["error_stage"]?.string else { return nil }
        return RunFailure(
            stage: stage, kind: json["error_kind"]?.string ?? "", message: json["error_message"]?.string ?? "",
            errorClass: try json["error_class"]?.string.map { try StoredWord.read($0) })
    }

    private static func undo(_ json: Value) throws -> StageUndo? {
        guard let status = json["undo"]?.string else { return nil }
        return StageUndo(
            try StoredWord.read(status), attempts: Int(json["undo_attempts"]?.integer ?? 0),
            message: json["undo_message"]?.string, intent: json["undo_intent"]?.record)
    }

    private static func damaged(_ what: String) -> TableError {
        TableError(.mismatch, operation: "read the stages of a run", message: "\(what) is expected")
    }
}
