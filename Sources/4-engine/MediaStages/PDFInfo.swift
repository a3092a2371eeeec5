internal import Documents
public import Pipelines
public import Platform
internal import Programs

/// Finds out how many pages a PDF document has, and whether it can be opened.
public struct PDFInfo: PureStage {
    public typealias Options = MediaOptions

    public static let spec = StageSpec(
        name: "pdf-info",
        summary: "Counts the pages of a PDF document, and refuses one that cannot be opened.",
        discussion: """
            The file is read by `pdfinfo` (package `poppler-utils`), in a process of its own that can reach nothing but the \
            document, and whose time and memory are limited. A document that needs a password to be opened is refused, and so \
            is one that is too damaged to be opened. One that only its owner may change is accepted and `encrypted`; one that \
            can be read although poppler complains of it is `damaged`; the log says so.

            What is no PDF document passes, with null for all that it gives.
            """,
        gives: [.pages],
        outputs: [
            Fact(
                "encrypted", .optional(.boolean), "Whether it is encrypted, as one is that only its owner may change."),
            Fact("damaged", .optional(.boolean), "Whether it can be read although something is wrong with it."),
            Fact("pdf-title", .optional(.string), "The title that stands in it."),
        ],
        effect: .none,
        readsContent: true,
        programs: [PDFInfo.program.required],
        examples: [
            StageExample(
                "A page.",
                yaml: "uses: pdf-info",
                file: .text(
                    "letter.pdf",
                    """
                    %PDF-1.4
                    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
                    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
                    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
                    xref
                    0 4
                    0000000000 65535 f\u{20}
                    0000000009 00000 n\u{20}
                    0000000052 00000 n\u{20}
                    0000000101 00000 n\u{20}
                    trailer<</Size 4/Root 1 0 R>>
                    startxref
                    164
                    %%EOF

                    """),
                result: .outputs(["pages": 1, "encrypted": false, "damaged": false])),
            StageExample(
                "Something else.",
                yaml: "uses: pdf-info",
                file: .text("notes.txt", "Notes.\n"),
                result: .outputs(["pages": nil])),
            StageExample(
                "A document of which only the beginning is left.",
                yaml: "uses: pdf-info",
                file: .text("letter.pdf", "%PDF-1.4\n1 0 obj\n"),
                result: .rejected("letter.pdf cannot be opened: it is damaged. Save or export it again.")),
        ])

    private static let program = MediaProgram(
        name: "pdfinfo", package: "poppler-utils",
        limits: ProgramLimits(memory: 1 << 30, processorTime: .seconds(30)))

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let file = try context.content
        guard try PDFText.isDocument(file) else { return Self.unknown }
        let result = try await context.allowing(options.ifMissing) {
            try await Self.program.run(
                ["-enc", "UTF-8", MediaProgram.content], on: file,
                in: context.resources.require(ProgramScratch.self).folder())
        }
        guard let result else { return Self.unknown }
        guard let status = result.status else { throw Self.program.failure(result) }
        if result.complaints.contains(where: { $0.contains("Incorrect password") }) {
            throw StageError.rejected(
                "needs-password",
                "\(file.path.name) needs a password to be opened, which schools do not have. Save it without one.")
        }
        guard status == 0, let pages = PDFText.value(of: "Pages", in: result.lines).flatMap({ Int64($0) }), pages > 0
        else {
            throw StageError.rejected(
                "damaged", "\(file.path.name) cannot be opened: it is damaged. Save or export it again.")
        }
        if !result.complaints.isEmpty {
            context.log(
                StageLog(
                    .warning, "\(file.path.name) is damaged, and can be read all the same: \(result.complaints[0])"))
        }
        return [
            Fact.pages.name: .integer(pages),
            "encrypted": .boolean(PDFText.value(of: "Encrypted", in: result.lines)?.hasPrefix("yes") ?? false),
            "damaged": .boolean(!result.complaints.isEmpty),
            "pdf-title": Value(PDFText.value(of: "Title", in: result.lines).map { Printable.text($0) }),
        ]
    }

    private static var unknown: Record { Record(spec.allOutputs.map { ($0.name, .null) }) }
}

/// What pdfinfo writes, and what it is asked about.
enum PDFText {
    /// Whether a file begins as PDF documents do; some have other bytes before that, within the first 1,024.
    static func isDocument(_ file: SourceFile) throws -> Bool {
        var head = [UInt8](repeating: 0, count: 1_024)
        let count = try head.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return Array(head[..<count]).firstRange(of: Array("%PDF-".utf8)) != nil
    }

    /// The value of a line such as `Pages:          3`; nil: there is none, or it is empty.
    static func value(of name: String, in lines: [[UInt8]]) -> String? {
        let mark = Array("\(name):".utf8)
        guard let line = lines.first(where: { $0.starts(with: mark) }) else { return nil }
        let text = String(decoding: line.dropFirst(mark.count).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
