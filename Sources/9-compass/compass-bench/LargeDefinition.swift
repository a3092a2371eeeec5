/// A pipeline of up to 1 MiB, which is all that is read, of a kind that invites work that grows with the square.
struct LargeDefinition {
    let name: String
    let text: String

    static var all: [LargeDefinition] {
        [
            LargeDefinition("2,000 stages side by side", stages: "  - parallel:\n", 2_000) {
                "      - uses: detect-mime\n        id: s\($0)\n"
            },
            LargeDefinition("11,000 stages that name one another", stages: "", 11_000) {
                "  - uses: detect-mime\n    id: s\($0)\n    if: stages.s\(max(0, $0 - 1)).status == 'skipped'\n"
            },
            LargeDefinition("9,000 groups", stages: "", 9_000) { _ in
                "  - parallel:\n      - uses: detect-mime\n      - uses: size-check\n"
            },
            LargeDefinition("12,000 inputs that name one another", inputs: 12_000),
            LargeDefinition("8,000 expressions in one text", expressions: 8_000) { _ in "${{ inputs.known }} " },
            LargeDefinition("4,000 unknown names in one text", expressions: 4_000) { "${{ inputs.n\($0) }} " },
            LargeDefinition("40,000 bad expressions in one text", expressions: 40_000) { "${{ n\($0) }} " },
            LargeDefinition("45,000 unknown keys", keys: 45_000),
        ]
    }

    private static let head = "version: 1\nname: large\n"
    private static let stage = "stages:\n  - uses: detect-mime\n"

    private init(_ name: String, stages start: String, _ count: Int, _ stage: (Int) -> String) {
        self.name = name
        text = Self.head + "stages:\n" + start + (0..<count).map(stage).joined()
    }

    private init(_ name: String, inputs count: Int) {
        self.name = name
        let inputs = (1..<count).map { "  i\($0): { type: string, default: '${{ inputs.i\($0 - 1) }}' }\n" }
        text = Self.head + "inputs:\n  i0: { type: string, default: x }\n" + inputs.joined() + Self.stage
    }

    private init(_ name: String, expressions count: Int, _ expression: (Int) -> String) {
        self.name = name
        let text = (0..<count).map(expression).joined()
        self.text =
            Self.head + "inputs:\n  known: { type: string, default: x }\nenv:\n  TEXT: \"\(text)\"\n" + Self.stage
    }

    private init(_ name: String, keys count: Int) {
        self.name = name
        text = Self.head + (0..<count).map { "key\($0): 1\n" }.joined() + Self.stage
    }
}
