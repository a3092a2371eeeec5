internal import Platform

/// One measured figure.
struct BenchFigure: Sendable {
    let name: String
    let value: Double
    let unit: String
    /// What it should come to, such as "≤ 15"; nil: it is only told.
    var aim: String?

    var line: String {
        let digits = value >= 100 ? value.rounded() : (value * 100).rounded() / 100
        let number = digits == digits.rounded() ? String(Int64(digits)) : String(digits)
        let padded = name + String(repeating: " ", count: max(1, 52 - name.count))
        return padded + String(repeating: " ", count: max(0, 9 - number.count)) + "\(number) \(unit)"
            + (aim.map { "   (aim \($0))" } ?? "")
    }

    var record: Record {
        var record: Record = ["name": .string(name), "value": .number(value), "unit": .string(unit)]
        if let aim { record["aim"] = .string(aim) }
        return record
    }

    /// Of several measurements; 0 of none.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
