import Diagnostics
import Representations
import Testing
import Workspaces

@testable import WebServer

@Suite struct UploadMetadataTests {
    @Test("names with values in base 64: read, and written as they came")
    func read() throws {
        let text = "filename \("Zeugnis ä.pdf".base64),type \("transcript".base64),is_confidential,note "
        let metadata = try UploadMetadata(text)
        #expect(metadata["filename"] == "Zeugnis ä.pdf" && metadata["type"] == "transcript")
        #expect(metadata["is_confidential"] == "" && metadata["note"] == "" && metadata["other"] == nil)
        let announcement = try metadata.announcement(length: 5, owner: "u1")
        #expect(announcement.name == "Zeugnis ä.pdf" && announcement.owner == "u1" && announcement.length == 5)
        #expect(announcement.inputs.sorted() == ["is_confidential=", "note="])
    }

    @Test(
        "what is no metadata: refused with what is wrong",
        arguments: [
            ("filename", "must be one of"), ("filename !!!", "`filename` of"), ("filename YQ== YQ==", "must be names"),
            ("filename YQ==,filename Yg==", "stands twice"), ("filename /w==", "must be UTF-8"),
            ("", "`filename` is missing"), ("type dHJhbnNjcmlwdA==", "`filename` is missing"),
            ("filename YQ==", "`type` in"), ("filename YQ==,type eA==", "must be one of"),
        ])
    func refused(text: String, expected: String) throws {
        let problem = #expect(throws: Problem.self) {
            _ = try UploadMetadata(text).announcement(length: 1, owner: "u1")
        }
        #expect(problem?.kind == .invalidRequest)
        #expect(problem?.message.contains(expected) == true, "\(problem?.message ?? "")")
    }
}
