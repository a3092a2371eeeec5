import Glibc
import Platform
import Testing

/// Notifications through the built program, to a server that is not there and one that is.
@Suite struct ChannelTests {
    private static let secret = "whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw=="

    private func sandbox(port: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            channels:
              hook: { type: webhook, url: "http://127.0.0.1:\(port)/hook", secret: "${{ secrets.HOOK }}" }

            """)
        let text = Sandbox.pipeline("video", type: "highlight_video")
        try sandbox.write("pipelines/video.yaml", text.replacing("channel: log", with: "channel: hook"))
        try sandbox.write("clip.mp4", Samples.mp4())
        return sandbox
    }

    @Test("without its secret a channel keeps what it is given, says so, and hinders no other command")
    func withoutSecret() async throws {
        let sandbox = try sandbox(port: 9)
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 0, "\(output)")
        #expect(output.errors.contains("`secrets.HOOK` is not set"), "\(output)")
        #expect(output.errors.contains("1 notification waits for another try"), "\(output)")
        let listed = try await sandbox.compass("documents", "list")
        #expect(listed.status == 0 && listed.errors == "", "\(listed)")
    }

    @Test("`up` says which channel does not work, why and when it is tried again, and once that it works again")
    func toldByUp() async throws {
        let receiver = try WebhookReceiver(listens: false)
        defer { withExtendedLifetime(receiver) {} }
        let port = receiver.port
        let sandbox = try sandbox(port: port)
        let watched = Sandbox.watching("watched").replacing("channel: log", with: "channel: hook")
        try sandbox.write("pipelines/watched.yaml", watched)
        let process = try await sandbox.up(environment: ["COMPASS_SECRET_HOOK=\(Self.secret)"])
        try sandbox.drop("in/one.mp4", Samples.mp4(1))
        let entry = try await process.entry("delivery-postponed")
        #expect(entry["channel"] == "hook", "\(entry)")
        #expect(entry["recipient"] == .string("127.0.0.1:\(port)"), "\(entry)")
        #expect(entry["cause"]?.string?.contains("127.0.0.1:\(port)") == true, "\(entry)")
        #expect(entry["next"]?.string?.hasSuffix("Z") == true, "\(entry)")
        try receiver.listen()
        // The intake has gone on, and its next run finds the receiver at work.
        try sandbox.drop("in/two.mp4", Samples.mp4(2))
        #expect(try await process.entry("delivery-works-again")["channel"] == "hook")
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.count("delivery-postponed") == 1, "\(process.text)")
        #expect(process.count("delivery-works-again") == 1, "\(process.text)")
        #expect(!process.text.contains("c2VjcmV0"))
    }

    @Test("`up` names each notification that it gives up, with its run, file, document and schools, and why")
    func givenUp() async throws {
        let receiver = try WebhookReceiver([410])
        defer { withExtendedLifetime(receiver) {} }
        let port = receiver.port
        let sandbox = try sandbox(port: port)
        let workspace = String(decoding: try sandbox.read("compass.yaml"), as: UTF8.self)
        try sandbox.write("compass.yaml", workspace + "schools: schools.yaml\n")
        let share = "  - uses: share\n    with: { schools: [ucla, stanford] }\n  - uses: notify\n"
        let watched = Sandbox.watching("watched").replacing("channel: log", with: "channel: hook")
        try sandbox.write("pipelines/watched.yaml", watched.replacing("  - uses: notify\n", with: share))
        let process = try await sandbox.up(environment: ["COMPASS_SECRET_HOOK=\(Self.secret)"])
        try sandbox.drop("in/one.mp4", Samples.mp4(1))
        let entry = try await process.entry("delivery-given-up")
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.count("delivery-given-up") == 1, "\(process.text)")
        let run = try #require(try await sandbox.list("runs", "list").first)
        let document = try #require(try await sandbox.list("documents", "list").first)
        #expect(entry["level"] == "error")
        #expect(entry["run"] == run["run"] && entry["run"] != nil, "\(entry)")
        #expect(entry["pipeline"] == "watched", "\(entry)")
        #expect(entry["file"] == "in/one.mp4", "\(entry)")
        #expect(entry["document"] == document["id"] && entry["document"] != nil, "\(entry)")
        #expect(entry["schools"] == "ucla,stanford", "\(entry)")
        #expect(entry["stage"] == "notify", "\(entry)")
        #expect(entry["channel"] == "hook", "\(entry)")
        #expect(entry["recipient"] == .string("127.0.0.1:\(port)"), "\(entry)")
        #expect(entry["cause"]?.string?.hasPrefix("The webhook answered 410") == true, "\(entry)")
        #expect(!process.text.contains("c2VjcmV0") && !process.text.contains("/hook"), "\(process.text)")
    }

    @Test("what could not be delivered is delivered by a later command, signed, once, and the secret is nowhere")
    func later() async throws {
        let receiver = try WebhookReceiver(listens: false)
        defer { withExtendedLifetime(receiver) {} }
        let sandbox = try sandbox(port: receiver.port)
        let environment = ["COMPASS_SECRET_HOOK=\(Self.secret)"]
        let output = try await sandbox.compass(["run", "video", "clip.mp4", "--json"], environment: environment)
        #expect(output.status == 0, "\(output)")
        let run = try #require(try output.lines.first?["run"]?.string)
        try receiver.listen()
        let resumed = try await sandbox.compass(["runs", "resume"], environment: environment)
        #expect(resumed.status == 0, "\(resumed)")
        let received = try receiver.message()
        #expect(received.contains("v1,") && received.contains("New: clip"), "\(received)")
        let shown = try await sandbox.compass(["runs", "show", Path(run), "--json"], environment: environment)
        #expect(try shown.lines.first?["notifications"]?.list?.first?["state"] == "delivered", "\(shown)")
        let again = try await sandbox.compass(["runs", "resume"], environment: environment)
        #expect(again.errors.contains("0 notifications delivered"), "\(again)")
        let found = try await sandbox.run("/usr/bin/grep", ["-rc", "c2VjcmV0LW9mLXRoZS10ZXN0cw", ".compass"])
        #expect(found.text.split(separator: "\n").allSatisfy { $0.hasSuffix(":0") }, "\(found)")
        #expect(!(output.text + output.errors + shown.text).contains("c2VjcmV0"))
    }
}

/// What is announced by runs that do not succeed.
@Suite struct AnnouncementTests {
    @Test("a run that is rejected after it announced something has announced nothing")
    func withdrawn() async throws {
        let sandbox = try Sandbox()
        let text = Sandbox.pipeline("video", type: "highlight_video")
        try sandbox.write(
            "pipelines/video.yaml", text + "  - id: late\n    uses: share\n    with: { schools: [nowhere] }\n")
        try sandbox.write("clip.mp4", Samples.mp4())
        let output = try await sandbox.compass("run", "video", "clip.mp4", "--json")
        #expect(output.status == 3, "\(output)")
        let run = try #require(try output.lines.first?["run"]?.string)
        let shown = try await sandbox.compass("runs", "show", Path(run), "--json")
        #expect(try shown.lines.first?["notifications"]?.list == [], "\(shown)")
        #expect(!Files.exists(sandbox.folder.appending(".compass/notifications.ndjson")))
    }

    @Test("secrets cannot be read as environment variables")
    func environment() async throws {
        let sandbox = try Sandbox()
        let text = Sandbox.pipeline("video", type: "highlight_video")
        let leak = "New: ${{ env.COMPASS_SECRET_HOOK ?? 'none' }}"
        try sandbox.write("pipelines/video.yaml", text.replacing("New: ${{ document.title }}", with: leak))
        try sandbox.write("clip.mp4", Samples.mp4())
        let output = try await sandbox.compass(
            ["run", "video", "clip.mp4"], environment: ["COMPASS_SECRET_HOOK=topsecretvalue"])
        #expect(output.status == 0, "\(output)")
        let log = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(log.contains("New: none") && !log.contains("topsecretvalue"), "\(log)")
    }
}
