internal import Documents
internal import Pipelines
internal import Platform

extension Pipeline {
    /// What tells a document that was there before; nil: nothing does. Reads the whole file.
    ///
    /// - Parameter state: of a run that begins.
    /// - Throws: `StageError`, `SourceFileError`, `CancellationError`
    func deduplicationKey(of file: Result<SourceFile, SourceFileError>?, _ state: RunState) throws -> String? {
        guard let definition = deduplication, let source = try? file?.get() else { return nil }
        let digest = try source.sha256()
        guard let key = definition.key else {
            return "\(digest)/\(state.run.owner)/\(state.run.inputs["type"]?.text ?? "")"
        }
        var facts = state.facts
        facts[Fact.sha256.name] = .string(digest)
        facts[Fact.size.name] = .integer(source.size)
        return try key.value(in: state.environment(attempt: 1, document: facts)).text
    }
}
