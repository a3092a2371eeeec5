internal import BatchJobs
internal import Diagnostics
package import Documents
package import Engine
package import Pipelines
package import Platform
package import Representations

extension Workspace {
    /// The runs that are asked for: one for each file, or one without a file.
    ///
    /// - Parameters:
    ///   - arguments: inputs, as `NAME=VALUE`; schools by their names or ids.
    ///   - document: a version of the document that the files become versions of, outside of the trash; nil: their titles tell.
    /// - Throws: `Problem` when an input or the file is missing that the pipeline needs, when a file does not exist or is a folder,
    ///   when different files would become versions of one document that nobody means to be that, and when the pipeline makes
    ///   none of `document`; `InputError`; `SourceFileError` when a file cannot be opened that no stage would miss; the catalog's
    ///   errors.
    package func requests(
        for pipeline: Pipeline, files: [Path], arguments: [String], addingTo document: DocumentVersion? = nil
    ) async throws -> [RunRequest] {
        if let source = pipeline.batchSource, !source.hasFiles {
            throw Problem.invalidRequest(
                "pipeline `\(pipeline.name)` runs over what its `source` says: leave the files out")
        }
        let values =
            files.isEmpty
            ? try await inputs(for: pipeline, arguments: arguments)
            : try await batchInputs(for: pipeline, arguments: arguments)
        let captures = try files.map { try self.captures(of: $0, for: pipeline, given: values) }
        let reader = pipeline.firstReader
        if files.isEmpty {
            if let document {
                throw Problem.invalidRequest(
                    "name the file that is the new version of `\(Printable.text(document.title))`, behind the pipeline")
            }
            if let reader {
                throw Problem.invalidRequest(
                    "pipeline `\(pipeline.name)` needs a file, which its stage `\(reader.id)` reads: name one after the "
                        + "pipeline")
            }
            return [RunRequest(file: nil, inputs: values)]
        }
        try NamedFiles.require(files)
        if reader == nil {
            for file in files { _ = try SourceFile(opening: file, tree: root) }
        }
        let requests = try zip(files, captures).map { file, captured in
            var inputs = captured
            for entry in values { inputs[entry.key] = entry.value }
            let request = RunRequest(file: file, inputs: inputs)
            return try document.map { try self.request(request, of: pipeline, addingTo: $0) } ?? request
        }
        try requireDistinct(requests, of: pipeline, given: values, addingTo: document)
        return requests
    }

    /// The inputs that the path of a file gives, as in a batch over the pipeline's source.
    ///
    /// - Throws: `Problem` when the path is none that the source means, and not all inputs that it would give are given.
    private func captures(of file: Path, for pipeline: Pipeline, given: Record) throws -> Record {
        guard case .files(let source) = pipeline.batchSource, !pipeline.captures.isEmpty else { return [:] }
        if let captured = Self.paths(of: file, below: root).lazy.compactMap({ source.glob.match($0) }).first {
            return Record(captured.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        }
        let missing = pipeline.captures.filter { given[$0] == nil }
        if missing.isEmpty { return [:] }
        let names = pipeline.captures.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        throw Problem.invalidRequest(
            "\(file) is no file that `source` of pipeline `\(pipeline.name)` means, whose `glob` "
                + "`\(Printable.text(source.glob.text))` gives the input\(pipeline.captures.count == 1 ? "" : "s") \(names)",
            advice: [.chooseMatchingFile(orInputs: missing)])
    }

    /// What a file may be called from the workspace's folder: as it is named, and without links.
    private static func paths(of file: Path, below root: Path) -> [Path] {
        func path(_ file: Path, from folder: Path) -> Path? {
            let start = folder.bytes + [UInt8(ascii: "/")]
            return file.bytes.starts(with: start) ? Path(bytes: file.bytes.dropFirst(start.count)) : nil
        }
        let named = root == "." && !file.isAbsolute ? file : path(file, from: root)
        var resolved: Path?
        if let folder = try? Files.resolve(file.folder), let top = try? Files.resolve(root) {
            resolved = path(folder.appending(file.name), from: top)
        }
        return [named, resolved].compactMap { $0 }
    }

    /// The inputs of runs whose paths give none.
    ///
    /// - Throws: `Problem` when one is missing; `InputError`; the catalog's errors.
    private func inputs(for pipeline: Pipeline, arguments: [String]) async throws -> Record {
        let values = try await identified(pipeline.inputs(fromArguments: arguments), for: pipeline)
        for input in pipeline.inputs where input.isRequired && values[input.name] == nil {
            throw Problem.invalidRequest(
                "pipeline `\(pipeline.name)` needs the input `\(input.name)`", advice: [.giveInputs([input.name])])
        }
        return values
    }

    /// The inputs of a former run, as far as the pipeline still has them, and what is given in their place.
    ///
    /// - Throws: `InputError`, `Problem` when one that the pipeline needs is missing; the catalog's errors.
    package func inputs(
        of run: RunRecord, for pipeline: Pipeline, changedBy arguments: [String] = []
    ) async throws -> Record {
        let given = try await identified(pipeline.inputs(fromArguments: arguments), for: pipeline)
        var inputs = Record()
        for input in pipeline.inputs {
            if let value = given[input.name] ?? run.inputs[input.name], !value.isNull { inputs[input.name] = value }
            if input.isRequired, inputs[input.name] == nil {
                throw Problem.invalidRequest(
                    "pipeline `\(pipeline.name)` needs the input `\(input.name)`, which run \(run.id) did not have",
                    advice: [.giveInputs([input.name]), .runAnew(pipeline: pipeline.name)])
            }
        }
        return inputs
    }

    /// The inputs of a batch, without those that its items give.
    ///
    /// - Throws: `Problem` when one is missing; `InputError`; the catalog's errors.
    package func batchInputs(for pipeline: Pipeline, arguments: [String]) async throws -> Record {
        let values = try await identified(pipeline.inputs(fromArguments: arguments), for: pipeline)
        for input in pipeline.inputs
        where input.isRequired && values[input.name] == nil && !pipeline.captures.contains(input.name) {
            throw Problem.invalidRequest(
                "pipeline `\(pipeline.name)` needs the input `\(input.name)`", advice: [.giveInputs([input.name])])
        }
        return values
    }
}

extension Workspace {
    /// What else is on record about a run.
    package func records(relatedTo run: RunRecord) async throws -> RelatedRecords {
        var runs = RunQuery()
        runs.origin = run.id
        var entries = QuarantineQuery()
        entries.state = nil
        entries.run = run.id
        return RelatedRecords(
            continuations: try await journal.runs(runs, limit: 100, after: nil).items.reversed(),
            quarantined: try await quarantine.quarantined(entries, limit: 1, after: nil).items.first)
    }
}

/// Which of a run's inputs were given to it: those that are not what the pipeline's defaults come to.
package struct GivenInputs {
    package let pipeline: Pipeline

    package init(pipeline: Pipeline) {
        self.pipeline = pipeline
    }

    package func values(of run: RunRecord) -> Record {
        var document: Record = [:]
        if let path = run.source?.path {
            document = [
                Fact.name.name: .string(path.name.text), Fact.stem.name: .string(path.stem.text),
                Fact.extension.name: .string(path.fileExtension), Fact.path.name: .string(path.text),
            ]
        }
        var given: Record = [:]
        for input in pipeline.inputs {
            guard let value = run.inputs[input.name] else { continue }
            let environment = Environment(
                roots: [
                    "document": .record(document), "inputs": .record(run.inputs), "trigger": .record(run.trigger),
                    "run": [
                        "id": "", "attempt": 1, "started-at": .string(run.startedAt.description),
                        "owner": .string(run.owner),
                    ],
                ])
            // A default that cannot be computed now is none that this value came from.
            let standard = input.standard.flatMap { try? $0.evaluate(environment) } ?? .null
            if value != standard { given[input.name] = value }
        }
        return given
    }
}
