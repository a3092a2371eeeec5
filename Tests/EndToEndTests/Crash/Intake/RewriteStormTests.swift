import CompassTesting
import Platform
import Testing

/// Files of a watched folder that are written anew in place, while something else happens to them within milliseconds.
/// The users are `Servers/rewriter.py`.
@Suite struct RewriteStormTests {
    private static let script = Path(#filePath).folder.folder.appending("Servers/rewriter.py")

    @Test(
        "W7, W22, W23, W25: the last contents of every file have exactly one run that succeeded, and nothing waits for ever",
        arguments: Nightly.isOn ? [false, true] : [true])
    func storm(isKilled: Bool) async throws {
        let (files, rounds) = Nightly.isOn ? (1_000, 4) : (12, 2)
        let kills = isKilled ? Nightly.isOn ? 100 : 2 : 0
        let sandbox = try Sandbox()
        for name: Path in ["pipelines/video.yaml", "pipelines/transcript.yaml"] {
            TestFolder.remove(sandbox.folder.appending(name))
        }
        try sandbox.write("pipelines/drop.yaml", Self.pipeline)
        try Files.createFolders(sandbox.folder.appending("inbox/u1"))
        let output = try await sandbox.run(
            "/usr/bin/python3",
            [
                Self.script, Sandbox.program, Path("--files=\(files)"), Path("--rounds=\(rounds)"),
                Path("--kills=\(kills)"), Path("--seed=\(Nightly.seed)"),
            ])
        let result = try Value(json: output.text)
        print("intake: rewritten: seed \(Nightly.seed): \(output.text)", terminator: "")
        #expect(output.status == 0, "\(output)")
        #expect(result["kills"]?.json == "\(kills)")
        #expect(result["problems"] == [], "seed \(Nightly.seed)")
    }

    private static let pipeline = """
        version: 1
        name: drop
        on:
          watch: { path: "inbox/{user}", settle: 0s, patience: 1s, rescan: 1h }
        inputs:
          user: { type: string, required: true }
          type: { type: document-type, default: transcript }
        stages:
          - uses: detect-mime
          - uses: upload
          - uses: notify
            with: { channel: log, subject: "New: ${{ document.stem }}" }

        """
}
