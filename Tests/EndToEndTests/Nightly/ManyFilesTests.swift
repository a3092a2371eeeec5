import Platform
import Testing

/// Many files in one command, and unusual ones.
@Suite struct ManyFilesTests {
    @Test("many files keep their order in the output and each has one version")
    func many() async throws {
        let sandbox = try Sandbox()
        var names: [Path] = []
        for number in 0..<60 {
            let name = Path("t\(number).pdf")
            try sandbox.write(name, Samples.pdf(number, padding: number % 7 * 20_000))
            names.append(name)
        }
        let output = try await sandbox.compass(["run", "transcript", "--json"] + names)
        #expect(output.status == 0, "\(output)")
        #expect(try output.lines.map { $0["file"]?.string } == names.map(\.text))
        #expect(try sandbox.objects().count == 60)
        let first = try await sandbox.compass("documents", "list", "--json", "--limit", "50")
        #expect(try first.lines.count == 50)
    }

    @Test("a film whose first box libmagic does not know is stored with the type of a film")
    func unusualFilm() async throws {
        let sandbox = try Sandbox()
        let box: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
        try sandbox.write("clip.mp4", box + Samples.mp4())
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 0, "\(output)")
        #expect(try await sandbox.list("documents", "list").map { $0["mime-type"] } == ["video/mp4"])
    }
}
