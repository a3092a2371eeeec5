import Engine
import Platform
import Testing

@testable import Service

@Suite struct DeliveryComplaintsTests {
    private let start = ContinuousClock.now

    private func failure(_ cause: String = "refused", of channel: String = "hook") -> DeliveryReport {
        DeliveryReport(
            channel: channel, recipient: "example.org", postponed: 1, cause: cause,
            nextTry: Timestamp(microseconds: 5))
    }

    private func success(of channel: String = "hook") -> DeliveryReport {
        DeliveryReport(channel: channel, recipient: "example.org", delivered: 1)
    }

    @Test("a trouble that lasts is told at once and then after growing silences, with how many tries were not told")
    func silence() {
        var complaints = DeliveryComplaints()
        var told: [Int] = []
        var untold: [Int] = []
        for second in 0..<30_000 {
            guard case .trouble(let report, let count)? = complaints.line(for: failure(), at: start + .seconds(second))
            else { continue }
            #expect(report == failure())
            told.append(second)
            untold.append(count)
        }
        #expect(told == [0, 60, 300, 1_260, 4_860, 8_460, 12_060, 15_660, 19_260, 22_860, 26_460])
        #expect(untold.prefix(4) == [0, 59, 239, 959])
    }

    @Test("that a channel works again is told once, and its next trouble after the silence")
    func works() {
        var complaints = DeliveryComplaints()
        let works = DeliveryComplaints.Line.works(channel: "hook", recipient: "example.org")
        #expect(complaints.line(for: success(), at: start) == nil)
        #expect(complaints.line(for: failure(), at: start) == .trouble(failure(), untold: 0))
        #expect(complaints.line(for: success(), at: start + .seconds(1)) == works)
        #expect(complaints.line(for: success(), at: start + .seconds(2)) == nil)
        // It fails now and then: neither that nor its end is told for each time.
        #expect(complaints.line(for: failure(), at: start + .seconds(3)) == nil)
        #expect(complaints.line(for: success(), at: start + .seconds(4)) == nil)
        #expect(complaints.line(for: failure(), at: start + .seconds(60)) == .trouble(failure(), untold: 1))
        #expect(complaints.line(for: success(), at: start + .seconds(61)) == works)
    }

    @Test("another cause and another channel are told at once; endlessly many causes are not")
    func causes() {
        var complaints = DeliveryComplaints()
        #expect(complaints.line(for: failure(), at: start) != nil)
        #expect(complaints.line(for: failure("503"), at: start) == .trouble(failure("503"), untold: 0))
        #expect(complaints.line(for: failure(of: "other"), at: start) != nil)
        let lines = (0..<1_000).compactMap { complaints.line(for: failure("cause \($0)"), at: start) }
        #expect(lines.count == 7)
    }

    @Test("a round in which some were delivered and some were not is a trouble, with the earliest next try")
    func mixed() {
        var round = success()
        round.add(failure())
        round.add(
            DeliveryReport(
                channel: "hook", recipient: "example.org", postponed: 2, cause: "503",
                nextTry: Timestamp(microseconds: 3)))
        #expect(
            round
                == DeliveryReport(
                    channel: "hook", recipient: "example.org", delivered: 1, postponed: 3, cause: "503",
                    nextTry: Timestamp(microseconds: 3)))
        var complaints = DeliveryComplaints()
        #expect(complaints.line(for: round, at: start) == .trouble(round, untold: 0))
    }
}
