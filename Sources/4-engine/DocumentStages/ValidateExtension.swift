internal import Documents
internal import FileType
public import Pipelines
public import Platform

/// Refuses files that are no document of their type.
public struct ValidateExtension: PureStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var type: Setting<String> = .expression("inputs.type")

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField("type", \.type, "The type of document whose extensions are allowed, such as `transcript`.")
        ]
    }

    public static let spec = StageSpec(
        name: "validate-extension",
        summary: "Refuses a file whose extension its document type does not allow, or whose contents are not what the "
            + "extension says.",
        discussion: """
            The extension is the last one, in lower case. Which are allowed for which type is in the workspace file; the \
            defaults are `.mp4 .mov .avi` for highlight videos, `.pdf .txt` for transcripts, `.pdf .doc .docx` for resumes \
            and questionnaires, `.pdf` for recommendation letters and `.csv .xls .xlsx` for stats sheets.

            What counts is the structure; the name that `detect-mime` found is for messages. A file that is accepted has the \
            type of its extension and structure from then on, such as `text/csv` for any table and `text/plain` for any \
            text, whatever words are in it: as that it is stored, shown and sent.

            A `.txt` or `.csv` has to be text in any charset, by its bytes, and nothing that a browser, a shell or Windows \
            would run: no page, script, batch file or program. A word such as `<table>` in a text does no harm. A `.pdf` has \
            its mark at the start, behind blanks at most, an object behind it, and what leads to the document's root. A video \
            (`.mp4 .mov .m4v`, whatever its brand says) has an index with pictures and whole media data, an `.avi` a list of \
            streams with pictures and these pictures: what is sound alone, cut off or no more than a beginning is refused. A \
            `.docx` or `.xlsx` has to be a package with the parts of one, wherever its relationships say that they are, a \
            `.doc` or `.xls` a compound file with such a stream, or a file of a version before there were any. Packages that \
            would unpack to far more than they are, are programs as well, or are laid out to mislead are refused, and macros \
            in every form; so is a ZIP archive with a program behind any other file. Nothing is unpacked to find out but the \
            package's own lists of parts. A text is read to its end, and no more than parts are of everything else.

            Of an extension that a workspace has added and that is not known here, any contents are accepted but programs, \
            scripts and pages.
            """,
        needs: [.mimeType],
        gives: [.documentType, .mimeType, .charset],
        effect: .none,
        readsContent: true,
        examples: [
            StageExample(
                "A transcript may be a text.",
                yaml: "uses: validate-extension",
                file: .text("Grades.TXT", "A, A, B\n"),
                facts: ["mime-type": "text/plain"],
                inputs: ["type": "transcript"],
                result: .outputs([
                    "document-type": "transcript", "mime-type": "text/plain", "charset": "us-ascii",
                ])),
            StageExample(
                "A highlight video may not.",
                yaml: "uses: validate-extension\nwith: { type: highlight_video }",
                file: .text("grades.txt", "A, A, B\n"),
                facts: ["mime-type": "text/plain"],
                result: .rejected("Invalid file type. Highlight Video requires .mp4, .mov, .avi")),
            StageExample(
                "A name is not enough.",
                yaml: "uses: validate-extension",
                file: .text("clip.mp4", "%PDF-1.4\n"),
                facts: ["mime-type": "application/pdf"],
                inputs: ["type": "highlight_video"],
                result: .rejected(
                    "clip.mp4 is a PDF document (application/pdf), not a video: a .mp4 file must contain video/mp4; "
                        + "allowed for Highlight Video: .mp4, .mov, .avi")),
        ])

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let type = try context.documentType(options.type)
        let file = try context.content
        let name = file.path.name
        let allowed = try context.resources.require(DocumentRules.self)[type].extensions
        guard allowed.contains(name.fileExtension) else {
            throw StageError.rejected(
                "wrong-extension", "Invalid file type. \(type.label) requires \(allowed.joined(separator: ", "))")
        }
        guard file.size > 0 else { throw StageError.emptyFile(name) }
        let guess = FileType(mimeType: try context.require(.mimeType), charset: try context.known(.charset)?.string)
        do {
            let settled = try ContentType.settled(guess, file.descriptor)
            let check = ContentCheck(name: name, mimeType: settled.mimeType, type: type, allowed: allowed)
            let whole = try file.keepBytes(upTo: ContainerContent.wholeSize)
            let content = try whole.map { ContainerContent($0) } ?? ContainerContent(file.descriptor)
            try check.check(content)
            let decided = try ContentType.decided(settled, ContentRules(extension: name.fileExtension), content)
            return [
                Fact.documentType.name: .string(type.rawValue), Fact.mimeType.name: .string(decided.mimeType),
                Fact.charset.name: Value(decided.charset),
            ]
        } catch let error as SystemError {
            throw StageError.unreadable(name, error)
        }
    }
}
