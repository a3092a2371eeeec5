import Platform
import Testing

/// Hostile names and contents in every message of a mistake; `HostileTextTests` has those that are shown.
@Suite struct HostileMistakeTests {
    @Test("what is refused is named without harm")
    func refused() async throws {
        let sandbox = try HostileTextTests.sandbox()
        let name = Path(HostileTextTests.hostile)
        for arguments in [
            ["run", name, "x.mp4"], ["run", "video", name], ["run", "video", "x.mp4", "-i", name],
            ["run", "video", "x.mp4", "-i", Path("\(HostileTextTests.hostile)=1")], ["runs", "show", name],
            ["runs", "list", "--status", name], ["documents", "show", name], ["documents", "list", "--school", name],
            ["documents", "list", "--owner", name], ["documents", "list", "--search", name],
            ["quarantine", "show", name], ["batches", "show", name], ["stages", name], ["schedule", "next", name],
            ["-w", name, "status"], ["schools", "add", name, "Name"], ["schools", "add", "mit", name],
        ] as [[Path]] {
            try await HostileTextTests.show(sandbox, arguments)
        }
        for arguments in [["lint", name], ["test", name], [name], [Path("--\(HostileTextTests.hostile)")]] {
            try await HostileTextTests.show(sandbox, arguments, json: false)
        }
        #expect(
            try await sandbox.compass("schools", "add", "mit", "M\u{1B}IT").errors == """
                compass: The name of school `mit` has the character U+001B, which cannot be seen or acts on what shows it. \
                Write the name without it.

                """)
    }

    @Test("what a run computes is limited in all, and the message says which value is too much")
    func computed() async throws {
        let sandbox = try Sandbox()
        let megabyte =
            "${{ replace('\(String(repeating: "a", count: 4_000))', 'a', '\(String(repeating: "b", count: 260))') }}"
        let inputs = (1..<400).map { "  i\($0): { type: string, default: '${{ inputs.i0 }}' }\n" }.joined()
        try sandbox.write(
            "pipelines/large.yaml",
            "version: 1\nname: large\ninputs:\n  i0: { type: string, default: \"\(megabyte)\" }\n\(inputs)"
                + "stages:\n  - uses: detect-mime\n")
        try sandbox.write("clip.mp4", Samples.mp4(1))
        let output = try await sandbox.compass("run", "large", "clip.mp4", "--json", ending: 1)
        #expect(
            try output.lines.last?["error"]?["message"]?.string
                == "Input `i16` is too much: the inputs and `env` that a run computes may have 16MiB together.")
    }

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
