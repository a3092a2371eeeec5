internal import Documents
public import Pipelines
public import Platform

/// Has clamd look for viruses.
public struct ScanVirus: PureStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var socket: Setting<String> = .fixed("/run/clamav/clamd.ctl")

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "socket", \.socket,
                "The Unix socket at which clamd listens, as `LocalSocket` of its `clamd.conf` says. A person who chooses it could name "
                    + "a scanner that finds nothing: it should not come from an input.")
        ]
    }

    public static let spec = StageSpec(
        name: "scan-virus",
        summary: "Refuses a document in which ClamAV finds a virus.",
        discussion: """
            The bytes are sent to clamd (package `clamav-daemon`) through its socket, from the descriptor that later stages read \
            from: what was scanned is what is uploaded, and clamd needs no right to read the file.

            A document passes only if clamd says so. When clamd is away, too slow, or answers something else, the stage fails, and \
            is tried again where the pipeline says so; when the document is larger than clamd takes (`StreamMaxLength`), it fails for \
            good, until that is raised.
            """,
        outputs: [Fact("scanner", .string, "Which ClamAV has looked, with the version and date of its signatures.")],
        effect: .none,
        readsContent: true,
        examples: [
            StageExample(
                "No scanner listens there.",
                yaml: "uses: scan-virus\nwith: { socket: /nowhere/clamd.ctl }",
                result: .failed(.network))
        ])

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let scanner = VirusScanner(socket: Path(try context.value(options.socket)))
        let file = try context.content
        let (size, progress) = (file.size, context.progress)
        switch try await scanner.scan(file, progress: { progress($0, size) }) {
        case .clean: return ["scanner": .string(try await scanner.version())]
        case .found(let name):
            throw StageError.rejected(
                "virus",
                "\(file.path.name) has what the virus scanner calls `\(Printable.short(name))`. It was not taken.")
        }
    }
}
