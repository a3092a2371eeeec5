import Glibc
import Platform
import Testing

/// `compass uploads`
@Suite struct UploadCommandTests {
    @Test("a file is sent to the pipeline of its type, stored as its owner's, and remembered")
    func add() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("uploads", "list").errors == "No uploads\n")
        #expect(!Files.exists(sandbox.folder.appending(".compass/uploads")), "looking makes nothing")
        try sandbox.write("grades.pdf", Samples.pdf())
        let output = try await sandbox.compass(
            "uploads", "add", "grades.pdf", "--type", "transcript", "--title", "Fall", "--owner", "kim", "-i",
            "schools=ucla", "--json", ending: 0)
        let run = try #require(try output.lines.first)
        #expect(run["status"] == "succeeded" && run["file"] == "grades.pdf")
        #expect(run["document"]?["title"] == "Fall" && run["document"]?["shared-with"] == ["ucla"])
        let document = try #require(try await sandbox.compass("documents", "list", "--json").lines.first)
        #expect(document["owner"] == "kim" && document["name"] == "grades.pdf")
        let upload = try #require(try await sandbox.compass("uploads", "list", "--json").lines.first)
        #expect(output.errors == "upload \(upload["id"]?.string ?? "")\n")
        #expect(upload["state"] == "ended" && upload["run"] == run["run"] && upload["offset"] == upload["length"])
        #expect(try await sandbox.compass("uploads", "list", "--owner", "mia", "--json").text == "")
        #expect(try await sandbox.compass("uploads", "list", "--state", "receiving", "--json").text == "")
        let shown = try await sandbox.compass("runs", "show", Path(run["run"]?.string ?? ""), "--json").lines
        #expect(shown.first?["trigger"] == nil || shown.first?["trigger"]?["kind"] == "upload")
    }

    @Test("what is no upload is refused with what to do about it")
    func refused() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()])
        for (arguments, status, message) in [
            (
                ["grades.pdf"], 2,
                "compass: `--type` is needed, one of highlight_video, transcript, resume, rec_letter, questionnaire, "
                    + "stats_sheet\nusage: compass uploads add [OPTIONS] FILE"
            ),
            (["none.pdf", "--type", "transcript"], 2, "compass: none.pdf does not exist"),
            (["pipelines", "--type", "transcript"], 2, "compass: pipelines is a folder; name a file"),
        ] as [([Path], Int32, String)] {
            try await sandbox.compass(
                ["uploads", "add"] + arguments, ending: status, errors: .equals("\(message)\n"))
        }
        #expect(try await sandbox.compass("uploads", "list", "--json").text == "")
    }
}
