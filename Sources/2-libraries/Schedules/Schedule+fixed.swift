/// Fixed jobs follow a clock that stands still while the zone's clocks repeat an hour, and jumps with them over a gap:
/// the latest local time that has ever been shown. A time of the schedule fires when that clock reaches or passes it.
extension Schedule {
    func nextFixed(after second: Int) -> Int? {
        expression.table.next(from: zone.rules.latestLocal(at: second) + 1).map(zone.rules.firstSecond(reaching:))
    }

    func lastFixed(upTo second: Int) -> Int? {
        expression.table.previous(from: zone.rules.latestLocal(at: second)).map(zone.rules.firstSecond(reaching:))
    }

    func countFixed(in range: Range<Int>) -> Int {
        let rules = zone.rules
        let (start, last) = (range.lowerBound, range.upperBound - 1)
        var count = count(after: rules.latestLocal(at: start - 1), through: rules.latestLocal(at: last))
        var stretch = rules.stretch(at: last)
        while rules.starts[stretch] >= start {
            let change = rules.starts[stretch]
            let fired = self.count(after: rules.latestLocal(at: change - 1), through: rules.latestLocal(at: change))
            count -= max(0, fired - 1)
            stretch -= 1
        }
        return count
    }

    /// In local time.
    private func count(after: Int, through: Int) -> Int { expression.table.count(in: (after + 1)..<(through + 1)) }
}
