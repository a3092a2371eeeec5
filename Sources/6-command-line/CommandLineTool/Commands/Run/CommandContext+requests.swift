internal import BatchJobs
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

extension CommandContext {
    /// The runs that a command line asks for: one for each file, or one without a file.
    ///
    /// - Parameters:
    ///   - arguments: inputs, as `NAME=VALUE`.
    ///   - root: the workspace's folder.
    /// - Throws: `UsageError` when an input or the file is missing that the pipeline needs; `InputError`;
    ///   `SourceFileError` when a file cannot be opened that no stage would miss.
    func requests(for pipeline: Pipeline, files: [Path], arguments: [String], root: Path) throws -> [RunRequest] {
        if let source = pipeline.batchSource, !source.hasFiles {
            throw usageError(
                "pipeline `\(pipeline.name)` runs over what its `source` says: leave the files out")
        }
        let values = try pipeline.inputs(fromArguments: arguments)
        for input in pipeline.inputs where input.isRequired && values[input.name] == nil {
            throw usageError(
                "pipeline `\(pipeline.name)` needs the input `\(input.name)`: give it with -i \(input.name)=…")
        }
        let reader = pipeline.firstReader
        if files.isEmpty {
            if let reader {
                throw usageError(
                    "pipeline `\(pipeline.name)` needs a file, which its stage `\(reader.id)` reads: name one behind the "
                        + "pipeline")
            }
            return [RunRequest(file: nil, inputs: values)]
        }
        if reader == nil {
            for file in files { _ = try SourceFile(opening: file, tree: root) }
        }
        return files.map { RunRequest(file: $0, inputs: values) }
    }
    /// The inputs of a batch, without those that its items give.
    ///
    /// - Throws: `UsageError` when one is missing; `InputError`.
    func batchInputs(for pipeline: Pipeline, arguments: [String]) throws -> Record {
        let values = try pipeline.inputs(fromArguments: arguments)
        for input in pipeline.inputs
        where input.isRequired && values[input.name] == nil && !pipeline.captures.contains(input.name) {
            throw usageError(
                "pipeline `\(pipeline.name)` needs the input `\(input.name)`: give it with -i \(input.name)=…")
        }
        return values
    }
}
