import Glibc
import Platform
import Testing

/// What `up` tells of channels; `DeliveryComplaintsTests` and `GiveUpLogEntriesTests` have its words.
@Suite struct ChannelServiceTests {
    private let base = ChannelTests()

    @Test("`up` says which channel does not work, why and when it is tried again, and once that it works again")
    func toldByUp() async throws {
        let receiver = try WebhookReceiver(listens: false)
        defer { withExtendedLifetime(receiver) {} }
        let port = receiver.port
        let sandbox = try base.sandbox(port: port)
        let watched = Sandbox.watching("watched").replacing("channel: log", with: "channel: hook")
        try sandbox.write("pipelines/watched.yaml", watched)
        let process = try await sandbox.up(environment: ["COMPASS_SECRET_HOOK=\(ChannelTests.secret)"])
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
        let sandbox = try base.sandbox(port: port)
        let workspace = String(decoding: try sandbox.read("compass.yaml"), as: UTF8.self)
        try sandbox.write("compass.yaml", workspace + "schools: schools.yaml\n")
        let share = "  - uses: share\n    with: { schools: [ucla, stanford] }\n  - uses: notify\n"
        let watched = Sandbox.watching("watched").replacing("channel: log", with: "channel: hook")
        try sandbox.write("pipelines/watched.yaml", watched.replacing("  - uses: notify\n", with: share))
        let process = try await sandbox.up(environment: ["COMPASS_SECRET_HOOK=\(ChannelTests.secret)"])
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
}
