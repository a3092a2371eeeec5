import Documents
import Testing

@testable import WebServer

@Suite struct UploadFaultTests {
    private func fault(_ name: String, _ length: Int64?, maxSize: Int64 = 100_000_000) -> String? {
        UploadFault.text(
            of: name, length: length, as: .transcript,
            DocumentRules.Rule(extensions: [".pdf", ".txt"], maxSize: maxSize))
    }

    @Test("a file of another type: the specification's words")
    func type() {
        #expect(fault("film.mp4", 9) == "Invalid file type. Transcript requires .pdf, .txt.")
        #expect(fault("pdf", nil) == "Invalid file type. Transcript requires .pdf, .txt.")
        #expect(fault("GRADES.PDF", 9) == nil)
    }

    @Test("a file that is too large: the specification's words with the limit of its type")
    func size() {
        let words = "limit. Please compress or choose a smaller file."
        #expect(fault("a.pdf", 100_000_000) == nil)
        #expect(fault("a.pdf", 100_000_001) == "File exceeds 100MB \(words)")
        #expect(fault("a.pdf", 3_000_000_000, maxSize: 2_500_000_000) == "File exceeds 2.5GB \(words)")
        #expect(fault("a.pdf", nil) == nil)
    }

    @Test("an empty file: said with its name")
    func empty() {
        #expect(fault("a.pdf", 0) == "a.pdf is empty (0 bytes). A document needs contents.")
    }

    @Test(
        "limits as messages write them",
        arguments: [
            (999, "999 bytes"), (1_000, "1kB"), (1_550, "1.6kB"), (100_000_000, "100MB"), (1_000_000_000, "1GB"),
        ] as [(Int64, String)])
    func limits(bytes: Int64, text: String) {
        #expect(UploadFault.limit(bytes) == text)
    }
}
