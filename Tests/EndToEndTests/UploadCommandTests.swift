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
            "schools=ucla", "--json")
        #expect(output.status == 0, "\(output)")
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

    @Test("what cannot be sent is refused with what to do about it")
    func refused() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("grades.pdf", Samples.pdf())
        try sandbox.write("clip.exe", "x")
        for (arguments, status, message) in [
            (["grades.pdf"], 2, "compass: `--type` is needed"),
            (
                ["clip.exe", "--type", "transcript"], 2,
                "compass: `clip.exe` is no Transcript: its name has to end in .pdf or .txt."
            ),
            (
                ["grades.pdf", "--type", "resume"], 1,
                "compass: No pipeline makes documents of type resume by itself. Say in compass.yaml which one takes them: "
                    + "`server: { uploads: { resume: PIPELINE } }`."
            ),
            (["grades.pdf", "--continue", "01NONE"], 2, "compass: There is no upload `01NONE`, or none any more."),
            (["pipelines", "--type", "transcript"], 2, "compass: pipelines is no file with contents"),
        ] as [([Path], Int32, String)] {
            let output = try await sandbox.compass(["uploads", "add"] + arguments)
            #expect(output.status == status, "\(output)")
            #expect(output.errors.hasPrefix(message + "\n"), "\(output)")
        }
        #expect(try await sandbox.compass("uploads", "list", "--json").text == "")
    }
}
