import CompassTesting
import Platform
import Schedules
import Testing

/// All changes of the clocks in many zones.
@Suite struct EveryClockChangeTests {
    @Test("C8, C9, C12: in every zone, over every change from 2000 to 2040, a daily job runs once for every day")
    func everyChange() throws {
        var changes = 0
        for dump in Nightly.isOn ? try ZoneDump.everywhere() : try ZoneDump.zones(OracleTests.zoneNames) {
            let zone = try Schedules.TimeZone(named: dump.name)
            for index in 1..<dump.starts.count where 946_684_800..<2_240_000_000 ~= dump.starts[index] {
                changes += 1
                // In the middle of what is left out or repeated.
                let middle = dump.starts[index] + (dump.offsets[index - 1] + dump.offsets[index]) / 2
                let slot = (middle % 86_400) / 60 * 60
                let expression = try CronExpression("\(slot / 60 % 60) \(slot / 3_600) * * *", seed: "")
                let (from, to) = (dump.starts[index] - 100_000, dump.starts[index] + 100_000)
                let found = OracleTests.times(of: Schedule(expression, in: zone), from: from + 1, to: to + 1)
                func days(_ second: Int) -> Int { (second + dump.offset(at: second) - slot) / 86_400 }
                #expect(found.count == days(to) - days(from), "\(dump.name) \(dump.starts[index]) \(found)")
                #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
        #expect(changes > (Nightly.isOn ? 5_000 : 500))
    }

    @Test("C24: over every change of a year, times are strictly increasing and not more than on other days")
    func noFlood() throws {
        var random = SeededRandom(seed: 24)
        for dump in try ZoneDump.zones(OracleTests.zoneNames) {
            let zone = try Schedules.TimeZone(named: dump.name)
            for change in dump.starts.suffix(2) {
                for _ in 0..<3 {
                    let text = RandomExpressions.next(&random)
                    guard let expression = try? CronExpression(text, seed: "") else { continue }
                    let found = OracleTests.times(
                        of: Schedule(expression, in: zone), from: change - 7_200, to: change + 7_200)
                    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
                    #expect(found.count <= 14_400)
                }
            }
        }
    }
}
