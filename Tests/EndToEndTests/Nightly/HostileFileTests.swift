import Platform
import Testing

/// Files with hostile contents.
@Suite struct HostileFileTests {
    @Test("files with hostile contents are named and quoted without harm")
    func files() async throws {
        let sandbox = try HostileTextTests.sandbox()
        // YAML knows no pairs of surrogates, as JSON writes what is above U+FFFF.
        let quoted = Value.string(HostileTextTests.hostile.replacing("\u{E0041}", with: "")).json
        try sandbox.write(
            "schools.json", "[{\"id\": \(quoted), \"name\": \"x\"}, {\"id\": \"mit\", \"name\": \(quoted)}]")
        try await HostileTextTests.show(sandbox, "schools", "import", "schools.json", json: false)
        try sandbox.write(
            Path("pipelines/\(HostileTextTests.hostile).yaml"),
            "version: 1\nname: \(quoted)\n\(quoted): 1\nstages:\n  - uses: \(quoted)\n  - uses: notify\n"
                + "    with: { channel: \(quoted), \(quoted): \(quoted), subject: \"${{ \(HostileTextTests.marks) }}\" }\n"
        )
        for format in ["text", "json", "github", "sarif"] {
            try await HostileTextTests.show(sandbox, "lint", "--format", Path(format), json: false)
        }
        try await HostileTextTests.show(sandbox, "doctor")
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: \(quoted) }\nchannels: { \(quoted): {} }\n")
        let output = try await sandbox.compass("status")
        HostileTextTests.check(output, ["status"])
        #expect(output.status == 2)
        #expect(output.errors.contains("`id` of the owner has the character U+001B, which no name may have"))
    }
}
