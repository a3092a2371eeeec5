import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// What PDF documents are, found out by the real pdfinfo.
@Suite struct PDFInfoTests {
    private let files: MediaFiles
    private let bench: MediaBench

    init() async throws {
        files = try MediaFiles()
        bench = try await MediaBench()
    }

    @Test("pages and title of a document are told")
    func document() async throws {
        let outputs = try await bench.outputs(files.document("grades.pdf", pages: 3, title: "Fall"), "pdf-info")
        #expect(outputs == ["pages": 3, "encrypted": false, "damaged": false, "pdf-title": "Fall"])
    }

    @Test("a document that needs a password is refused, and one that only its owner may change is not")
    func encrypted() async throws {
        let plain = try files.document("plain.pdf", pages: 1)
        let (locked, owned) = (files.folder.file("locked.pdf"), files.folder.file("owned.pdf"))
        try files.run("/usr/bin/qpdf", ["--encrypt", "open", "owner", "256", "--", plain, locked])
        try files.run("/usr/bin/qpdf", ["--encrypt", "", "owner", "256", "--", plain, owned])
        let result = try await bench.run(locked, "pdf-info")
        #expect(result.run.status == .rejected)
        #expect(
            result.run.error?.message
                == "locked.pdf needs a password to be opened, which schools do not have. Save it without one.")
        let outputs = try await bench.outputs(owned, "pdf-info")
        #expect(outputs["encrypted"] == true && outputs["pages"] == 1)
    }

    @Test("a damaged document that can be mended is accepted as damaged, and one that cannot is refused")
    func damaged() async throws {
        let whole = try files.document("whole.pdf", pages: 2)
        var bytes = try files.bytes(whole)
        let end = try #require(bytes.firstRange(of: Array(">>\nstartxref".utf8)))
        bytes.removeSubrange(end.lowerBound..<end.lowerBound + 2)
        let mended = try await bench.outputs(files.folder.write("cut.pdf", bytes), "pdf-info")
        #expect(mended["damaged"] == true && mended["pages"] == 2)
        let result = try await bench.run(files.cut(whole, to: 40, as: "stump.pdf"), "pdf-info")
        #expect(result.run.status == .rejected)
        #expect(
            result.run.error?.message == "stump.pdf cannot be opened: it is damaged. Save or export it again.")
    }

    @Test("another document passes, and nothing is known of it")
    func other() async throws {
        let outputs = try await bench.outputs(files.folder.write("a.txt", Array("Notes.\n".utf8)), "pdf-info")
        #expect(outputs == ["pages": .null, "encrypted": .null, "damaged": .null, "pdf-title": .null])
    }
}
