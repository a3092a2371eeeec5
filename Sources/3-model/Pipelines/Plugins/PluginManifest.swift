public import Documents
public import Platform

/// What a plugin says of itself in its `plugin.yaml`: the same that a `StageSpec` says of a stage type, and how the
/// program is run.
public struct PluginManifest: Sendable {
    /// The version of the protocol between Compass and plugins that this program speaks.
    public static let protocolVersion: Int64 = 1
    /// The file's name in the plugin's folder.
    public static let fileName: Path = "plugin.yaml"
    /// Of the file, in bytes.
    public static let limit = 256 << 10

    /// The stage type's name, which is that of the folder too.
    public var name = ""
    /// The plugin's own, for people.
    public var version = ""
    public var summary = ""
    /// Markdown.
    public var discussion = ""
    public var effect = Effect.none
    /// Whether it uses the document's file.
    public var readsContent = true
    public var options: [OptionDescription] = []
    public var needs: [Fact] = []
    public var gives: [Fact] = []
    public var outputs: [Fact] = []
    public var commands = PluginCommands()
    public var limits = PluginLimits()
    public var rights = PluginRights()
    public var examples: [PluginExample] = []

    public init() {}

    /// As every stage type has it.
    public var spec: StageSpec {
        StageSpec(
            name: name, summary: summary, discussion: discussion, needs: needs, gives: gives, outputs: outputs,
            effect: effect, readsContent: readsContent, examples: examples.map { $0.documented(of: name) },
            since: version)
    }
}

/// What a plugin is asked to do.
public enum PluginAction: String, Sendable, CaseIterable, Hashable {
    /// What the stage is for.
    case run
    /// Whether that has been done, after a crash.
    case probe
    /// What it would do.
    case preview
    /// To take it back.
    case undo
}

/// The programs of a plugin: a program's name or path and its arguments, run without a shell. What begins with `./` or `../`
/// lies in the plugin's folder.
public struct PluginCommands: Sendable, Hashable {
    public var run: [String] = []
    public var probe: [String]?
    public var preview: [String]?
    public var undo: [String]?
    /// Whether `run` takes one request after another until its input ends.
    public var isPersistent = false
    /// How many of it work at a time at most.
    public var workers = 16

    public init() {}

    /// nil: the plugin cannot do it.
    public subscript(action: PluginAction) -> [String]? {
        switch action {
        case .run: run
        case .probe: probe
        case .preview: preview
        case .undo: undo
        }
    }
}

/// What a plugin may use for one request.
public struct PluginLimits: Sendable, Hashable {
    /// From the request to the end of the answer.
    public var timeout = TimeSpan(milliseconds: 60_000)
    /// Private memory of each of its processes, in bytes.
    public var memory: Int64 = 1 << 30
    /// Processor time of each of its processes; a persistent one has it for all its requests. nil: as long as the timeout.
    public var processor: TimeSpan?
    /// What it writes to its standard output and error, in bytes.
    public var output: Int64 = 16 << 20
    /// Of one file that it writes, in bytes.
    public var fileSize: Int64 = 1 << 30
    /// At a time.
    public var processes: Int64 = 32
    /// Of each of its processes.
    public var openFiles: Int64 = 256

    public init() {}
}

/// What a plugin may reach beside itself, its document and its temporary folder.
public struct PluginRights: Sendable, Hashable {
    public var network = false
    /// Names of variables that it gets from the environment, beside those that every plugin has.
    public var environment: [String] = []
    /// Files and folders; relative ones lie in the plugin's folder.
    public var reads: [String] = []
    public var writes: [String] = []
    /// Whether the kernel is to hold it to the above.
    public var isSandboxed = true

    public init() {}
}

/// One use of a plugin: part of its reference, and a test.
public struct PluginExample: Sendable {
    /// What it ends with.
    public enum Result: Sendable, Hashable {
        /// The outputs named here have these values; others may exist.
        case outputs(Record)
        /// Rejected, with exactly this message.
        case rejected(String)
        /// Failed, with this class.
        case failed(ErrorClass)
    }

    /// What the example shows, one sentence.
    public var title: String
    /// As the manifest writes its options.
    public var with: Value
    /// A value for every option, defaults included.
    public var settings: [String: CompiledValue]
    /// In the plugin's folder; nil: none.
    public var file: Path?
    public var facts: Record
    public var result: Result

    func documented(of name: String) -> StageExample {
        // JSON is YAML.
        let with = with.record.map { $0.isEmpty } ?? true ? "" : "\nwith: \(with.json)"
        let result: ExampleResult =
            switch result {
            case .outputs(let outputs): .outputs(outputs)
            case .rejected(let message): .rejected(message)
            case .failed(let errorClass): .failed(errorClass)
            }
        return StageExample(
            title, yaml: "uses: \(name)\(with)", file: nil,
            facts: facts, result: result)
    }
}
