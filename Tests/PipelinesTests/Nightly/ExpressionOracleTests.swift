import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

/// Expressions with values that are known otherwise, and the largest ones.
@Suite struct ExpressionOracleTests {
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

    @Test(
        "the deepest and the longest expressions fit in a stack of 512 KiB",
        .disabled(if: Sanitizers.areActive, "what a sanitizer compiles in takes several times the stack"))
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
