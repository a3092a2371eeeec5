/// Interval jobs follow the zone's clocks as they are shown: twice through a repeated hour, not at all through a gap.
extension Schedule {
    func nextInterval(after second: Int) -> Int? {
        let (rules, table) = (zone.rules, expression.table)
        var stretch = rules.stretch(at: second + 1)
        var from = second + 1 + rules.offsets[stretch]
        var found = table.next(from: from)
        while let local = found {
            let second = local - rules.offsets[stretch]
            if second < rules.end(of: stretch) { return second }
            stretch += 1
            let start = rules.starts[stretch] + rules.offsets[stretch]
            // From `from` up to `local` there is nothing; so it need not be looked for again.
            if start < from || start > local {
                from = start
                found = table.next(from: from)
            }
        }
        return nil
    }

    func lastInterval(upTo second: Int, after bound: Int) -> Int? {
        let (rules, table) = (zone.rules, expression.table)
        var stretch = rules.stretch(at: second)
        var local = second + rules.offsets[stretch]
        while true {
            if let found = table.previous(from: local), found - rules.offsets[stretch] >= rules.starts[stretch] {
                return found - rules.offsets[stretch]
            }
            guard stretch > 0, rules.starts[stretch] > bound else { return nil }
            stretch -= 1
            local = rules.starts[stretch + 1] - 1 + rules.offsets[stretch]
        }
    }

    func countInterval(in range: Range<Int>) -> Int {
        let (rules, table) = (zone.rules, expression.table)
        var count = 0
        var stretch = rules.stretch(at: range.lowerBound)
        while stretch < rules.starts.count, rules.starts[stretch] < range.upperBound {
            let start = max(range.lowerBound, rules.starts[stretch])
            let end = min(range.upperBound, rules.end(of: stretch))
            count += table.count(in: (start + rules.offsets[stretch])..<(end + rules.offsets[stretch]))
            stretch += 1
        }
        return count
    }
}
