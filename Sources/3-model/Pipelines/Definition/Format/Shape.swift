/// What may stand at a place of a file that users write. One declaration is what the reader checks, what the JSON Schema
/// says and what an error's hint explains.
indirect enum Shape: Sendable {
    /// A string that holds no expression.
    case text
    /// A string that obeys a rule.
    case name(NameRule)
    case integer(ClosedRange<Int64>)
    /// A number of at least that.
    case number(atLeast: Double)
    case boolean
    /// A literal such as `30s`.
    case duration
    /// A literal such as `100MB`.
    case size
    case choice([String])
    /// One of these words, a list of them, or an expression that gives one; whoever reads the key compiles it.
    case choices([String])
    /// A string that may hold expressions; whoever reads the key compiles it.
    case template
    /// One expression, with or without `${{ }}`.
    case condition
    /// Anything; whoever reads the key checks it.
    case any
    case list(Shape)
    /// A list, or a single one of it.
    case oneOrMany(Shape)
    /// Known keys.
    case mapping([FormatKey])
    /// Keys that the user chooses.
    case dictionary(NameRule, Shape)
    /// A list, or one expression that gives one; whoever reads the key compiles it.
    case elements
    /// A whole number from 0, or entries.
    case countOrEntries([FormatKey])
    /// Words, or a mapping.
    case choiceOrMapping([String], [FormatKey])
    /// A stage; its `with` depends on its type.
    case stage
    /// Keys that are types of document; whoever reads the key checks them.
    case byDocumentType(Shape)
    /// A channel, whose keys depend on its type; whoever reads the key checks it.
    case channel
    /// An object store, likewise.
    case objectStore
    /// Schools, or the name of a file that has them; whoever reads the key checks it.
    case schools

    /// For messages: "`timeout` must be …".
    var expected: String {
        switch self {
        case .text, .name, .template: "a string"
        case .integer(let range):
            if range.upperBound == .max {
                "a whole number of at least \(range.lowerBound)"
            } else if range.lowerBound == range.upperBound {
                "\(range.lowerBound)"
            } else {
                "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
        case .number(let least): "a number of at least \(Shape.plain(least))"
        case .boolean: "`true` or `false`"
        case .duration: "a duration such as `30s`"
        case .size: "a size such as `100MB`"
        case .choice(let words): Shape.either(words)
        case .choices(let words): "\(Shape.either(words)), or a list of them"
        case .condition: "an expression"
        case .any: "a value"
        case .list(let element): "a list of \(element.plural)"
        case .oneOrMany(let element): "\(element.expected), or a list of \(element.plural)"
        case .elements: "a list, or an expression that gives one"
        case .countOrEntries: "a list of mappings, or how many there are"
        case .mapping, .dictionary, .stage, .byDocumentType: "a mapping"
        case .channel: "a mapping with a `type`"
        case .objectStore: "`TYPE:TEXT`, or a mapping with a `type`"
        case .schools: "a file's name, a list of `{ id, name }`, or a mapping of ids to names"
        case .choiceOrMapping(let words, let keys):
            words.map { "`\($0)`" }.joined(separator: ", ") + " or `{ "
                + keys.map(\.name).joined(separator: ": …, ") + ": … }`"
        }
    }

    private var plural: String {
        switch self {
        case .text, .name, .template: "strings"
        case .mapping, .dictionary: "mappings"
        case .stage: "stages"
        case .choice(let words): "words among " + words.map { "`\($0)`" }.joined(separator: ", ")
        default: "values"
        }
    }

    static func either(_ words: [String]) -> String {
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }
}

/// A key of a mapping in a file that users write.
struct FormatKey: Sendable {
    let name: String
    /// A sentence or more, Markdown.
    let doc: String
    let shape: Shape
    let isRequired: Bool
    /// Other words that people use for it.
    let aliases: [String]

    init(
        _ name: String, _ shape: Shape, _ doc: String, required: Bool = false, aliases: [String] = []
    ) {
        self.name = name
        self.shape = shape
        self.doc = doc
        self.isRequired = required
        self.aliases = aliases
    }
}
