import CompassTesting
import Platform
import Testing
import YAMLTree

@Suite struct YAMLRoundTripTests {
    @Test(
        "a value written as YAML in any style is read as that value",
        arguments: 0..<(Nightly.isOn ? 40 : 2) as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for round in 0..<100 as Range<UInt64> {
            let value = Value.random(depth: 4, &generator)
            let reading = Reading(Emitter.emit(value, seed: seed << 32 | round))
            try #require(reading.issues.isEmpty, "\(reading.rendered)\(reading.text)")
            try #require(reading.root?.value == value, "\(reading.text)")
            for node in reading.nodes { try checkPlaces(of: node, in: reading) }
        }
    }

    /// Each character of a text stands where `span(ofTextFrom:length:)` says, as itself or as an escape.
    private func checkPlaces(of node: YAMLNode, in reading: Reading) throws {
        for (offset, scalar) in (node.scalar?.text ?? "").unicodeScalars.enumerated() {
            let marked = reading.marked(node.span(ofTextFrom: offset, length: 1))
            switch (node.scalar?.style, marked?.unicodeScalars.first) {
            case (.doubleQuoted, "\\"): break
            case (.singleQuoted, "'"): try #require(scalar == "'" && marked == "''", "\(offset) in \(reading.text)")
            case (.literal, nil): try #require(scalar == "\n" && marked == "", "\(offset) in \(reading.text)")
            case (_, let first): try #require(first == scalar, "\(offset) in \(reading.text)")
            }
        }
    }
}
