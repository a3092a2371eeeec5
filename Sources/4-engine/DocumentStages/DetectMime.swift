internal import Documents
internal import FileType
public import Pipelines
public import Platform

/// Finds out what the contents are.
public struct DetectMime: PureStage {
    /// It has no options.
    public typealias Options = NoOptions

    public static let spec = StageSpec(
        name: "detect-mime",
        summary: "Finds out what the file's contents are, whatever its name says.",
        discussion: """
            The answer comes from libmagic and is the one that `file --brief --mime-type` gives, byte for byte, with its \
            guesses: a text can be a plotter's program by its first letters, or Fortran by one word. `validate-extension` \
            decides what a document is, and gives these facts anew.

            It is found through the descriptor that later stages read from, so it holds for the bytes that are uploaded. At \
            most the first 7 MiB are read. `charset` is null for what libmagic takes for no text.
            """,
        gives: [.mimeType, .charset],
        effect: .none,
        readsContent: true,
        examples: [
            StageExample(
                "A text.",
                yaml: "uses: detect-mime",
                file: .text("grades.txt", "Algebra II  A\nSeñora Núñez, Español  A\n"),
                result: .outputs(["mime-type": "text/plain", "charset": "utf-8"])),
            StageExample(
                "The name does not matter.",
                yaml: "uses: detect-mime",
                file: .text("clip.mp4", "%PDF-1.4\n%âãÏÓ\n1 0 obj\n"),
                result: .outputs(["mime-type": "application/pdf"])),
            StageExample(
                "An empty file is nothing at all.",
                yaml: "uses: detect-mime",
                file: .text("clip.mp4", ""),
                result: .rejected("clip.mp4 is empty (0 bytes). A document needs contents.")),
        ])

    public init(options: Options) {}

    public func run(_ context: StageContext) async throws -> Record {
        let file = try context.content
        let type: FileType
        do {
            type = try context.resources.require(FileTypeDetector.self).detect(file.descriptor)
        } catch let error as FileTypeError {
            throw StageError.undetected(file.path.name, error)
        }
        guard !type.isEmpty else { throw StageError.emptyFile(file.path.name) }
        return [Fact.mimeType.name: .string(type.mimeType), Fact.charset.name: Value(type.charset)]
    }
}
