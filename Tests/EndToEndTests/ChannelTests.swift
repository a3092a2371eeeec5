import Glibc
import Platform
import Testing

/// Notifications through the built program, to a server that is not there and one that is.
@Suite struct ChannelTests {
    static let secret = "whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw=="

    func sandbox(port: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            private-addresses: [127.0.0.1]
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
        let output = try await sandbox.compass("run", "video", "clip.mp4", ending: 0)
        #expect(output.errors.contains("`secrets.HOOK` is not set"), "\(output)")
        #expect(output.errors.contains("1 notification waits for another try"), "\(output)")
        try await sandbox.compass("documents", "list", ending: 0, errors: .equals(""))
    }

    @Test("what could not be delivered is delivered by a later command, signed, once, and the secret is nowhere")
    func later() async throws {
        let receiver = try WebhookReceiver(listens: false)
        defer { withExtendedLifetime(receiver) {} }
        let sandbox = try sandbox(port: receiver.port)
        let environment = ["COMPASS_SECRET_HOOK=\(Self.secret)"]
        let output = try await sandbox.compass(
            ["run", "video", "clip.mp4", "--json"], environment: environment, ending: 0)
        let run = try #require(try output.lines.first?["run"]?.string)
        try receiver.listen()
        try await sandbox.compass(["runs", "resume"], environment: environment, ending: 0)
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
        let output = try await sandbox.compass("run", "video", "clip.mp4", "--json", ending: 3)
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
        try await sandbox.compass(
            ["run", "video", "clip.mp4"], environment: ["COMPASS_SECRET_HOOK=topsecretvalue"], ending: 0)
        let log = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(log.contains("New: none") && !log.contains("topsecretvalue"), "\(log)")
    }
}
