import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@Suite struct ExpressionPropertyTests {
    @Test("a random expression, printed and compiled, has the value that it has without the compiler")
    func roundTrip() throws {
        var random = SeededRandom(seed: 2026)
        let environment = Environment(roots: [:])
        let scope = Scope(roots: [])
        for _ in 0..<(Nightly.isOn ? 3_000 : 300) {
            let depth = Int.random(in: 0...5, using: &random)
            let tree =
                Bool.random(using: &random)
                ? RandomExpression.boolean(depth, &random) : RandomExpression.integer(depth, &random)
            let text = tree.text
            guard text.utf8.count <= 8_192 else { continue }
            var issues: [ExpressionIssue] = []
            guard let expression = Expression.compile(text, in: scope, report: { issues.append($0) }) else {
                Issue.record("\(text): \(issues)")
                return
            }
            let value = try expression.evaluate(environment)
            #expect(value == tree.value, "\(text)")
            guard value == tree.value else { return }
        }
    }

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

    @Test("the deepest and the longest expressions fit in a stack of 512 KiB")
    func smallStack() throws {
        let deep = 63
        let texts = [
            String(repeating: "(", count: deep) + "1" + String(repeating: ")", count: deep),
            String(repeating: "[", count: deep) + "1" + String(repeating: "]", count: deep),
            String(repeating: "!", count: deep) + "true",
            String(repeating: "default(null, ", count: deep) + "1" + String(repeating: ")", count: deep),
            String(repeating: "lower(", count: deep) + "''" + String(repeating: ")", count: deep),
            String(repeating: "true ? ", count: deep) + "1" + String(repeating: " : 2", count: deep),
            String(repeating: "true ? 1 : ", count: deep) + "2",
            String(repeating: "[0][", count: deep) + "0" + String(repeating: "]", count: deep),
            "trigger" + String(repeating: ".a", count: 4_000), "trigger" + String(repeating: "[0]", count: 2_600),
            "true" + String(repeating: "&&true", count: 1_300), "null" + String(repeating: "??null", count: 1_300),
            "'\(String(repeating: "''", count: 4_000))'", "[" + String(repeating: "1,", count: 4_000) + "]",
        ]
        let work = SmallStackWork(texts: texts)
        // Its initialiser belongs to whichever C module names the type first, so it is not called.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, 512 << 10)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SmallStackWork>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(work).toOpaque())
        try #require(status == 0)
        pthread_join(thread, nil)
        #expect(work.compiled == texts.count)
    }

    /// With a time that grows with the square each of them would take minutes.
    @Test("evaluating and compiling hostile texts takes little time", .timeLimit(.minutes(1)))
    func time() throws {
        let heavy = [
            "contains(inputs.title, '\(String(repeating: "a", count: 4_000))b')",
            "replace(inputs.title, '\(String(repeating: "a", count: 4_000))b', '')",
            "length(split(inputs.title, 'b'))", "length(from-json(inputs.note ?? '{}').a0 == 1 ? 'a' : 'b')",
        ]
        let keys = (0..<50_000).map { "\"a\($0)\":1" }.joined(separator: ",")
        let environment = Environment(roots: [
            "inputs": ["title": .string(String(repeating: "a", count: 1 << 20)), "note": .string("{\(keys)}")]
        ])
        for text in heavy {
            let expression = try #require(ExpressionFixture.compiled(text))
            #expect(throws: Never.self, "\(text.prefix(40))") { try expression.evaluate(environment) }
        }
        let nested = "from-json(inputs.title)"
        let expression = try #require(ExpressionFixture.compiled(nested))
        let brackets = Environment(roots: ["inputs": ["title": .string(String(repeating: "[", count: 500_000))]])
        let error = try #require(throws: ExpressionError.self) { try expression.evaluate(brackets) }
        #expect(error.message == "the JSON is nested deeper than 64 levels")
    }
}

/// Compiles and evaluates on a thread of its own. `@unchecked Sendable`: the thread is joined before anything is read.
private final class SmallStackWork: @unchecked Sendable {
    let texts: [String]
    private(set) var compiled = 0

    init(texts: [String]) { self.texts = texts }

    func run() {
        for text in texts {
            guard let expression = ExpressionFixture.compiled(text) else { continue }
            compiled += 1
            _ = try? expression.evaluate(ExpressionFixture.environment)
        }
    }
}
