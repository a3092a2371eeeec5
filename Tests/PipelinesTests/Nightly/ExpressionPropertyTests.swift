import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@Suite struct ExpressionPropertyTests {
    private static let seeds = [
        "inputs.title == 'a' && length(inputs.schools) > 0 ? env.HOME ?? 'x' : format('{0}', 5m)",
        "stages.detect.outputs.mime-type in ['a', 'b'] || !contains(document.name, '}}')",
        "from-json('{\"a\": [1, 2.5, null]}').a[1] >= 1e3 && matches(inputs.title, '^[a-z]{1,3}$')",
        "date(run.started-at, 'YYYY-MM-DD') == replace(trigger.path, '/', '-')", "((((((1))))))", "[[[[[[1]]]]]]",
        "!!!!true",
        "secrets.WEBHOOK != null ? join(split(inputs.title, ' '), '_') : to-json(inputs)",
    ]

    private static let pieces: [String] = [
        "(", ")", "[", "]", "'", "''", "\"", ".", ",", "?", ":", "??", "!", "!=", "==", "&&", "||", "<", ">=", " in ",
        "-", "0",
        "99999999999999999999", "1e999", "100MB", "5m", "null", "true", "inputs", "env", ".title", "['a']", "[0]",
        "length(",
        "format('{0}',", "matches(inputs.title,'", "\u{0}", "\u{301}", "👩‍👩‍👧", "\u{202E}", "${{", "}}", "\n", "\\",
    ]

    @Test(
        "mutated and random texts never crash or hang, and either compile or say why",
        arguments: 0..<(Nightly.isOn ? 8 : 1))
    func fuzz(part: UInt64) {
        var random = SeededRandom(seed: 77 + part)
        for _ in 0..<(Nightly.isOn ? 1_500 : 600) {
            let text = Self.mutated(&random)
            var count = 0
            let scalars = text.unicodeScalars.count
            let check: (ExpressionIssue) -> Void = { issue in
                count += 1
                #expect(issue.offset >= 0 && issue.length >= 1, "\(text)")
                #expect(issue.offset + issue.length <= max(1, scalars + 1), "\(text)")
                #expect(!issue.message.isEmpty && !issue.kind.isEmpty)
            }
            if let expression = Expression.compile(text, in: ExpressionFixture.scope, report: check) {
                #expect(count == 0)
                _ = try? expression.evaluate(ExpressionFixture.environment)
                _ = try? expression.evaluate(Environment(roots: [:]))
            } else {
                #expect(count > 0, "\(text)")
            }
            count = 0
            if let template = Template.compile(text, in: ExpressionFixture.scope, report: check) {
                _ = try? template.evaluate(ExpressionFixture.environment)
            } else {
                #expect(count > 0, "\(text)")
            }
            count = 0
            let condition = Condition.compile(text, in: ExpressionFixture.scope, report: check)
            #expect((condition == nil) == (count > 0), "\(text)")
        }
    }

    private static func mutated(_ random: inout SeededRandom) -> String {
        if Int.random(in: 0..<6, using: &random) == 0 {
            let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var scalars = Array((seeds.randomElement(using: &random) ?? "").unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let position = Int.random(in: 0...scalars.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                scalars.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars, at: position)
            case 1 where position < scalars.count: scalars.remove(at: position)
            case 2: scalars.insert(contentsOf: scalars.prefix(position).suffix(12), at: position)
            default: scalars = Array(scalars[min(position, scalars.count / 8)...])
            }
        }
        let text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
        return Bool.random(using: &random) ? text : "a ${{ \(text) }} b"
    }
}
