internal import Platform

/// The reference of expressions: their names, operators and functions.
package enum ExpressionReference {
    /// An operator, or another part of the notation.
    package struct Notation: Sendable {
        package let form: String
        package let doc: String
        package let example: Function.Example
    }

    /// In the order of how tightly they bind, the loosest last; a test evaluates each example.
    package static let notations: [Notation] = [
        notation(
            "'…'", "A text. `''` in it is one quote; there are no other escapes.", "'Jordan''s film'", "Jordan's film"),
        notation(
            "100MB, 5m", "A size, which is a number of bytes, and a duration, which is a number of milliseconds.",
            "2m == 120s", true),
        notation("[a, b]", "A list.", "[1, 2, 3]", [1, 2, 3]),
        notation(
            "a.b", "A part of a value; names may have `-` in them.", "from-json('{\"best-time\": 12}').best-time", 12),
        notation("a[0]", "An item of a list, counted from 0.", "['duke', 'ucla'][1]", "ucla"),
        notation("( )", "Goes first.", "!(true && false)", true),
        notation("!a", "Not.", "!false", true),
        notation("a ?? b", "`a`, or `b` where that is `null` or unset.", "null ?? 'none'", "none"),
        notation("< <= > >=", "The order of two numbers, sizes, durations or texts.", "25MB <= 1GB", true),
        notation("a in b", "Whether a list has an item.", "'duke' in ['duke', 'ucla']", true),
        notation("== !=", "Whether two values are the same; case matters.", "'MP4' == 'mp4'", false),
        notation("a && b", "And; `b` is not computed when `a` is false.", "true && false", false),
        notation("a || b", "Or; `b` is not computed when `a` is true.", "true || false", true),
        notation("a ? b : c", "`b` when `a` is true, and otherwise `c`.", "3 > 2 ? 'more' : 'less'", "more"),
    ]

    private static func notation(_ form: String, _ doc: String, _ expression: String, _ value: Value) -> Notation {
        Notation(
            form: form, doc: doc, example: Function.Example(expression: expression, value: value, outcome: .running))
    }

    /// - Parameter registry: whose stages give facts.
    package static func page(_ registry: Registry) -> ReferencePage {
        ReferencePage(
            "Expressions",
            "`${{ … }}` in texts of a pipeline, and what comes after `if`: values that are computed for each run.",
            [
                .text(
                    "They stand in `with`, `if`, `default`, `env` and wherever a key says so. A text that is one expression "
                        + "keeps its type; otherwise it is put together. Types are checked when the pipeline is "
                        + "read, before anything runs. There is no arithmetic, and nothing is true or false but booleans."
                ),
                .heading("Names"),
                .entries(columns: ["name"], ExpressionName.allCases.map { .init($0.rawValue, $0.doc) }),
                .heading("Facts of a document"),
                .text("Those that a stage gives are known after it, as `document.NAME`; the others from the start."),
                .entries(columns: ["fact", "type"], facts(registry)),
                .heading("Notation"),
                .entries(columns: ["form"], notations.map { .init($0.form, "\($0.doc) \($0.example.sentence)") }),
                .heading("Functions"),
                .entries(columns: ["function", "result"], Function.all.map(entry)),
            ])
    }

    private static func entry(_ function: Function) -> ReferencePage.Entry {
        let arguments = function.parameters.map { parameter in
            "`\(parameter.name)`: \(parameter.typeText)" + (parameter.isLiteral ? ", written out" : "")
                + (parameter.isRepeated ? ", any number of them" : "")
        }
        let names = function.parameters.map { $0.name + ($0.isRepeated ? "…" : "") }
        return ReferencePage.Entry(
            "\(function.name)(\(names.joined(separator: ", ")))", kind: function.result.description,
            ([function.doc] + (arguments.isEmpty ? [] : [arguments.joined(separator: "; ") + "."])
                + [function.example.sentence]).joined(separator: " "))
    }

    private static func facts(_ registry: Registry) -> [ReferencePage.Entry] {
        let initial = Fact.initial.map { ReferencePage.Entry($0.name, kind: $0.type.description, $0.doc) }
        var given: [(fact: Fact, types: [String])] = []
        for type in registry.all {
            for fact in type.spec.gives where !Fact.initial.contains(where: { $0.name == fact.name }) {
                if let index = given.firstIndex(where: { $0.fact.name == fact.name }) {
                    given[index].types.append("`\(type.spec.name)`")
                } else {
                    given.append((fact, ["`\(type.spec.name)`"]))
                }
            }
        }
        return initial
            + given.map { fact, types in
                ReferencePage.Entry(
                    fact.name, kind: fact.type.description,
                    "\(fact.doc) By \(types.joined(separator: ", ")).")
            }
    }
}

extension Function.Example {
    /// "`lower('A')` is `'a'`."
    fileprivate var sentence: String {
        let place =
            switch outcome {
            case .failed: " in a run that has failed"
            case .rejected: " after a rejection"
            case .cancelled: " in a run that was cancelled"
            default: ""
            }
        return "`\(expression)` is `\(value.literal)`\(place)."
    }
}

extension Value {
    /// As an expression writes it.
    fileprivate var literal: String {
        switch self {
        case .string(let text):
            "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        case .list(let items): "[" + items.map(\.literal).joined(separator: ", ") + "]"
        default: json
        }
    }
}
