internal import Documents
public import Pipelines
public import Platform

/// Refuses files that are empty, too large or too small.
public struct SizeCheck: PureStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var max: Setting<ByteSize?> = .fixed(nil)
        var min: Setting<ByteSize?> = .fixed(nil)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "max", \.max,
                "The largest size that is accepted, such as `100MB` (10^8 bytes) or `100MiB`. Left out, it is the one that "
                    + "the workspace sets for the `document-type` that an earlier stage has found, and else 100MB."),
            OptionField("min", \.min, "The smallest size that is accepted. An empty file is never accepted."),
        ]
    }

    public static let spec = StageSpec(
        name: "size-check",
        summary: "Refuses a file that is empty, too large or too small.",
        discussion: "The size is that of the opened file. A later change of the file ends the run in `upload`.",
        gives: [.size],
        effect: .none,
        readsContent: true,
        examples: [
            StageExample(
                "A small file.",
                yaml: "uses: size-check\nwith: { max: 100MB }",
                file: .text("grades.txt", "A, A, B\n"),
                result: .outputs(["size": 8])),
            StageExample(
                "A file over the limit.",
                yaml: "uses: size-check\nwith: { max: 1KB }",
                file: .text("grades.txt", String(repeating: "A, ", count: 334)),
                result: .rejected("File exceeds 1kB limit. Please compress or choose a smaller file.")),
            StageExample(
                "A file that cannot be whole.",
                yaml: "uses: size-check\nwith: { min: 1KiB }",
                file: .text("grades.txt", "A, A, B\n"),
                result: .rejected("grades.txt has 8 bytes, less than the 1KiB that are required.")),
            StageExample(
                "An empty file.",
                yaml: "uses: size-check",
                file: .text("grades.txt", ""),
                result: .rejected("grades.txt is empty (0 bytes). A document needs contents.")),
        ])

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let file = try context.content
        let limit = try limit(context)
        guard file.size > 0 else { throw StageError.emptyFile(file.path.name) }
        guard file.size <= limit else {
            throw StageError.rejected(
                "too-large",
                "File exceeds \(ByteSize(bytes: limit)) limit. Please compress or choose a smaller file.")
        }
        if let min = try context.value(options.min), file.size < min.bytes {
            throw StageError.rejected(
                "too-small",
                "\(file.path.name) has \(file.size) bytes, less than the \(min) that are required.")
        }
        return [Fact.size.name: .integer(file.size)]
    }

    private func limit(_ context: StageContext) throws -> Int64 {
        if let max = try context.value(options.max) { return max.bytes }
        let rules = try context.resources.require(DocumentRules.self)
        guard let type = try context.known(.documentType)?.string.flatMap(DocumentType.init(rawValue:)) else {
            return DocumentRules.Rule.defaultMaxSize
        }
        return rules[type].maxSize
    }
}
