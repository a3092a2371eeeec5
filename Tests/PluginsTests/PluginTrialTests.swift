import CompassTesting
import Platform
import Plugins
import Testing

@Suite struct PluginTrialTests {
    private static let opening: String = """
        request = json.loads(sys.stdin.readline())
        def say(**line): print(json.dumps(line), flush=True)

        """

    private func failures(_ plugin: PluginFolder) async throws -> [String: String] {
        let catalog = PluginCatalog(folder: plugin.path)
        #expect(catalog.refused.map(\.message) == [])
        let installed = try #require(catalog.plugins.first)
        var reported = 0
        let checks = try await PluginTrial(installed, of: catalog).run { _ in reported += 1 }
        #expect(reported == checks.count && checks.count >= 8)
        return Dictionary(checks.compactMap { check in check.failure.map { (check.name, $0) } }) { $1 }
    }

    @Test("a plugin that keeps the protocol passes every check")
    func sound() async throws {
        let plugin = try PluginFolder(
            manifest: "gives: { words: { type: integer, doc: How many. } }",
            program: PluginFolder.python + Self.opening + """
                with open(request["content"]["path"], "rb") as document:
                    say(type="result", outputs={"words": len(document.read().split())})
                """)
        #expect(try await failures(plugin) == [:])
    }

    @Test("a persistent plugin with an effect, a probe and an undo passes every check")
    func effect() async throws {
        let ledger = try TestFolder()
        let plugin = try PluginFolder(
            manifest: """
                effect: idempotent
                persistent: true
                probe: [./main]
                preview: [./main]
                undo: [./main]
                writes: [\(ledger.path)]
                outputs: { place: { type: string, doc: Where it is. } }
                """,
            program: PluginFolder.python + """
                import hashlib
                for line in sys.stdin:
                    request = json.loads(line)
                    place = "\(ledger.path)/" + hashlib.sha256(request["key"].encode()).hexdigest()
                    answer = {"type": "result", "id": request["id"], "outputs": {"place": place}}
                    action = request["action"]
                    if action == "run": open(place, "w").write("done")
                    if action == "probe" and not os.path.exists(place): answer = {"type": "absent", "id": request["id"]}
                    if action == "preview": answer["effects"] = [{"target": place, "text": "Write it."}]
                    if action == "undo":
                        if os.path.exists(place): os.remove(place)
                        del answer["outputs"]
                    print(json.dumps(answer), flush=True)
                """)
        #expect(try await failures(plugin) == [:])
    }

    /// What breaks one rule each, with the check that tells, and how its message begins.
    static let broken: [(manifest: String, program: String, check: String, message: String)] = [
        (
            "gives: { words: { type: integer, doc: How many. } }", "say(type=\"result\", outputs={})", "example: One.",
            "The plugin `probe` failed: it did not give `words`"
        ),
        (
            "outputs: { now: { type: integer, doc: The time. } }",
            "say(type=\"result\", outputs={\"now\": time.time_ns()})", "a second request has the same answer",
            "It answered with {\"now\":"
        ),
        (
            "", "assert not any(key.startswith(\"x-\") for key in request)\nsay(type=\"result\")",
            "keys that it does not know change nothing", "The plugin `probe` failed: it ended with status 1"
        ),
        (
            "", "assert not request[\"facts\"]\nsay(type=\"result\")",
            "facts that it does not need change nothing",
            "The plugin `probe` failed: it ended with status 1"
        ),
        (
            "",
            "if os.system(\"cat \" + request[\"content\"][\"path\"] + \" >/dev/null\"): sys.exit(7)\nsay(type=\"result\")",
            "a document with an odd name has the same answer", "The plugin `probe` failed: it ended with status 7"
        ),
        (
            "", "assert request[\"content\"][\"size\"]\nsay(type=\"result\")",
            "a document that is empty gets an answer",
            "The plugin `probe` failed: it ended with status 1"
        ),
        (
            "", "open(request[\"content\"][\"path\"], encoding=\"utf-8\").read()\nsay(type=\"result\")",
            "a document that is random gets an answer", "The plugin `probe` failed: it ended with status 1"
        ),
        (
            "",
            "assert open(request[\"content\"][\"path\"], \"rb\").read()[-1:] in (b\"\", b\"\\n\")\nsay(type=\"result\")",
            "a document that is cut off gets an answer", "The plugin `probe` failed: it ended with status 1"
        ),
        (
            "persistent: true",
            """
            while True:
                say(type="result", id=request["id"])
                request = json.loads(sys.stdin.readline())
            """, "it ends when its input does",
            "The plugin `probe` failed: it ended with status 1 and without an answer"
        ),
        (
            "effect: idempotent\nprobe: [./main]",
            "say(type=\"absent\") if request[\"action\"] == \"probe\" else say(type=\"result\")",
            "a probe finds what was done", "It answered that nothing was done, right after it was."
        ),
        (
            "effect: idempotent\npreview: [./main]",
            "say(type=\"result\", effects=[1] if request[\"action\"] == \"preview\" else [])",
            "a preview gets an answer",
            "The plugin `probe` failed when it was asked to preview: it wrote a line that means nothing"
        ),
        (
            "effect: idempotent\nundo: [./main]",
            "sys.exit(3) if request[\"action\"] == \"undo\" else say(type=\"result\")",
            "what was done can be undone, twice",
            "The plugin `probe` failed when it was asked to undo: it ended with status 3 and without an answer"
        ),
    ]

    /// One whose answer is wrong, one that fails beside its protocol, one that does not end, one whose probe is wrong.
    private static let kinds = [0, 2, 8, 9]

    @Test(
        "a plugin that breaks a rule fails its check with the reason",
        arguments: Nightly.isOn ? Array(broken.indices) : kinds)
    func breaking(_ index: Int) async throws {
        let broken = Self.broken[index]
        let plugin = try PluginFolder(
            manifest: broken.manifest, program: PluginFolder.python + Self.opening + broken.program + "\n")
        let failures = try await failures(plugin)
        let message = try #require(failures[broken.check], "\(failures)")
        #expect(message.hasPrefix(broken.message), "\(message)")
    }
}
