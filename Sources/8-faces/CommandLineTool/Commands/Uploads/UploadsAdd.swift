internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// `compass uploads add FILE`
enum UploadsAdd {
    private static let file = Positional<Path>.required("FILE", .path, "The file.")
    private static let type = CommandOption<DocumentType?>.optional("type", short: "t", "TYPE", .choice, "What it is.")
    private static let title = CommandOption<String?>.optional("title", "TITLE", .word, "The document's title.")
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word(completedBy: .people), "Whose document it is (default: the workspace's owner's).")
    private static let inputs = CommandOption<[String]>.repeated(
        "input", short: "i", "NAME=VALUE", .word(completedBy: .uploadInputs), "Set a further input of the pipeline.")
    private static let upload = CommandOption<String?>.optional(
        "continue", "ID", .word(completedBy: .uploads),
        "Resume this upload where its bytes end, in place of a new one.")
    private static let json = CommandOption.flag("json", "Print one JSON object for the run, as `compass run` does.")

    static let command = Command(
        "add", "Send a file to the pipeline that the workspace names for its type",
        discussion: """
            The file is copied into the workspace first, in pieces that survive whatever ends the process, and then run: as when \
            a person sends it to a page. Which pipeline takes it is in compass.yaml (`server: { uploads: { TYPE: PIPELINE } }`), \
            or it is the only one that makes documents of that type. The upload's id goes to standard error.
            """,
        examples: ["uploads add clip.mp4 --type highlight_video --title 'Fall season'"],
        options: [type.spec, title.spec, owner.spec, inputs.spec, upload.spec, json.spec], positionals: [file.spec]
    ) { context in
        let workspace = try await context.workspace()
        let pipelines = try workspace.allPipelines(warnings: context.warn)
        let uploads = context.uploads(workspace)
        let path = context[file]
        try NamedFiles.require(path)
        let source = try await UploadsCommand.pool.run { try LocalPieces(path) }
        let progress: UploadProgress
        if let name = context[upload] {
            let id = try await IdentifierName(name, of: .upload).id(in: workspace)
            progress = try await uploads.progress(of: id, of: context[owner])
        } else {
            guard let type = context[type] else {
                let types = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
                throw context.usageError("`--type` is needed, one of \(types)")
            }
            let upload = try await uploads.create(
                UploadAnnouncement(
                    owner: context[owner] ?? workspace.owner, length: source.size, name: path.name.text, type: type,
                    title: context[title], inputs: context[inputs]), for: pipelines)
            progress = UploadProgress(upload: upload, offset: 0)
        }
        let shownID = try await context.streams.errorID(progress.upload.id, of: .upload, in: workspace)
        context.streams.note("upload \(shownID)")
        var upload = progress.upload
        if upload.state == .receiving {
            upload = try await uploads.append(
                source.pieces(from: progress.offset), to: upload.id, of: nil, at: progress.offset
            ).upload
        }
        if upload.state == .receiving {
            throw Problem.refused(
                "\(path) is shorter than upload \(upload.id), which still waits for the rest of its \(upload.length) bytes."
            )
        }
        let id = upload.id
        return try await UploadSession(
            workspace: workspace, uploads: uploads, pipelines: pipelines, streams: context.streams,
            isJSON: context[json]
        ).run { runs, report in
            if case .left = try await runs.run(id) {
                report("upload \(shownID) is being resumed by another process")
            }
        }
    }
}

/// `compass uploads resume`
enum UploadsResume {
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each run, as `compass run` does.")

    static let command = Command(
        "resume", "Run what was sent and has not been run, and remove what is left over",
        discussion: """
            Whole files whose process died before their run had ended are run, or resumed, each once. What waits for its bytes \
            for more than a day goes, and so does what belongs to nothing.
            """,
        options: [json.spec]
    ) { context in
        let workspace = try await context.workspace()
        let uploads = context.uploads(workspace)
        let width = workspace.definition.workers
        let code = try await UploadSession(
            workspace: workspace, uploads: uploads, pipelines: workspace.allPipelines(warnings: context.warn),
            streams: context.streams, isJSON: context[json]
        ).run { runs, report in
            try await runs.carryOn(width: width) { upload, outcome in
                if case .failure(let error) = outcome {
                    report("upload \(upload.id) cannot be resumed: \(Problem(error).message)")
                }
            }
        }
        let sweep = try await uploads.sweep()
        if sweep.givenUp > 0 {
            context.streams.note("\(HumanFormat.count(sweep.givenUp, "upload")) given up")
        }
        return code
    }
}

/// The runs of uploads, and what is shown of them.
private struct UploadSession: Sendable {
    let workspace: Workspace
    let uploads: Uploads
    let pipelines: [Pipeline]
    let streams: StandardStreams
    let isJSON: Bool

    /// - Parameter work: is given a way to tell what keeps an upload from being run, which makes the command fail.
    func run(
        _ work: @escaping @Sendable (UploadRuns, @escaping @Sendable (String) -> Void) async throws -> Void
    ) async throws -> ExitCode {
        let (uploads, pipelines) = (uploads, pipelines)
        for problem in workspace.channelProblems { streams.report("compass: \(problem)") }
        let report = RunReport(streams, isJSON: isJSON)
        let workers = workspace.definition.workers
        let host = RunHost(workspace, width: workers, showsVersions: !isJSON, observe: report.observe)
        let dispatcher = Dispatcher(engine: host.engine, workers: workers)
        let runs = UploadRuns(
            uploads, pipelines: { pipelines },
            launch: { request, pipeline in
                let result = await dispatcher.run(request, of: pipeline)
                if let result { await host.end(result) }
                return result
            }, ends: host.engine.ends, isLeaving: { false })
        let troubles = Atomic<Int>(0)
        let streams = streams
        try await host.run(
            .all,
            {
                try await work(runs) { text in
                    troubles.add(1, ordering: .relaxed)
                    streams.report("compass: \(text)")
                }
            }, worked: { report.end() })
        try report.check()
        await host.prune()
        return troubles.load(ordering: .relaxed) > 0 ? report.code.combined(with: .failed) : report.code
    }
}

/// A file on this machine, to be sent piece by piece.
private final class LocalPieces: Sendable {
    private let file: FileDescriptor
    let size: Int64

    /// Blocks.
    init(_ path: Path) throws {
        let located = try FileDescriptor.locate(path)
        let status = try located.status()
        guard status.kind == .regular else {
            throw Problem.invalidRequest("\(path) is no file with contents")
        }
        file = try located.openLocated(as: path)
        size = status.size
    }

    func pieces(from offset: Int64) -> AsyncThrowingStream<[UInt8], any Error> {
        let next = Mutex(offset)
        return AsyncThrowingStream { [file] in
            let start = next.withLock { $0 }
            let piece = try await UploadsCommand.pool.run { try file.bytes(at: start, count: 1 << 20) }
            next.withLock { $0 += Int64(piece.count) }
            return piece.isEmpty ? nil : piece
        }
    }
}
