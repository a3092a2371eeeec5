import Pipelines
import Platform
import Testing

/// Names that have no value before a run.
@Suite struct UnknownNameTests {
    private func environment(_ paths: [String]..., shows: Bool = false) -> Environment {
        var environment = ExpressionFixture.environment
        for path in paths { environment.unknown.insert(path) }
        environment.showsUnknown = shows
        return environment
    }

    @Test(
        "whatever reads one fails and says which it is",
        arguments: [
            "document.name", "document.name ?? 'x'", "document.name == 'x' || true", "to-json(document)",
            "length(document.name)", "[document.name]", "document['name']", "inputs.public ? document.name : ''",
        ])
    func read(text: String) throws {
        let expression = try #require(ExpressionFixture.compiled(text), "\(ExpressionFixture.messages(text))")
        let environment = environment(["document", "name"])
        let error = #expect(throws: ExpressionError.self) { try expression.evaluate(environment) }
        #expect(error?.unknownName == "document.name")
        #expect(error.map(StageError.init)?.unknownName == "document.name")
    }

    @Test(
        "what does not read it does not fail",
        arguments: ["document.stem", "inputs.public || document.name == 'x'", "inputs.public ? 'a' : document.name"])
    func unread(text: String) throws {
        let expression = try #require(ExpressionFixture.compiled(text))
        #expect(throws: Never.self) { try expression.evaluate(environment(["document", "name"])) }
    }

    @Test("a name stands for everything below it")
    func below() throws {
        let expression = try #require(ExpressionFixture.compiled("stages.detect.outputs.mime-type"))
        let error = #expect(throws: ExpressionError.self) {
            try expression.evaluate(environment(["stages", "detect"]))
        }
        #expect(error?.unknownName == "stages.detect")
    }

    @Test("a text that is shown has the name in its place, and only the text")
    func shown() throws {
        let template = try #require(
            Template.compile("New: ${{ document.name }} of ${{ document.stem }}", in: ExpressionFixture.scope) { _ in })
        let shown = environment(["document", "name"], shows: true)
        #expect(try template.evaluate(shown) == "New: <document.name> of Clip")
        let single = try #require(Template.compile("${{ document.size }}", in: ExpressionFixture.scope) { _ in })
        #expect(throws: ExpressionError.self) {
            try single.evaluate(environment(["document", "size"], shows: true))
        }
        let condition = try #require(Condition.compile("document.name == 'x'", in: ExpressionFixture.scope) { _ in })
        #expect(throws: ExpressionError.self) { try condition.evaluate(shown) }
    }
}
