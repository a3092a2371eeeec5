import Glibc
import Platform
import Testing

/// What the doctor says of wrong files and databases.
@Suite struct DoctorFileTests {
    private let base = DoctorTests()

    @Test("a schools file that is not there, or a wrong compass.yaml, is a problem among the other checks")
    func workspaceFile() async throws {
        let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\nowner: { id: u1 }\nschools: nope.yaml\n"])
        let missing = try await sandbox.compass("doctor", "--json", ending: 1)
        let finding = try #require(try base.findings(missing, "workspace-file").first, "\(missing)")
        #expect(finding["state"] == "problem", "\(finding)")
        #expect(finding["message"]?.string?.contains("nope.yaml") == true, "\(finding)")
        #expect(try base.findings(missing, "database").count == 1)

        try sandbox.write("compass.yaml", "version: 1\nnonsense: 1\n")
        let wrong = try await sandbox.compass("doctor", "--json", ending: 1)
        let bad = try #require(try base.findings(wrong, "workspace-file").first, "\(wrong)")
        #expect(bad["state"] == "problem", "\(bad)")
        #expect(bad["message"]?.string?.contains("compass.yaml:2") == true, "\(bad)")
        for check in ["open-files", "workspace", "time-zones", "clock", "pipelines", "running"] {
            #expect(try base.findings(wrong, .string(check)).count == 1, "\(wrong)")
        }
        #expect(try base.findings(wrong, "database").isEmpty, "nobody knows where it is")
    }

    @Test("nothing is removed where most objects are unknown: then the database is the wrong one")
    func wrongDatabase() async throws {
        let sandbox = try Sandbox(["t1.pdf": Samples.pdf(1, padding: 0)])
        #expect(try await sandbox.compass("run", "transcript", "t1.pdf").status == 0)
        let folder = sandbox.folder.appending(".compass/objects/u1/transcript")
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        for number in 0..<30 {
            let object = folder.appending(Path("17000000000\(10 + number)_other.pdf"))
            try Files.replace(object, with: [1])
            #expect(object.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        }
        let output = try await sandbox.compass("doctor", "--repair", "--json", ending: 1)
        #expect(try base.findings(output, "repair").map { $0["state"] } == ["problem"], "\(output)")
        #expect(try Files.list(folder).count == 31)
    }
}
