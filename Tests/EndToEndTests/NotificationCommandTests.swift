import Glibc
import Platform
import Testing

/// Who was told what: `compass notifications`, and what `documents show` tells of it.
@Suite struct NotificationCommandTests {
    /// A workspace in which the video "clip" was announced through `log`, and the id of that notification.
    static func announced() async throws -> (sandbox: Sandbox, id: String) {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=ucla", ending: 0)
        let list = try await sandbox.compass("notifications", "--json").lines
        return (sandbox, try #require(list.first?["id"]?.string))
    }

    /// A workspace whose video pipeline announces by a webhook on a port of this machine, and a video.
    private static func hooked(to port: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        let hook = "channels:\n  hook: { type: webhook, url: 'http://127.0.0.1:\(port)/hook' }\n"
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nprivate-addresses: [127.0.0.1]\n" + hook)
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.pipeline("video", type: "highlight_video").replacing("channel: log", with: "channel: hook"))
        try sandbox.write("clip.mp4", Samples.mp4())
        return sandbox
    }

    @Test("the list has what was announced, and filters by state, channel, document, pipeline and run")
    func list() async throws {
        let (sandbox, id) = try await Self.announced()
        try sandbox.write("grades.pdf", Samples.pdf())
        _ = try await sandbox.compass("run", "transcript", "grades.pdf")
        func subjects(_ options: Path...) async throws -> [String] {
            let output = try await sandbox.compass(["notifications", "list", "--json"] + options, ending: 0)
            return try output.lines.compactMap { $0["subject"]?.string }
        }
        #expect(try await subjects() == ["New: grades", "New: clip"])
        #expect(try await subjects("--limit", "1") == ["New: grades"])
        let page = try await sandbox.compass("notifications", "list", "-n", "1")
        let cursor = try #require(page.errors.split(separator: "next: ").last).dropLast()
        #expect(try await subjects("--after", Path(String(cursor))) == ["New: clip"])
        #expect(try await subjects("--document", "clip") == ["New: clip"])
        #expect(try await subjects("--pipeline", "transcript") == ["New: grades"])
        #expect(try await subjects("-p", "pipelines/transcript.yaml") == ["New: grades"])
        #expect(try await sandbox.compass("runs", "list", "--pipeline", "./no.yaml").status == 2)
        #expect(try await subjects("--channel", "log", "--state", "delivered") == ["New: grades", "New: clip"])
        #expect(try await sandbox.compass("notifications", "list", "--channel", "coaches").status == 2)
        #expect(try await subjects("--run", Path(String(id.prefix(26)))) == ["New: clip"])
        #expect(try await subjects("--run", Path(String(id.prefix(26)).lowercased())) == ["New: clip"])
        let none = try await sandbox.compass("notifications", "list", "--state", "given-up")
        #expect(none.text == "" && none.errors == "No notifications match\n", "\(none)")
        try await sandbox.compass("notifications", "list", "--document", "nothing", ending: 2)
    }

    @Test("channels are listed with what keeps one from delivering; a test goes to one at once and is not on record")
    func channels() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            channels:
              coaches: { type: webhook, url: "https://example.org/hook", secret: "${{ secrets.COACHES }}" }
              local: { type: log, file: local.ndjson }

            """)
        let list = try await sandbox.compass("notifications", "channels", "--json", ending: 0).lines
        let named = Dictionary(list.map { ($0["name"]?.string ?? "", $0) }) { $1 }
        #expect(named["local"]?["type"] == "log" && named["local"]?["problem"] == .null, "\(list)")
        #expect(named["coaches"]?["recipient"] == .null, "\(list)")
        #expect(named["coaches"]?["problem"]?.string?.contains("`secrets.COACHES` is not set") == true, "\(list)")

        let output = try await sandbox.compass("notifications", "test", "local", "coaches", "--json", ending: 1).lines
        #expect(output.map { $0["channel"] } == ["local", "coaches"], "\(output)")
        #expect(output.map { $0["delivered"] } == [true, false], "\(output)")
        let log = try Files.read(sandbox.folder.appending("local.ndjson"), limit: 4_096)
        let line = try Value(json: String(decoding: log, as: UTF8.self))
        #expect(line["id"] == output.first?["id"] && line["data"] == ["test": true], "\(line)")
        #expect(line["subject"] == "Test of the channel local", "\(line)")
        try await sandbox.compass("notifications", "list", ending: 0, errors: .equals("No notifications yet\n"))
        // Before anything is sent.
        for (name, rest) in [
            ("locl", "Did you mean `local`?"), ("nope", "`compass notifications channels` shows them."),
        ] {
            try await sandbox.compass(
                "notifications", "test", "local", Path(name), ending: 2,
                errors: .equals("compass: There is no channel `\(name)`. \(rest)\n"), text: .equals(""))
        }
        #expect(try Files.read(sandbox.folder.appending("local.ndjson"), limit: 4_096) == log)
    }

    @Test("a notification is shown by the beginning of its id, with its channel, its document and each try")
    func show() async throws {
        let (sandbox, id) = try await Self.announced()
        let shown = try await sandbox.compass("notifications", "show", Path(String(id.prefix(24))), ending: 0)
        for text in ["New: clip\n", "log (.compass/notifications.ndjson)", "delivered 20", "video", "(clip)", id] {
            #expect(shown.text.contains(text), "\(text): \(shown)")
        }
        let record = try #require(try await sandbox.compass("notifications", "show", Path(id), "--json").lines.first)
        #expect(record["state"] == "delivered")
        #expect(record["run"]?.string == String(id.prefix(26)))
        #expect(record["data"]?["document"]?["title"] == "clip")
        #expect(record["deliveries"]?.list?.count == 1)
    }

    @Test("what was given up is delivered again on request, and so is what was delivered; all tries stay on record")
    func redeliver() async throws {
        let receiver = try WebhookReceiver([410, 204])
        defer { withExtendedLifetime(receiver) {} }
        let sandbox = try Self.hooked(to: receiver.port)
        try await sandbox.compass("run", "video", "clip.mp4", ending: 1)
        let list = try await sandbox.compass("notifications", "list", "--state", "given-up", "--json").lines
        let id = try #require(list.first?["id"]?.string)
        for count in 2...3 {
            let again = try await sandbox.compass("notifications", "redeliver", Path(String(id.prefix(20))))
            #expect(again.status == 0 && again.text.hasPrefix("\(id): delivered 20"), "\(again)")
            #expect(again.text.hasSuffix(": 204\n"), "\(again)")
            let record = try await sandbox.compass("notifications", "show", Path(id), "--json").lines.first
            #expect(record?["state"] == "delivered")
            #expect(record?["deliveries"]?.list?.count == count)
        }
        let audit = try await sandbox.compass("audit", "list", "--json").lines
        #expect(audit.filter { $0["action"] == "notifications.redeliver" }.count == 2)
        #expect(audit.first?["detail"]?.string == id)
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\n")
        try await sandbox.compass(
            "notifications", "redeliver", Path(id), ending: 1,
            errors: .equals(
                "compass: The workspace has no channel `hook` any more, by which notification \(id) goes; it has "
                    + "`log`.\n"))
    }
}
