internal import Pipelines
internal import Platform

/// Statuses of HTTP as a pipeline writes them: "404" or "200-299".
enum StatusRange {
    static let rule = OptionRules(
        isConstant: true,
        fault: { value in
            let isRange = value.list?.allSatisfy { $0.string.map { read($0) != nil } ?? true } ?? true
            return isRange ? nil : "must have statuses of 100 to 599 such as `\"404\"`, or ranges such as `200-299`"
        })

    static func read(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count <= 2, first.utf8.count == 3,
            last.utf8.count == 3, let low = Int(first), let high = Int(last), low >= 100, low <= high, high <= 599
        else { return nil }
        return low...high
    }

    static func contain(_ status: Int, in ranges: [String]) -> Bool {
        ranges.contains { read($0)?.contains(status) ?? false }
    }
}
