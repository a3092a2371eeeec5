public import Diagnostics
public import Documents
internal import Glibc
public import Platform
internal import YAMLTree

/// Lints pipelines of a workspace: what is done before a pipeline is run.
public enum PipelineLint {
    /// Finds, reads and checks pipelines.
    ///
    /// - Parameters:
    ///   - arguments: names of pipelines, or of their files in `pipelines/`, or paths; none: every pipeline of the workspace.
    ///   - root: the workspace.
    ///   - read: reads a file that an argument names as a path, up to so many bytes; nil: `Files.read`, as all others are.
    /// - Returns: what was found, the issues of all files, and the pipelines that have no error.
    /// - Throws: `PipelineFinder.NotFound` when an argument names nothing; no file is read then. `CancellationError` between two
    ///   files.
    public static func check(
        _ arguments: [Path], in root: Path, registry: Registry, context: LintContext = LintContext(),
        reading read: ((Path, Int) throws -> [UInt8])? = nil
    ) throws -> LintReport {
        var context = context
        context.roots = roots(of: root)
        let finder = PipelineFinder(workspace: root)
        var (found, named): ([PipelineFinder.Found], Set<Path>) = ([], [])
        if arguments.isEmpty {
            found = try finder.all()
        } else {
            for argument in arguments {
                let file = try finder.find(argument)
                if !found.contains(file) { found.append(file) }
                if PipelineFinder.isFile(argument) { named.insert(file.path) }
            }
        }
        var report = LintReport()
        for file in found {
            try Task.checkCancellation()
            do {
                let bytes =
                    if let read, named.contains(file.path) {
                        try read(file.path, PipelineLoader.limit)
                    } else {
                        try Files.read(file.path, limit: PipelineLoader.limit)
                    }
                report.add(bytes, file: file.file, registry: registry, context: context)
            } catch let error as SystemError {
                report.addUnreadable(
                    error.code == EFBIG
                        ? "\(file.path) is larger than \(PipelineLoader.limit) bytes, which is the most that a pipeline may have"
                        : "\(error)")
            }
        }
        if !arguments.isEmpty { try compareNames(with: found, of: finder, in: &report) }
        report.warnOfNames(in: finder)
        return report
    }

    /// As it is named, if that is no matter of where the process is, and without links. One that cannot be resolved has no
    /// pipelines either.
    private static func roots(of workspace: Path) -> [Path] {
        let resolved = try? Files.resolve(workspace)
        return (workspace.isAbsolute && workspace != resolved ? [workspace] : []) + (resolved.map { [$0] } ?? [])
    }

    /// Whoever names one pipeline is told all the same that another file of the workspace has its name. Only files whose
    /// bytes have the name are read as YAML.
    private static func compareNames(
        with found: [PipelineFinder.Found], of finder: PipelineFinder, in report: inout LintReport
    ) throws {
        // A folder that cannot be read has no pipelines to be mistaken for.
        guard let all = try? finder.all() else { return }
        let members = Set(all.compactMap { try? Files.resolve($0.path) })
        var named: [String: Path] = [:]
        for file in found { named[file.file] = try? Files.resolve(file.path) }
        // A file elsewhere is not of the workspace, and may be a copy that somebody tries out.
        let pipelines = report.pipelines.filter { named[$0.file].map(members.contains) ?? false }
        for other in all where !pipelines.isEmpty {
            try Task.checkCancellation()
            guard let path = try? Files.resolve(other.path), !named.values.contains(path),
                let bytes = try? Files.read(path, limit: PipelineLoader.limit)
            else { continue }
            for pipeline in pipelines where bytes.contains(bytesOf: pipeline.name) {
                if PipelineFinder.name(in: bytes) == pipeline.name { report.refuse(pipeline, as: other.file) }
            }
        }
    }
}

/// What lint knows of the world around a pipeline.
public struct LintContext: Sendable {
    /// The names of the workspace's channels; nil: not known, so not checked.
    public var channels: [String]?

    /// The workspace's list of schools; nil: it has none, or it is not known, so not checked.
    public var schools: [School]?

    /// Folders that hold the workspace's own state, whose files nobody may take, beside `PrivateFolders`. Absolute, or relative
    /// to the workspace.
    public var stateFolders: [Path]

    /// The workspace's folder, absolute, in each way to write it that is known; empty: not known, so that an absolute path
    /// is only compared with absolute folders. `PipelineLint` sets it.
    public var roots: [Path]

    public init(
        channels: [String]? = nil, schools: [School]? = nil, stateFolders: [Path] = [], roots: [Path] = []
    ) {
        self.channels = channels
        self.schools = schools
        self.stateFolders = stateFolders
        self.roots = roots
    }
}

/// The issues of several files, with what is needed to show them.
public struct LintReport: Sendable {
    /// Of all files.
    public private(set) var issues = IssueList()
    /// The text of each file, by the name that spans use.
    public private(set) var sources: [String: String] = [:]
    /// How many files there were, with those that could not be read.
    public private(set) var fileCount = 0
    /// What has no error, in the order in which it was added.
    public private(set) var pipelines: [Pipeline] = []
    /// The file of the first pipeline that has a name.
    private var files: [String: String] = [:]
    /// The file of the first pipeline that has a webhook's path.
    private var hooks: [String: String] = [:]

    public init() {}

    public var hasErrors: Bool { issues.hasErrors }

    /// Reads a pipeline file and adds what is wrong with it. A name that another file has already is an error.
    ///
    /// - Parameter file: what messages call it; unique in the report.
    public mutating func add(
        _ bytes: [UInt8], file: String, registry: Registry, context: LintContext = LintContext()
    ) {
        fileCount += 1
        sources[file] = YAMLParser.text(of: bytes)
        let (pipeline, issues) = PipelineLoader.load(bytes, file: file, registry: registry, context: context)
        self.issues.report(contentsOf: issues)
        guard let pipeline else { return }
        if let other = files[pipeline.name] { return refuse(pipeline, as: other) }
        files[pipeline.name] = file
        var isAlone = true
        for webhook in pipeline.triggers.webhooks {
            guard let other = hooks.updateValue(hooks[webhook.path] ?? file, forKey: webhook.path) else { continue }
            isAlone = false
            add(
                .error(
                    "duplicate-webhook", "two pipelines have the webhook `\(webhook.path)`", at: webhook.span,
                    hint: "give one of them another path", notes: ["the other is \(other)"]))
        }
        if isAlone { pipelines.append(pipeline) }
    }

    /// Adds that a file could not be read.
    mutating func addUnreadable(_ message: String) {
        fileCount += 1
        add(.error("unreadable-file", message, at: nil))
    }

    /// A pipeline whose name another file has.
    mutating func refuse(_ pipeline: Pipeline, as other: String) {
        pipelines.removeAll { $0.file == pipeline.file }
        add(
            .error(
                "duplicate-name", "two pipelines are named `\(pipeline.name)`", at: pipeline.nameSpan,
                hint: "give one of them another name", notes: ["the other is \(other)"]))
    }

    /// Warns of the workspace's files that are called otherwise than the pipeline in them. What lies elsewhere may be a copy
    /// that somebody tries out.
    mutating func warnOfNames(in finder: PipelineFinder) {
        // A folder that cannot be read has none of the files.
        guard let files = try? Set(finder.all().map(\.file)) else { return }
        let strangers = pipelines.filter { files.contains($0.file) && Path($0.file).name.stem.text != $0.name }
        // Each file is read for it, so once for all of them, and not at all where there is nothing to warn of.
        guard !strangers.isEmpty, let owners = try? finder.filesByName() else { return }
        for pipeline in strangers {
            let file = Path(pipeline.file).name
            let stem = Printable.short(file.stem.text)
            let other = owners[file.stem.text]
            add(
                .warning(
                    "file-name", "the file `\(Printable.short(file.text))` holds the pipeline `\(pipeline.name)`",
                    at: pipeline.nameSpan, hint: "call the file `\(pipeline.name)\(file.fileExtension)`",
                    notes: [
                        other.map { "commands find it by its own name; `\(stem)` is the pipeline of \($0.file)" }
                            ?? "commands find it by both names"
                    ]))
        }
    }

    /// Adds an issue of the files as a whole.
    public mutating func add(_ issue: Issue) {
        issues.report(issue)
    }

    /// All issues as text for people, in order.
    public func text(colours: Bool = false) -> String {
        IssueText(sources: sources, colours: colours).render(issues.sorted)
    }
}
