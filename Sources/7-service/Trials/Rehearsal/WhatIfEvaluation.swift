internal import Diagnostics
internal import Documents
internal import Engine
internal import FileType
package import Pipelines
internal import Platform
package import Representations
package import Workspaces

/// Puts recorded runs through an edited pipeline, in a rehearsal that leaves no trace.
package struct WhatIfEvaluation: Sendable {
    package let workspace: Workspace
    package let folder: WorkspaceFolder
    package let pipeline: Pipeline
    private static let parallel = 8
    private static let page = 500
    private let pool = WorkerPool(name: "whatif", width: parallel)

    package init(workspace: Workspace, folder: WorkspaceFolder, pipeline: Pipeline) throws {
        self.workspace = workspace
        self.folder = folder
        self.pipeline = pipeline
    }

    /// The newest runs first.
    package func run(last count: Int) async throws -> [WhatIfFinding] {
        let runs = try await newest(count)
        let schools = try folder.schools()
        let rehearsal = try await Rehearsal(
            of: folder, schools: schools, detector: FileTypeDetector(), pool: pool)
        let definitions = try await definitions(of: runs)
        return try await withThrowingTaskGroup(of: (Int, WhatIfFinding).self) { group in
            var next = 0
            var findings: [WhatIfFinding?] = Array(repeating: nil, count: runs.count)
            func start() {
                guard next < runs.count else { return }
                let (index, run) = (next, runs[next])
                next += 1
                group.addTask(executorPreference: pool) {
                    (index, try await judge(run, definition: definitions[run.definition], in: rehearsal).finding)
                }
            }
            for _ in 0..<Self.parallel { start() }
            while let (index, finding) = try await group.next() {
                findings[index] = finding
                start()
            }
            try await rehearsal.close()
            return findings.compactMap { $0 }
        }
    }

    /// One run that has ended, stage by stage.
    package func comparison(with run: RunRecord) async throws -> WhatIfComparison {
        let rehearsal = try await Rehearsal(
            of: folder, schools: try folder.schools(), detector: FileTypeDetector(), pool: pool)
        let definition = try await definitions(of: [run])[run.definition]
        let comparison = try await withTaskExecutorPreference(pool) {
            try await judge(run, definition: definition, in: rehearsal)
        }
        try await rehearsal.close()
        return comparison
    }

    private func newest(_ count: Int) async throws -> [RunRecord] {
        var query = RunQuery()
        query.pipeline = pipeline.name
        query.statuses = [.succeeded, .rejected, .failed]
        var runs: [RunRecord] = []
        var cursor: String?
        repeat {
            let page = try await workspace.journal.runs(
                query, limit: min(Self.page, count - runs.count), after: cursor)
            runs += page.items
            cursor = page.next
        } while cursor != nil && runs.count < count
        return runs
    }

    /// The definitions that the runs are pinned to, as far as this version can still read them.
    private func definitions(of runs: [RunRecord]) async throws -> [String: Pipeline] {
        var definitions = [pipeline.hash: pipeline]
        for hash in Set(runs.map(\.definition)) where definitions[hash] == nil {
            guard let source = try await workspace.journal.definition(hash) else { continue }
            definitions[hash] =
                PipelineLoader.load(
                    Array(source.utf8), file: pipeline.file, registry: workspace.registry, context: workspace.lint
                ).pipeline
        }
        return definitions
    }

    private func judge(
        _ run: RunRecord, definition: Pipeline?, in rehearsal: Rehearsal
    ) async throws -> WhatIfComparison {
        guard let detail = try await workspace.journal.run(run.id) else {
            return WhatIfComparison(unknown: "it was pruned in the meantime", of: run)
        }
        // What a default of the former definition came to is computed anew.
        let given = definition.map { GivenInputs(pipeline: $0).values(of: run) } ?? run.inputs
        let inputs = Record(
            given.compactMap { entry in
                pipeline.inputs.contains { $0.name == entry.key } ? (entry.key, entry.value) : nil
            })
        for input in pipeline.inputs where input.isRequired && inputs[input.name] == nil {
            return WhatIfComparison(
                unknown: "the input `\(input.name)` is required now, and the run has none", of: run)
        }
        let bytes = try await RunBytes.find(detail, in: workspace)
        let copies = try TemporaryFolder()
        let file = try await file(for: bytes, of: run, in: copies)
        let recorded = RecordedStages(detail, elements: try await elements(of: detail), canRead: file.canRead)
        let result = try await rehearsal.run(
            RunRequest(file: file.path, inputs: inputs, trigger: run.trigger, shownFile: run.file),
            of: pipeline.replacing(isAlone: true) { recorded.standIn(for: $0) }, owner: run.owner, tree: "/",
            variables: Environment.processVariable)
        let verdict = verdict(on: run, result.run, recorded, bytes, definition: definition)
        return WhatIfComparison(finding: WhatIfFinding(run: run, verdict: verdict), stages: result.stages)
    }

    /// The document, under its own name.
    private func file(
        for bytes: RunBytes, of run: RunRecord, in copies: TemporaryFolder
    ) async throws -> (path: Path?, canRead: Bool) {
        switch bytes {
        case .none: return (nil, true)
        case .file(let path): return (path, true)
        case .gone: return (run.source?.path ?? run.file.map { Path($0) }, false)
        case .object:
            guard let source = run.source else { return (nil, false) }
            let copy = copies.path.appending(source.path.name)
            try await bytes.copy(to: copy, digest: nil, from: workspace.objects)
            return (copy, true)
        }
    }

    private func elements(of detail: RunDetail) async throws -> [String: StageRecord] {
        var elements: [String: StageRecord] = [:]
        for stage in detail.stages where pipeline.stage(stage.id)?.loop != nil && stage.status == .succeeded {
            elements[stage.id] =
                try await workspace.journal.items(
                    ofRun: detail.run.id, position: stage.position, after: nil, limit: 1
                ).first
        }
        return elements
    }

    private func verdict(
        on run: RunRecord, _ now: RunRecord, _ recorded: RecordedStages, _ bytes: RunBytes, definition: Pipeline?
    ) -> WhatIfFinding.Verdict {
        if case .gone(let reason) = bytes {
            if let stage = recorded.unknownLooks.first {
                return .unknown("`\(stage)` had not been run then, and \(reason)")
            }
            // What was recorded holds for the stage as it was, with the inputs that it had.
            let isSame = now.inputs == run.inputs
            let changed = recorded.recordedLooks.first { stage in
                !isSame || definition.flatMap { StageLines.of(stage, in: $0) } != StageLines.of(stage, in: pipeline)
            }
            if let changed { return .unknown("`\(changed)` may decide otherwise now, and \(reason)") }
        }
        if let stage = recorded.assumedEffects.first, ["missing-fact", "expression"].contains(now.error?.kind) {
            return .unknown("it depends on what `\(stage)` would have given, which was not reached then")
        }
        let (then, ending) = (WhatIfFinding.Ending(run), WhatIfFinding.Ending(now))
        if then == ending { return .same }
        let decides = (ending.stage ?? then.stage).flatMap { pipeline.stage($0)?.span }
        return .different(now: ending, message: now.error?.message, place: decides ?? pipeline.nameSpan)
    }
}
