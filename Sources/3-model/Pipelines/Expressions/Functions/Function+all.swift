extension Function {
    /// All functions, in the order of the reference.
    public static let all: [Function] = textFunctions + listFunctions + formatFunctions + statusFunctions

    /// What can be part of a text.
    static let textual: [ValueType] = [.string, .integer, .number, .boolean, .size, .duration]

    private static let statusFunctions: [Function] = [
        status(.success, "Whether the run has gone well so far."),
        status(.failure, "Whether the run has failed: the world broke."),
        status(.rejected, "Whether the document was rejected: it breaks a rule."),
        status(.cancelled, "Whether the run was cancelled."),
        status(.always, "`true`. A stage whose `if` calls it runs however the run has gone."),
    ]

    private static func status(_ status: StatusFunction, _ doc: String) -> Function {
        Function(status.rawValue, [], .boolean, doc, .status(status))
    }
}
