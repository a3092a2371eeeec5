internal import Documents
internal import Pipelines
internal import Platform

/// What a plugin is asked: one line of JSON.
struct PluginRequest: Sendable {
    /// What tells its answer from that to another one.
    let id: String
    let action: PluginAction
    /// The same in each attempt, and after a crash.
    let key: String
    let options: Record
    /// Names of options that are computed from a secret.
    let secretOptions: Set<String>
    let facts: Record
    /// Of `undo`: what `run` gave.
    let outputs: Record?
    let run: String
    let pipeline: String
    let stage: String
    let item: Int?
    let attempt: Int
    /// Further keys, as a later version of the protocol may have some.
    let added: Record

    /// The same for programs that do not read JSON: of options that are no secrets, since others may see variables.
    var variables: [(name: String, value: Path)] {
        var variables: [(name: String, value: Path)] = [
            ("COMPASS_ACTION", Path(action.rawValue)), ("COMPASS_KEY", Path(key)),
        ]
        for option in options where !secretOptions.contains(option.key) && !option.value.isNull {
            let name = option.key.uppercased().replacing("-", with: "_")
            let text = option.value.string ?? option.value.json
            if !text.utf8.contains(0) { variables.append(("COMPASS_OPTION_\(name)", Path(text))) }
        }
        return variables
    }

    /// - Parameters:
    ///   - content: where the document's file is; nil: there is none.
    ///   - descriptor: where it is open; nil: nowhere.
    ///   - deadline: when the answer has to be there.
    func line(content: (path: Path, file: SourceFile)?, descriptor: Int?, deadline: Timestamp) -> [UInt8] {
        var record: Record = [
            "protocol": .integer(PluginManifest.protocolVersion), "id": .string(id), "action": .string(action.rawValue),
            "key": .string(key), "run": .string(run), "pipeline": .string(pipeline), "stage": .string(stage),
            "item": item.map { .integer(Int64($0)) } ?? .null, "attempt": .integer(Int64(attempt)),
            "deadline": .string(deadline.description), "options": .record(options), "facts": .record(facts),
            "content": .null,
        ]
        for entry in added { record[entry.key] = entry.value }
        if let outputs { record["outputs"] = .record(outputs) }
        if let content {
            record["content"] = [
                "path": .string(content.path.text), "descriptor": descriptor.map { .integer(Int64($0)) } ?? .null,
                "name": .string(content.file.path.name.text), "size": .integer(content.file.size),
            ]
        }
        var line: [UInt8] = []
        Value.record(record).write(to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
