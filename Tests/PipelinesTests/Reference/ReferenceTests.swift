import CompassTesting
import Diagnostics
import Pipelines
import Platform
import Testing
import YAMLTree

@Suite("The reference of files and expressions")
struct ReferenceTests {
    @Test(
        "every form of the notation has the value that its example says",
        arguments: ExpressionReference.notations.map(\.example))
    func notation(example: Function.Example) throws {
        #expect(try ExpressionFixture.value(of: example.expression) == example.value)
    }

    @Test("the page of expressions has each function with its arguments, its type and its example")
    func functions() {
        let text = ExpressionReference.page(TestStages.registry).markdown
        #expect(
            text.contains(
                "| `split(text, separator)` | list of string | The parts of a text between separators, empty ones too. An "
                    + "empty `separator` is an error. `text`: string; `separator`: string. `split('a,b,,c', ',')` is "
                    + "`['a', 'b', '', 'c']`. |\n"))
        #expect(
            text.contains(
                "| `failure()` | boolean | Whether the run has failed: the world broke. `failure()` is `true` in a run that "
                    + "has failed. |\n"))
        for function in Function.all { #expect(text.contains("| `\(function.name)("), "\(function.name)") }
        for name in ExpressionName.allCases { #expect(text.contains("| `\(name.rawValue)` | ")) }
    }

    @Test("the facts of the page are those that stages give, each with the stages that give it")
    func facts() {
        let text = ExpressionReference.page(TestStages.registry).markdown
        #expect(text.contains("| `stem` | string | The file's name without its last extension. |\n"))
        for type in TestStages.registry.all {
            for fact in type.spec.gives { #expect(text.contains("| `\(fact.name)` | "), "\(fact.name)") }
        }
    }

    @Test("the page of compass.yaml has every key that is read, at every depth, and no other")
    func keys() throws {
        let text = WorkspaceReference.page(TestStages.registry).markdown
        #expect(
            text.contains(
                "| `workers` | a whole number from 1 to 256 | How many runs work at the same time; 96 unless given. |\n"
            ))
        #expect(text.contains("\n## `document-types.TYPE`\n"))
        #expect(text.contains("| `id` | a string, required | A stable id; a part of the names of stored objects. |\n"))
        let schema = WorkspaceSchema.make(TestStages.registry)
        let keys = try #require(schema["properties"]?.record?.keys)
        #expect(keys.count == 13)
        for key in keys { #expect(text.contains("\n| `\(key)` | "), "\(key)") }
    }

    @Test("the page of pipelines says keys that stand in several places once")
    func pipelines() {
        let text = WorkspaceReference.pipelinePage().markdown
        #expect(text.components(of: "\n## `stages[]`\n") == 1)
        #expect(text.components(of: "| `max-attempts` | ") == 1)
        #expect(text.contains("Its keys are those of `stages[]`."))
        #expect(text.contains("\n## `on.watch[]`\n"))
    }

    @Test("a page is the same in each form: what is no table stands as it is")
    func page() {
        let page = ReferencePage(
            "Things", "What things are.",
            [
                .heading("`one`"), .text("A `word`."),
                .entries(columns: ["name", "kind"], [.init("a", kind: "x | y", "First."), .init("b", "Second.")]),
                .entries(columns: ["name"], [.init("c", "Third.")]), .code("a: b", language: "yaml"),
            ])
        #expect(
            page.markdown == """
                # Things

                What things are.

                <!-- Made by `make generate` from what the program declares; change the declaration. -->

                ## `one`

                A `word`.

                | name | kind |  |
                |---|---|---|
                | `a` | x \\| y | First. |
                | `b` |  | Second. |

                | name |  |
                |---|---|
                | `c` | Third. |

                ```yaml
                a: b
                ```

                """)
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

@Suite("The JSON Schemas of a workspace's files")
struct WorkspaceSchemaTests {
    private func problems(_ text: String, _ schema: Value = WorkspaceSchema.make(TestStages.registry)) -> [String] {
        var issues = IssueList()
        let node = YAMLParser.parse(Array(text.utf8), file: "compass.yaml", issues: &issues)
        return SchemaValidator(root: schema).problems(of: node?.value ?? .null)
    }

    @Test(
        "what is right is valid",
        arguments: [
            "version: 1", "schools: schools.yaml", "schools: { duke: Duke University }",
            "schools: [{ id: duke, name: Duke }]", "workers: 4\nx-mine: 1",
            "document-types: { transcript: { max-size: 5MB, extensions: [.pdf] } }",
            "server: { listen: \"127.0.0.1:80\", uploads: { transcript: grades } }", "retention: { runs: 30d }",
        ])
    func valid(text: String) {
        #expect(problems(text) == [])
    }

    @Test(
        "what an editor should mark is not valid",
        arguments: [
            ("version: 2", ["/version: const 1"]), ("worker: 3", ["/worker: not allowed"]),
            ("workers: 300", ["/workers: maximum 256"]), ("owner: { name: Jordan }", ["/owner: lacks id"]),
            ("retention: { runs: soon }", nil), ("document-types: { film: {} }", nil), ("schools: 3", nil),
            ("channels: { log: { url: x } }", ["/channels/log: lacks type"]), ("storage: { path: x }", nil),
        ] as [(String, [String]?)])
    func invalid(text: String, expected: [String]?) {
        let found = problems(text)
        if let expected { #expect(found == expected) } else { #expect(!found.isEmpty) }
    }

    @Test("a file of schools is a list or a mapping")
    func schools() {
        let schema = WorkspaceSchema.ofSchools()
        #expect(problems("duke: Duke University", schema) == [])
        #expect(problems("- { id: duke, name: Duke University }", schema) == [])
        #expect(!problems("- { id: duke }", schema).isEmpty)
        #expect(!problems("duke: [1]", schema).isEmpty)
    }

    @Test("an editor's line leads from the file's folder to the schema, and is found in a file")
    func line() {
        #expect(EditorLine.of("workspace", below: 0) == "# yaml-language-server: $schema=schema/workspace.schema.json")
        #expect(EditorLine.of("plugin", below: 2) == "# yaml-language-server: $schema=../../schema/plugin.schema.json")
        #expect(EditorLine.isIn(Array("# Mine\n#yaml-language-server: $schema=https://x\nversion: 1\n".utf8)))
        #expect(!EditorLine.isIn(Array("version: 1 # yaml-language-server: $schema=x\n".utf8)))
    }
}
