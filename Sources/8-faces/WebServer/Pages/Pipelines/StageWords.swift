internal import Pipelines

/// What a pipeline says of a stage beside what it does, as short words.
enum StageWords {
    static func details(of stage: PipelineStage) -> [String] {
        var words: [String] = []
        if let condition = stage.condition { words.append("if \(oneLine(condition.expression.text))") }
        if let loop = stage.loop, stage.children.isEmpty {
            words.append("for each \(loop.name), \(loop.maxParallel) at a time")
        }
        if stage.retry.maxAttempts > 1 { words.append("up to \(stage.retry.maxAttempts) tries") }
        if let timeout = stage.timeout { words.append("\(timeout) for a try") }
        if let deadline = stage.deadline { words.append("\(deadline) in all") }
        if let undo = stage.undo { words.append("undone by \(undo.spec.name)") }
        if stage.isIrreversible { words.append("stays when a later stage fails") }
        if stage.continueOnError { words.append("continues when it fails") }
        return words
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Effect {
    var icon: String {
        switch self {
        case .none: "eye"
        case .idempotent: "storage"
        case .transactional: "table"
        case .outbox: "bell"
        case .irreversible: "warning"
        }
    }

    /// For people who read a pipeline.
    var words: String {
        switch self {
        case .none: "only looks"
        case .idempotent: "stores, and may do so again"
        case .transactional: "writes the catalog"
        case .outbox: "announces"
        case .irreversible: "cannot be undone"
        }
    }
}
