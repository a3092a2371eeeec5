import CompassTesting
import Documents
import FileType
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct DetectMimeTests {
    private let stage = DetectMime(options: NoOptions())

    @Test("every sample file has an expectation")
    func complete() throws {
        #expect(Set(Fixture.all.map(\.name)) == Set(try Fixtures.names().map(\.text)))
    }

    @Test("a sample file's type is the one that file(1) gives", arguments: Fixture.all)
    func types(fixture: Fixture) async throws {
        let file = try Fixtures.open(Path(fixture.name))
        if fixture.mimeType == "inode/x-empty" {
            let error = await #expect(throws: StageError.self) { try await stage.run(.example(file)) }
            #expect(error == .rejected("empty-file", fixture.message))
        } else {
            let outputs = try await stage.run(.example(file))
            #expect(outputs["mime-type"] == .string(fixture.mimeType))
            #expect(outputs.keys == ["mime-type", "charset"])
        }
    }

    @Test(
        "a text has its charset, and nothing else has one",
        arguments: [
            ("ascii.txt", "us-ascii"), ("utf8.txt", "utf-8"), ("utf8-bom.txt", "utf-8"), ("latin1.txt", "iso-8859-1"),
            ("windows1252.txt", "unknown-8bit"), ("utf16.txt", "utf-16le"), ("utf16.csv", "utf-16le"),
            ("isom.mp4", nil), ("libreoffice.docx", nil), ("libreoffice.pdf", nil),
        ] as [(Path, String?)])
    func charsets(name: Path, charset: String?) async throws {
        let outputs = try await stage.run(.example(Fixtures.open(name)))
        #expect(outputs["charset"] == Value(charset))
    }

    @Test(
        "what libmagic guesses of a text is given as it is",
        arguments: [
            "C Average 3.4, Fall 2026\n", "From: Coach Ruiz <r@example.org>\nTo: Kim\nSubject: Grades\n\nGood.\n",
            "PALO ALTO HIGH SCHOOL\n", "I made a page with a <table>.\n", "@echo off\r\ndel x\r\n",
            "\n%PDF-1.4\n1 0 obj\n",
        ])
    func guesses(text: String) async throws {
        let folder = try TestFolder()
        let file = try folder.open("t.txt", Array(text.utf8))
        let guess = try StageContext.detector.detect(file.descriptor)
        let outputs = try await stage.run(.example(file))
        #expect(outputs == ["mime-type": .string(guess.mimeType), "charset": Value(guess.charset)])
    }

    @Test("a missing file fails the stage, it does not reject the document")
    func missing() async throws {
        let result = Result { () throws(SourceFileError) in try SourceFile(opening: "/nonexistent/clip.mp4") }
        let error = await #expect(throws: StageError.self) { try await stage.run(.example(file: result)) }
        #expect(error == .failed(.permanent, "missing", "/nonexistent/clip.mp4 does not exist."))
    }

    @Test("contents that libmagic gives up on are rejected")
    func undetectable() async throws {
        let folder = try TestFolder()
        let file = try folder.open(
            "text.txt", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x62, 0, 0, 0, 0x0A, 0, 0, 0])
        let error = await #expect(throws: StageError.self) { try await stage.run(.example(file)) }
        #expect(
            error
                == .rejected(
                    "unknown-contents",
                    "text.txt has contents that look like damage: libmagic can make nothing of the contents. "
                        + "Save or export it again."))
    }

    @Test("a missing database fails the stage and says what to do")
    func database() async throws {
        let detector = FileTypeDetector(database: "/nonexistent/magic")
        let context = try StageContext.example(file: .success(Fixtures.open("isom.mp4")), detector: detector)
        let error = await #expect(throws: StageError.self) { try await stage.run(context) }
        #expect(
            error
                == .failed(
                    .other, "no-file-types",
                    "cannot load the file type database: could not find any valid magic files!"))
    }
}
