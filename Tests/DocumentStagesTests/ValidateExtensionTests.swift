import CompassTesting
import Documents
import FileType
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct ValidateExtensionTests {
    /// The table of the specification (documents list, 3), once more: a test that took it from the rules could not fail.
    private static let allowed: [(type: DocumentType, label: String, extensions: String)] = [
        (.highlightVideo, "Highlight Video", ".mp4, .mov, .avi"),
        (.transcript, "Transcript", ".pdf, .txt"),
        (.resume, "Resume", ".pdf, .doc, .docx"),
        (.recommendationLetter, "Recommendation Letter", ".pdf"),
        (.questionnaire, "Questionnaire", ".pdf, .doc, .docx"),
        (.statsSheet, "Stats Sheet", ".csv, .xls, .xlsx"),
    ]

    private static func run(
        _ file: SourceFile, as type: DocumentType, mimeType: String, rules: DocumentRules = .standard
    ) async throws -> Record {
        var options = ValidateExtension.Options()
        options.type = .fixed(type.rawValue)
        return try await ValidateExtension(options: options)
            .run(.example(file, facts: ["mime-type": .string(mimeType)], rules: rules))
    }

    @Test("every sample file as every document type gets the right verdict in the right words", arguments: Fixture.all)
    func matrix(fixture: Fixture) async throws {
        let file = try Fixtures.open(Path(fixture.name))
        let fileExtension = "." + (fixture.name.split(separator: ".").last ?? "")
        #expect(Self.allowed.count == DocumentType.allCases.count)
        for (type, label, extensions) in Self.allowed {
            var expected: StageError?
            if !extensions.split(separator: ", ").contains(fileExtension[...]) {
                expected = .rejected("wrong-extension", "Invalid file type. \(label) requires \(extensions)")
            } else if let kind = fixture.kind {
                let offer = kind == "empty-file" ? "" : "; allowed for \(label): \(extensions)"
                expected = .rejected(kind, fixture.message + offer)
            }
            do {
                let outputs = try await Self.run(file, as: type, mimeType: fixture.mimeType)
                #expect(expected == nil, "\(label)")
                #expect(outputs["document-type"] == .string(type.rawValue))
                let rules = try #require(ContentRules(extension: fileExtension))
                #expect(rules.fits(outputs["mime-type"]?.text ?? ""), "\(outputs)")
            } catch let error as StageError {
                #expect(error == expected, "\(label)")
            }
        }
    }

    @Test(
        "only the last extension counts, in any case",
        arguments: [
            ("CLIP.MP4", true), ("clip.tar.Mp4", true), ("clip.mp4.", false), ("clip", false), (".mp4", false),
            ("clip.mp4 ", false), ("clip.mp4.exe", false), ("mp4", false), ("clip.\u{130}mp4", false),
        ])
    func extensions(name: String, isAllowed: Bool) async throws {
        let folder = try TestFolder()
        let file = try folder.open(Path(name), Array(#require(Self.film)))
        let result = await Result { try await Self.run(file, as: .highlightVideo, mimeType: "video/mp4") }
        if isAllowed {
            #expect(
                try result.get() == ["document-type": "highlight_video", "mime-type": "video/mp4", "charset": nil])
        } else {
            let error = #expect(throws: StageError.self) { try result.get() }
            #expect(error?.message == "Invalid file type. Highlight Video requires .mp4, .mov, .avi")
        }
    }

    private static let film = try? Files.read(Fixtures.folder.appending("isom.mp4"), limit: 1 << 20)

    @Test(
        "an extension that a workspace adds takes what libmagic says, but nothing that acts when it is opened",
        arguments: [
            ("clip.webm", "video/webm", nil), ("still.png", "image/png", nil), ("clip.m4v", "video/x-m4v", nil),
            (
                "program.exe", "application/vnd.microsoft.portable-executable",
                "program.exe is a Windows program (application/vnd.microsoft.portable-executable), which no document "
                    + "may be; allowed for Highlight Video: .mp4, .mov, .avi, .webm, .png, .m4v, .exe"
            ),
            (
                "still.png", "application/x-executable, no program header",
                "still.png is an executable program (application/x-executable, no program header), which no document "
                    + "may be; allowed for Highlight Video: .mp4, .mov, .avi, .webm, .png, .m4v, .exe"
            ),
            (
                "clip.webm", "text/html",
                "clip.webm is an HTML page (text/html), which no document may be; "
                    + "allowed for Highlight Video: .mp4, .mov, .avi, .webm, .png, .m4v, .exe"
            ),
        ] as [(Path, String, String?)])
    func added(name: Path, mimeType: String, message: String?) async throws {
        var rules = DocumentRules.standard
        rules[.highlightVideo].extensions += [".webm", ".png", ".m4v", ".exe"]
        let file = try Fixtures.open(name)
        do {
            let outputs = try await Self.run(file, as: .highlightVideo, mimeType: mimeType, rules: rules)
            #expect(message == nil)
            #expect(outputs == ["document-type": "highlight_video", "mime-type": .string(mimeType), "charset": nil])
        } catch let error as StageError {
            #expect(error.outcome == .rejected)
            #expect(error.message == message)
        }
    }

    @Test(
        "a text is accepted whatever libmagic guesses that it is, and is what its extension says",
        arguments: [
            "text/plain", "text/x-c", "text/troff", "text/html", "text/x-script.python", "application/json",
            "message/rfc822", "application/vnd.hp-HPGL", "application/x-dosexec", "image/x-portable-bitmap",
            "application/octet-stream",
        ])
    func texts(mimeType: String) async throws {
        let file = try Fixtures.open("ascii.txt")
        let text = try await Self.run(file, as: .transcript, mimeType: mimeType)
        #expect(text == ["document-type": "transcript", "mime-type": "text/plain", "charset": "us-ascii"])
        let folder = try TestFolder()
        let table = try folder.open("grades.csv", Array("A;B\n1;2\n".utf8))
        let outputs = try await Self.run(table, as: .statsSheet, mimeType: mimeType)
        #expect(outputs == ["document-type": "stats_sheet", "mime-type": "text/csv", "charset": "us-ascii"])
    }

    @Test(
        "a film is what its first box says, whatever its name",
        arguments: [("isom.mp4", "clip.mov", "video/mp4"), ("quicktime-1998.mov", "clip.mp4", "video/quicktime")])
    func films(fixture: String, name: String, mimeType: String) async throws {
        let folder = try TestFolder()
        let bytes = try Files.read(Fixtures.folder.appending(Path(fixture)), limit: 1 << 20)
        let file = try folder.open(Path(name), bytes)
        let outputs = try await Self.run(file, as: .highlightVideo, mimeType: "video/3gpp")
        #expect(outputs["mime-type"] == .string(mimeType))
    }

    @Test("an unknown document type is a mistake in the pipeline, not in the document")
    func unknownType() async throws {
        var options = ValidateExtension.Options()
        options.type = "film"
        let context = try StageContext.example(Fixtures.open("isom.mp4"), facts: ["mime-type": "video/mp4"])
        let error = await #expect(throws: StageError.self) {
            try await ValidateExtension(options: options).run(context)
        }
        #expect(error?.outcome == .failed(.permanent))
        #expect(error?.kind == "invalid-option")
    }

    @Test("a file that shrinks after it was opened is damaged, not accepted")
    func shrinking() async throws {
        let folder = try TestFolder()
        let bytes = try Files.read(Fixtures.folder.appending("libreoffice.docx"), limit: 1 << 20)
        let file = try folder.open("resume.docx", bytes)
        try Files.truncate(file.path, to: 1_000)
        let error = await #expect(throws: StageError.self) {
            try await Self.run(file, as: .resume, mimeType: Fixture.docx)
        }
        #expect(error?.kind == "damaged-contents")
    }
}
