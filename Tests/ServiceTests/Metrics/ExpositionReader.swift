/// A strict reader of Prometheus' text format 0.0.4, written apart from the writer.
struct ExpositionReader {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Mistake: Error, CustomStringConvertible {
        let line: String
        let reason: String
        var description: String { "\(reason): \(line)" }
    }

    private(set) var types: [String: String] = [:]
    private(set) var helps: [String: String] = [:]
    private(set) var samples: [Sample] = []

    /// - Throws: `Mistake` for whatever the format forbids.
    init(_ text: String) throws {
        guard text.isEmpty || text.utf8.last == UInt8(ascii: "\n") else {
            throw Mistake(line: "", reason: "the last line does not end")
        }
        var family = ""
        var finished: Set<String> = []
        var seen: Set<String> = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
            let fail = { (reason: String) in Mistake(line: line, reason: reason) }
            if line.hasPrefix("#") {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                guard words.count == 4, Self.isName(words[2]) else { throw fail("no comment of ours") }
                if words[1] == "HELP" {
                    finished.insert(family)
                    family = words[2]
                    guard !finished.contains(family), helps.updateValue(words[3], forKey: family) == nil else {
                        throw fail("a family comes twice")
                    }
                } else {
                    guard words[1] == "TYPE", words[2] == family, types.updateValue(words[3], forKey: family) == nil,
                        ["counter", "gauge", "summary", "histogram", "untyped"].contains(words[3])
                    else { throw fail("a type at the wrong place") }
                }
                continue
            }
            var rest = Array(line.unicodeScalars)[...]
            let name = Self.text(rest.prefix { $0 != "{" && $0 != " " })
            rest = rest.dropFirst(name.unicodeScalars.count)
            let names = types[family] == "summary" ? ["_sum", "_count"].map { family + $0 } : [family]
            guard Self.isName(name), names.contains(name) else { throw fail("a sample outside its family") }
            if types[family] == "counter", !name.hasSuffix("_total") { throw fail("a counter without _total") }
            var labels: [String: String] = [:]
            if rest.first == "{" {
                rest.removeFirst()
                while rest.first != "}" {
                    if !labels.isEmpty { guard rest.popFirst() == "," else { throw fail("no comma") } }
                    let label = Self.text(rest.prefix { $0 != "=" })
                    rest = rest.dropFirst(label.unicodeScalars.count + 1)
                    guard Self.isName(label), !label.contains(":"), rest.popFirst() == "\"" else {
                        throw fail("no label")
                    }
                    var value = String.UnicodeScalarView()
                    while let scalar = rest.popFirst(), scalar != "\"" {
                        guard scalar == "\\" else {
                            value.append(scalar)
                            continue
                        }
                        switch rest.popFirst() {
                        case "n": value.append("\n")
                        case "\\": value.append("\\")
                        case "\"": value.append("\"")
                        default: throw fail("an unknown escape")
                        }
                    }
                    guard labels.updateValue(String(value), forKey: label) == nil else { throw fail("a label twice") }
                    if rest.isEmpty { throw fail("the labels do not end") }
                }
                rest.removeFirst()
            }
            guard rest.popFirst() == " " else { throw fail("no space before the value") }
            let number = Self.text(rest)
            let special = ["NaN": Double.nan, "+Inf": .infinity, "-Inf": -.infinity]
            guard
                let value = special[number]
                    ?? (number.contains { !"0123456789.e+-".contains($0) } ? nil : Double(number))
            else { throw fail("no number") }
            let key = name + labels.sorted { $0.key < $1.key }.map { "\u{1}\($0.key)\u{2}\($0.value)" }.joined()
            guard seen.insert(key).inserted else { throw fail("a sample comes twice") }
            samples.append(Sample(name: name, labels: labels, value: value))
        }
    }

    subscript(name: String, labels: [String: String]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy {
            (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
                || $0 == 0x3A
        }
    }
}
