internal import CommandLineTool
internal import Platform

/// `compass-bench`: measures the program that lies beside it, on this machine.
enum BenchCommand {
    private static let only = CommandOption<[BenchSubject]>.repeated(
        "only", "SUBJECT", .choice, "Measure only this; may be repeated.")
    private static let folder = CommandOption<Path>.value(
        "folder", "DIR", .folder, "Where to work; it decides which disk is measured.", standard: "/var/tmp",
        shown: "/var/tmp")
    private static let documents = CommandOption.value(
        "documents", "N", ArgumentKind.integer(in: 100...10_000_000),
        "Documents of the catalog that is listed and searched.",
        standard: 1_000_000, shown: "1000000")
    private static let mebibytes = CommandOption.value(
        "video", "MIB", ArgumentKind.integer(in: 1...1_048_576), "Size of the video, in MiB; 10240 are 10 GiB.",
        standard: 1_024,
        shown: "1024")
    private static let pdfs = CommandOption.value(
        "pdfs", "N", ArgumentKind.integer(in: 1...100_000), "Small documents of the batch.", standard: 1_000,
        shown: "1000")
    private static let queued = CommandOption.value(
        "queued", "N", ArgumentKind.integer(in: 100...10_000_000), "Runs that the engine's batch has queued.",
        standard: 100_000, shown: "100000")
    private static let finished = CommandOption.value(
        "finished", "N", ArgumentKind.integer(in: 10_000...10_000_000), "Finished runs that are listed and pruned.",
        standard: 1_000_000, shown: "1000000")
    private static let backlog = CommandOption.value(
        "backlog", "N", ArgumentKind.integer(in: 100...10_000_000), "Files that a watched folder has at the start.",
        standard: 100_000, shown: "100000")
    private static let items = CommandOption.value(
        "items", "N", ArgumentKind.integer(in: 1...10_000_000), "Files of the batch that has a run for each.",
        standard: 20_000, shown: "20000")
    private static let rounds = CommandOption.value(
        "rounds", "N", ArgumentKind.integer(in: 1...1_000), "How often each is measured; the median counts.",
        standard: 7, shown: "7")
    private static let keep = CommandOption.flag(
        "keep", "Leave what was made, and say where on standard error; the catalog's database is catalog/compass.db.")
    private static let json = CommandOption.flag("json", "Print one JSON object a figure.")

    static let command = Command(
        "compass-bench", "Measure speed and memory on this machine",
        discussion: """
            Every figure is the median of several rounds of the built program itself, in a fresh workspace with all \
            durability on: files and folders are synced before a name appears, SQLite's log is synced \
            before a durable commit returns. The engine is measured in this process: a stage in the database is committed before \
            the next one starts, and synced with the next effect or the end of its run; a stage with an effect has its \
            intent synced before it starts, and its outcome with the next stage. Programs that a figure is compared with \
            run in turn with it: of the video the median of the ratios in each round counts, of all others the fastest \
            round. What a document of the batch costs is told by the kernel of the program, and by the counters of the \
            database and of files of one more round in this process. Each subject is measured in a process of its own.
            """,
        options: [
            only.spec, folder.spec, pdfs.spec, documents.spec, mebibytes.spec, queued.spec, finished.spec,
            backlog.spec, items.spec, rounds.spec, keep.spec, json.spec,
        ]
    ) { context in
        let subjects = BenchSubject.allCases.filter { context[only].isEmpty || context[only].contains($0) }
        guard let subject = subjects.first, subjects.count == 1 else {
            try measureApart(subjects, context)
            return .success
        }
        let bench = try BenchWorkspace(parent: context[folder], rounds: context[rounds])
        let keeps = context[keep]
        defer { if !keeps { bench.remove() } }
        if keeps { context.streams.report("kept: \(bench.folder)") }
        context.streams.report("measuring \(subject.rawValue) …")
        let figures: [BenchFigure] =
            switch subject {
            case .startup: try StartupBench.measure(bench)
            case .small: try SmallFileBench.measure(bench)
            case .batch: try await BatchBench.measure(bench, documents: context[pdfs])
            case .video: try VideoBench.measure(bench, mebibytes: context[mebibytes])
            case .lint: try LintBench.measure(bench)
            case .catalog: try await CatalogBench.measure(bench, documents: context[documents])
            case .engine:
                try await EngineBench.measure(bench, queued: context[queued], finished: context[finished])
            case .watch: try await WatchBench.measure(bench, backlog: context[backlog])
            case .up: try await UpBench.measure(bench, files: context[backlog])
            case .plugins: try await PluginBench.measure(bench)
            case .items: try ItemBench.measure(bench, items: context[items])
            }
        for figure in figures {
            if context[json] {
                try context.streams.print(json: figure.record)
            } else {
                try context.streams.print(figure.line)
            }
            try context.streams.flush()
        }
        return .success
    }

    /// Each in a process of its own. The kernel counts as the memory of a program that is started also what its starter had
    /// in use, wait4(2): after others were measured in this process, that would be theirs.
    private static func measureApart(_ subjects: [BenchSubject], _ context: CommandContext) throws {
        let counts: [(CommandOption<Int>, String)] = [
            (pdfs, "pdfs"), (documents, "documents"), (mebibytes, "video"), (queued, "queued"), (finished, "finished"),
            (backlog, "backlog"), (items, "items"), (rounds, "rounds"),
        ]
        var options: [Path] = ["--folder", context[folder]]
        for (option, name) in counts { options += [Path("--\(name)"), Path("\(context[option])")] }
        if context[keep] { options.append("--keep") }
        if context[json] { options.append("--json") }
        for subject in subjects {
            let process = try ChildProcess(
                Files.resolve("/proc/self/exe"), ["--only", Path(subject.rawValue)] + options,
                output: .inherit, errors: .inherit)
            let exit = try process.wait()
            guard exit.status == 0 else {
                throw BenchError(message: "measuring \(subject.rawValue) ended with \(exit.status)")
            }
        }
    }
}
