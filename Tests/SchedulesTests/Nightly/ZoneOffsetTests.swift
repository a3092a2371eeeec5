import Platform
import Testing

@testable import Schedules

/// Offsets held against those of the C library.
@Suite struct ZoneOffsetTests {
    @Test("Offsets of every zone are those that the C library has, from 1999 to 2041")
    func offsets() throws {
        for dump in try ZoneDump.everywhere() {
            let zone = try TimeZone(named: dump.name)
            for (start, offset) in zip(dump.starts, dump.offsets).dropFirst() {
                let found = zone.offset(at: Timestamp(seconds: start))
                #expect(found == offset, "\(dump.name) at \(start)")
                let former = zone.offset(at: Timestamp(microseconds: Int64(start) * 1_000_000 - 1))
                #expect(former == dump.offset(at: start - 1), "\(dump.name) before \(start)")
            }
            let inner = zone.rules.starts.filter { 915_148_800..<2_272_147_200 ~= $0 }
            #expect(inner == Array(dump.starts.dropFirst()), "\(dump.name)")
        }
    }
}
