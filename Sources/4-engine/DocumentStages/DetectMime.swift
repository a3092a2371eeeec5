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
            The answer comes from libmagic and is the one that `file --brief --mime-type` gives, but for three mistakes of \
            its. A text that it takes for something else because of its first letters or a word in it is `text/plain` with \
            its charset: "PALO ALTO HIGH SCHOOL" for a plotter's program, a mention of `<table>` for a page. (A text in which \
            it sees a programming language keeps that name.) A page or a script that it takes for a plain text has its own \
            name. A PDF document behind blanks is `application/pdf`.

            It is found through the descriptor that later stages read from, so it holds for the bytes that are uploaded. Of a \
            text everything is read, of other files at most the first 7 MiB. `charset` is null for everything but text.
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
        var type: FileType
        do {
            type = try context.resources.require(FileTypeDetector.self).detect(file.descriptor)
        } catch let error as FileTypeError {
            throw StageError.undetected(file.path.name, error)
        }
        guard !type.isEmpty else { throw StageError.emptyFile(file.path.name) }
        do {
            type = try ContentType.settled(type, file.descriptor)
        } catch let error as SystemError {
            throw StageError.unreadable(file.path.name, error)
        }
        return [Fact.mimeType.name: .string(type.mimeType), Fact.charset.name: Value(type.charset)]
    }
}
