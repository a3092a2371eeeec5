import Diagnostics
import Engine
import Pipelines
import Platform
import Testing

@testable import Service

@Suite struct GiveUpLogEntriesTests {
    private func one(_ number: Int, of channel: String = "hook") -> GivenUpDelivery {
        GivenUpDelivery(channel: channel, recipient: "example.org", run: "r\(number)", stage: "notify", cause: "gone")
    }

    private func report(_ numbers: Range<Int>, of channel: String = "hook") -> DeliveryReport {
        var report = DeliveryReport(channel: channel, recipient: "example.org")
        for number in numbers {
            report.add(DeliveryReport(channel: channel, recipient: "example.org", givenUp: [one(number, of: channel)]))
        }
        return report
    }

    private func record(trigger: Record = [:], document: Record = [:]) -> RunRecord {
        RunRecord(
            id: "r0", pipeline: "video", definition: "0f", file: "in/a.mp4", owner: "u1", inputs: [:],
            trigger: trigger, batch: "b1", startedAt: Timestamp(microseconds: 1), keyTimestamp: 1, document: document)
    }

    private func fields(_ entry: LogEntry?) -> [String] { (entry?.fields ?? []).map { "\($0.name)=\($0.value)" } }

    @Test("each has a line of its own, and beyond twenty they are counted, over all channels together")
    func bound() {
        #expect(GiveUpLogEntries([]).entries([:]).isEmpty)
        #expect(GiveUpLogEntries([report(0..<20)]).entries([:]).count == 20)
        let lines = GiveUpLogEntries([report(0..<15, of: "a"), report(15..<40, of: "b")])
        #expect(lines.runs == Set((0..<20).map { "r\($0)" }))
        let entries = lines.entries([:])
        #expect(entries.count == 21)
        #expect(Set(entries.map(\.event)) == ["delivery-given-up"])
        #expect(
            fields(entries.first) == ["run=r0", "stage=notify", "channel=a", "recipient=example.org", "cause=gone"])
        #expect(fields(entries[19]).contains("run=r19"))
        #expect(fields(entries.last) == ["count=20"])
    }

    @Test("a report holds no more than its lines need, however many were given up")
    func memory() {
        let report = report(0..<1_000)
        #expect(report.givenUp == (0..<20).map { one($0) })
        #expect(report.givenUpCount == 1_000)
    }

    @Test("what the journal knows of the run is in its line: file, batch, document, and the schools that it was about")
    func records() {
        let lines = GiveUpLogEntries([report(0..<1)])
        let schools = (0..<12).map { Value.string("s\($0)") }
        let shared = record(document: ["id": "d1", "shared-with": .list(schools)])
        #expect(
            fields(lines.entries(["r0": shared]).first) == [
                "run=r0", "pipeline=video", "file=in/a.mp4", "batch=b1", "document=d1",
                "schools=s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,+2", "stage=notify", "channel=hook", "recipient=example.org",
                "cause=gone",
            ])
        let digest = record(trigger: ["school": ["id": "ucla", "name": "UCLA"]])
        #expect(fields(lines.entries(["r0": digest]).first).contains("schools=ucla"))
    }
}
