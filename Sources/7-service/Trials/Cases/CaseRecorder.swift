internal import Diagnostics
internal import Documents
package import Pipelines
package import Platform
internal import Representations
package import Workspaces

/// Makes a test case of a run and puts it where it belongs.
package struct CaseRecorder {
    /// Where a case goes.
    package enum Output: Sendable {
        /// Into the pipeline's file.
        case pipeline
        /// Into a new file.
        case file(Path)
        /// To the caller; nothing is written then.
        case text
    }

    /// What was written.
    package struct Recording: Sendable {
        /// Only for `Output.text`.
        package let text: String?
        /// The file that has the case now.
        package let file: Path?
        /// Where in the pipeline's file.
        package let line: Int?
        /// Where the document was copied to; nil: it was there.
        package let document: Path?
        /// Where the document has to be put, since it was not copied; nil: nowhere.
        package let missing: Path?
        /// What the case does not tell, a sentence each.
        package let notes: [String]
    }

    package let workspace: Workspace
    package let detail: RunDetail

    package init(workspace: Workspace, detail: RunDetail) {
        self.workspace = workspace
        self.detail = detail
    }

    private static let fixtures: Path = "fixtures"
    private static let elements = 1_000

    /// - Parameter name: nil: made of the run.
    /// - Throws: `Problem` when the run makes no case; nothing was written then.
    package func record(name: String?, to output: Output) async throws -> Recording {
        try checkStatus()
        let pipeline = try findPipeline()
        let name = name ?? RecordedCase.name(of: detail.run)
        if let other = pipeline.tests.first(where: { $0.name == name }) {
            throw Problem.invalidRequest(
                "\(pipeline.file):\(other.span.line) has a case of that name already",
                advice: [.chooseCaseName])
        }
        let file = Path(pipeline.file)
        let bytes = try await RunBytes.find(detail, in: workspace)
        let fixture = try await fixture(of: bytes, beside: file.folder)
        let recorded = RecordedCase(
            detail: detail, pipeline: pipeline, name: name, file: fixture.map(\.text), items: try await items(),
            definition: try await workspace.journal.definition(detail.run.definition))
        func recording(text: String? = nil, file: Path? = nil, line: Int? = nil, document: Path?) -> Recording {
            Recording(text: text, file: file, line: line, document: document, missing: nil, notes: recorded.notes)
        }
        switch output {
        case .text:
            let missing = fixture.map { file.folder.appending($0) }.flatMap { Files.exists($0) ? nil : $0 }
            return Recording(
                text: text(of: recorded), file: nil, line: nil, document: nil, missing: missing,
                notes: recorded.notes)
        case .file(let output):
            if Files.exists(output) { throw Problem.invalidRequest("\(output) exists; name a new file") }
            let document = try await copy(bytes, to: fixture, beside: file.folder)
            try Files.replace(output, with: Array(text(of: recorded).utf8))
            return recording(file: output, document: document)
        case .pipeline:
            let (text, line) = try inserting(recorded, in: pipeline)
            let document = try await copy(bytes, to: fixture, beside: file.folder)
            try Files.replace(file, with: Array(text.utf8), mode: FileStatus.of(file).mode)
            return recording(file: file, line: line, document: document)
        }
    }

    private func checkStatus() throws {
        switch detail.run.status {
        case .succeeded, .rejected, .failed: return
        case .running: throw Problem.invalidRequest("run \(detail.run.id) is running; wait for its end")
        case .cancelled, .skipped:
            throw Problem.invalidRequest(
                "run \(detail.run.id) was \(detail.run.status.rawValue); only runs that came to an end of their own make a test"
            )
        }
    }

    /// The file whose pipeline has the run's name.
    private func findPipeline() throws -> Pipeline {
        let report = try PipelineLint.check(
            [], in: workspace.root, registry: workspace.registry, context: workspace.lint)
        if let pipeline = report.pipelines.first(where: { $0.name == detail.run.pipeline }) { return pipeline }
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        throw Problem.invalidRequest("the workspace has no pipeline `\(detail.run.pipeline)` any more")
    }

    private func items() async throws -> [Int: [StageRecord]] {
        var items: [Int: [StageRecord]] = [:]
        for stage in detail.stages {
            let page = try await workspace.journal.items(
                ofRun: detail.run.id, position: stage.position, after: nil, limit: Self.elements)
            if !page.isEmpty { items[stage.position] = page }
        }
        return items
    }

    /// Where the document goes, relative to the pipeline's folder: under its own name, in a folder of its own where other
    /// bytes have that name.
    private func fixture(of bytes: RunBytes, beside folder: Path) async throws -> Path? {
        guard let source = detail.run.source else {
            if case .gone(let reason) = bytes { throw Problem.invalidRequest(reason) }
            return nil
        }
        if case .gone(let reason) = bytes { throw Problem.invalidRequest("the run cannot be made a test: \(reason)") }
        guard source.path.name.isText else {
            throw Problem.invalidRequest(
                "\(source.path) is no UTF-8 text, and a pipeline's file cannot name it; rename the document")
        }
        let first = Self.fixtures.appending(source.path.name)
        if try await isFree(folder.appending(first), for: bytes) { return first }
        return Self.fixtures.appending(Path(detail.run.id)).appending(source.path.name)
    }

    /// Whether nothing lies there, or the same bytes.
    private func isFree(_ path: Path, for bytes: RunBytes) async throws -> Bool {
        guard let status = try? FileStatus.of(path) else { return true }
        guard status.kind == .regular, status.size == detail.run.source?.size, case .file(let original) = bytes else {
            return false
        }
        return try SourceFile(opening: path, tree: "/").hasSameBytes(as: SourceFile(opening: original, tree: "/"))
    }

    /// - Returns: where it was copied to; nil: there was no need.
    private func copy(_ bytes: RunBytes, to fixture: Path?, beside folder: Path) async throws -> Path? {
        guard let fixture else { return nil }
        let target = folder.appending(fixture)
        if Files.exists(target) { return nil }
        try Files.createFolders(target.folder)
        let digest = detail.stages.lazy.compactMap { $0.outputs[Fact.sha256.name]?.string }.first
        try await bytes.copy(to: target, digest: digest, from: workspace.objects)
        return target
    }

    private func text(of recorded: RecordedCase) -> String {
        recorded.lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 + "\n" }.joined()
    }

    /// The pipeline's text with the case in it, which has to read as the same pipeline with one case more.
    private func inserting(_ recorded: RecordedCase, in pipeline: Pipeline) throws -> (text: String, line: Int) {
        let (text, line): (String, Int)
        do {
            (text, line) = try CaseInsertion(source: pipeline.source).adding(recorded.lines)
        } catch let error as CaseInsertion.NoPlace {
            throw Problem.invalidRequest("\(pipeline.file): \(error)", advice: [.receiveCase])
        }
        var report = LintReport()
        report.add(
            Array(text.utf8), file: pipeline.file, registry: workspace.registry, context: workspace.lint)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        guard let changed = report.pipelines.first,
            Set(changed.tests.map(\.name)) == Set(pipeline.tests.map(\.name)).union([recorded.name]),
            changed.tests.count == pipeline.tests.count + 1,
            changed.allStages.map(\.id) == pipeline.allStages.map(\.id)
        else {
            throw Problem.invalidRequest(
                "\(pipeline.file) has no place where a case can be added safely", advice: [.receiveCase])
        }
        return (text, line)
    }
}

extension SourceFile {
    /// Whether both have the same bytes. Blocks.
    fileprivate func hasSameBytes(as other: SourceFile) throws -> Bool {
        guard size == other.size else { return false }
        var offset: Int64 = 0
        while offset < size {
            let bytes = try descriptor.bytes(at: offset, count: 1 << 20)
            guard try !bytes.isEmpty && bytes == other.descriptor.bytes(at: offset, count: 1 << 20) else {
                return false
            }
            offset += Int64(bytes.count)
        }
        return true
    }
}
