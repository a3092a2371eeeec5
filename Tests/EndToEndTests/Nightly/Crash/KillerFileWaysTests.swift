import Glibc
import Platform
import Testing

/// The file that kills whoever reads it, taken in other ways than by hand and by `up`.
@Suite struct KillerFileWaysTests {
    private let base = KillerFileTests()

    @Test("a watched folder: forty are stored and moved, the killer is moved to its own place, after four deaths")
    func watched() async throws {
        let (sandbox, _) = try base.sandbox()
        let (deaths, last) = try await base.deaths {
            try await sandbox.compass(["watch", "drop", "--once"], environment: [KillerFileTests.place])
        }
        #expect(deaths <= KillerFileTests.maxDeaths, "\(deaths) deaths")
        #expect(last.status == 1, "\(last)")
        let all = try await base.statuses(sandbox)
        #expect(all.count == 41 && all.values.count { $0 == ["succeeded "] } == 40, "\(all)")
        #expect(all["killer.pdf"] == ["failed crashed-repeatedly"])
        #expect(try Files.list(sandbox.folder.appending("in/done")).count == 40)
        #expect(try Files.list(sandbox.folder.appending("in/failed")).contains("killer.pdf"))
    }

    @Test("a batch: forty are stored, the killer is given up, after four deaths")
    func batch() async throws {
        let (sandbox, _) = try base.sandbox()
        let text = String(decoding: try sandbox.read("pipelines/drop.yaml"), as: UTF8.self)
        let watch = try #require(text.split(separator: "\n").first { $0.contains("watch:") })
        try sandbox.write(
            "pipelines/drop.yaml",
            text.replacing("on:\n", with: "").replacing(
                "\(watch)\n", with: "source: { files: { glob: \"in/*.pdf\" } }\n"))
        let (deaths, last) = try await base.deaths {
            try await sandbox.compass(["run", "drop"], environment: [KillerFileTests.place])
        }
        #expect(deaths <= KillerFileTests.maxDeaths, "\(deaths) deaths")
        #expect(last.status == 1, "\(last)")
        let all = try await base.statuses(sandbox)
        #expect(all.count == 41 && all.values.count { $0 == ["succeeded "] } == 40, "\(all)")
        #expect(all["killer.pdf"] == ["failed crashed-repeatedly"])
        #expect(try sandbox.objects().count == 40)
    }

    @Test("two processes that carry on at once: nobody but the killer is given up, after four deaths in all")
    func twoProcesses() async throws {
        let (sandbox, files) = try base.sandbox()
        try await sandbox.compass(["run", "drop"] + files, environment: [KillerFileTests.place], ending: 137)
        let begun = try await base.statuses(sandbox).count
        async let one = base.deaths {
            try await sandbox.compass(["runs", "resume"], environment: [KillerFileTests.place])
        }
        async let two = base.deaths {
            try await sandbox.compass(["runs", "resume"], environment: [KillerFileTests.place])
        }
        let deaths = try await one.count + two.count + 1
        // Whoever ended before the other one died knows nothing of what that left.
        let last = try await base.deaths {
            try await sandbox.compass(["runs", "resume"], environment: [KillerFileTests.place])
        }
        #expect(deaths + last.count <= KillerFileTests.maxDeaths, "\(deaths + last.count) deaths")
        let all = try await base.statuses(sandbox)
        #expect(all["killer.pdf"] == ["failed crashed-repeatedly"])
        #expect(all.values.count { $0 == ["succeeded "] } == begun - 1, "\(all)")
    }
}
