import CompassTesting
import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLFuzzTests {
    private static let seeds = [
        "version: 1\non:\n  watch: {path: a/{u}, include: ['*.mp4']}\nstages:\n  - &a {uses: x}\n  - <<: *a\n    id: 'y'\n",
        "a: |+\n  x\n   y\n\nb: >-\n  f\n  g\n\n   h\nc: \"\\u00e9\\t\\\n  x\"\nd: [1, {2: 3}, !!str 4]\n? k\n: v\n",
        "# é\r\n--- &root\r\n- plain\r\n  text\r\n- 'it''s\r\n\r\n  two'\r\n- !!int \"3\"\r\n- &b [*root]\r\n- *b\r\n",
        "x-a: &a {k: 1, l: [2]}\nx-b: &b\n  m: *a\n  k: 3\nc:\n  <<: [*a, *b]\n  n: ~\n...\n",
    ].map { Array($0.utf8) }
    private static let pieces =
        [
            "\n", "\t", " ", "  ", "\r", "\r\n", ":", ": ", "- ", "? ", "[", "]", "{", "}", ", ", "&a ", "*a", "!",
            "!!int ",
            "!x ", "|", ">", "|2-\n", "'", "\"", "\\", "%", "%TAG ! x\n", "@", "`", "#", " # ", "---\n", "...\n",
            "<<: ", "a",
            "0x", "é", "日", "🎥", "\u{85}", "\u{2028}", "\u{FEFF}", "\0", "\u{7}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90]]

    @Test(
        "mutated files never crash, and every place lies inside of the file",
        arguments: 0..<(Nightly.isOn ? 8 : 1) as Range<UInt64>)
    func mutations(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for round in 0..<(Nightly.isOn ? 1_500 : 300) {
            let bytes = Self.mutate(Self.seeds[round % Self.seeds.count], &generator)
            let reading = Reading(bytes)
            for issue in reading.issues {
                try #require(YAMLIssueKind(rawValue: issue.kind) != nil, "\(issue)")
                let span = try #require(issue.span, "\(issue)")
                try #require(reading.marked(span) != nil, "\(issue) in \(reading.text.debugDescription)")
            }
            for node in reading.nodes {
                try #require(reading.marked(node.span) != nil, "\(node.span) in \(reading.text.debugDescription)")
                try check(node, in: reading)
            }
            try checkKeySearch(in: bytes, as: reading)
        }
    }

    /// What stands under a key is never told otherwise than by the whole file.
    private func checkKeySearch(in bytes: [UInt8], as reading: Reading) throws {
        for name in Set(reading.root?.entries?.map(\.name) ?? []).union(["a", ""]) {
            let found = YAMLParser.text(ofKey: name, in: bytes)
            if let found, reading.issues.isEmpty {
                try #require(found == reading.root?[name]?.scalar?.text, "\(reading.text.debugDescription)")
            }
        }
    }

    /// Spans of texts are exact for whatever can be read, so a mutated file tests the places of odd texts, too.
    private func check(_ node: YAMLNode, in reading: Reading) throws {
        guard let scalar = node.scalar else { return }
        let context = "\(node.span) in \(reading.text.debugDescription)"
        for (offset, character) in scalar.text.unicodeScalars.enumerated() {
            let marked = try #require(reading.marked(node.span(ofTextFrom: offset, length: 1)), "\(context)")
            if character.properties.isWhitespace { continue }
            let first = marked.unicodeScalars.first
            try #require(first == character || first == "\\" && scalar.style == .doubleQuoted, "\(offset): \(context)")
        }
        for (offset, length) in [(0, 99), (-1, 0), (1, 2), (99, 1)] {
            try #require(reading.marked(node.span(ofTextFrom: offset, length: length)) != nil, "\(context)")
        }
    }

    private static func mutate(_ seed: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, position + Int.random(in: 0...3, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.removeSubrange(position..<end)
            case 1: bytes.replaceSubrange(position..<end, with: pieces.randomElement(using: &generator) ?? [])
            case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: position)
            default:
                bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            }
        }
        return bytes
    }

    @Test("what is not even text is refused without a crash", arguments: 0..<(Nightly.isOn ? 4 : 1) as Range<UInt64>)
    func noise(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for round in 0..<(Nightly.isOn ? 500 : 100) {
            let prefix: [UInt8] = [[], [0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]][round % 4]
            let count = Int.random(in: 0..<200, using: &generator)
            let reading = Reading(prefix + (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            for issue in reading.issues {
                let span = try #require(issue.span)
                try #require(reading.marked(span) != nil, "\(issue)")
            }
        }
    }
}
