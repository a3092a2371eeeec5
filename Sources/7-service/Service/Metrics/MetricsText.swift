/// Prometheus' text format, version 0.0.4:
/// https://github.com/prometheus/docs/blob/main/docs/instrumenting/exposition_formats.md
package struct MetricsText {
    package enum Kind: String, Sendable {
        case counter, gauge, summary
    }

    /// The value of a `Content-Type` header.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Ends in a line break; empty without samples.
    package private(set) var text = ""

    package init() {}

    /// Adds a family's samples; one without samples is left out.
    ///
    /// - Parameters:
    ///   - name: of a counter with `_total`.
    ///   - samples: labels and value; no labels twice.
    package mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
        if samples.isEmpty { return }
        begin(name, kind, help)
        for sample in samples { add(name, sample.labels, sample.value) }
    }

    /// Adds a family with one sample and no labels.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [([], value)])
    }

    /// Adds the count and the sum of durations, in seconds, as a summary without quantiles: an average over any time can be
    /// computed from it.
    mutating func addTotals(
        _ name: String, _ help: String, _ samples: [(labels: [(String, String)], count: Int, sum: Double)]
    ) {
        if samples.isEmpty { return }
        begin(name, .summary, help)
        for sample in samples {
            add(name + "_sum", sample.labels, sample.sum)
            add(name + "_count", sample.labels, Double(sample.count))
        }
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func add(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{"
            text += labels.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Backslashes and line breaks, and in labels double quotes, get a backslash; everything else is UTF-8 as it is.
    static func escaped(_ text: String, quotes: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\"") where quotes: bytes += "\\\"".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
        return "\(value)"
    }
}
