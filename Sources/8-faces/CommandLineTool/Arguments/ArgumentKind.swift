package import Platform

/// What values an option or argument takes, and how they are read from the bytes of the command line.
package struct ArgumentKind<Value: Sendable>: Sendable {
    package let parse: @Sendable (Path) throws(ArgumentError) -> Value
    package var completion: CompletionSource = .nothing

    /// The texts that are allowed, where those can be listed.
    package var choices: [String]? {
        if case .words(let words) = completion { words } else { nil }
    }
}

extension ArgumentKind where Value == Path {
    /// A file name: any bytes, never changed.
    package static var path: ArgumentKind {
        ArgumentKind(
            parse: { argument throws(ArgumentError) in
                if argument.bytes.isEmpty { throw ArgumentError("must name a file") }
                return argument
            }, completion: .files)
    }

    /// The name of a file that is written, and nothing else: `-`, which means standard output elsewhere, is refused.
    package static var newFile: ArgumentKind {
        ArgumentKind(
            parse: { argument throws(ArgumentError) in
                if argument.bytes.isEmpty || argument == "-" { throw ArgumentError("must name a file") }
                return argument
            }, completion: .files)
    }

    /// A folder's name: any bytes, never changed. One that is called `-` is `./-`.
    package static var folder: ArgumentKind {
        ArgumentKind(
            parse: { argument throws(ArgumentError) in
                if argument.bytes.isEmpty || argument == "-" { throw ArgumentError("must name a folder") }
                return argument
            }, completion: .folders)
    }

    /// A pipeline's name or file.
    package static var pipeline: ArgumentKind {
        ArgumentKind(parse: path.parse, completion: .pipelines)
    }
}

extension ArgumentKind where Value == Path {
    /// A plugin's name or folder.
    package static var plugin: ArgumentKind { ArgumentKind(parse: path.parse, completion: .plugins) }
}

extension ArgumentKind where Value == String {
    /// Text, which has to be valid UTF-8.
    package static var text: ArgumentKind {
        ArgumentKind(parse: { argument throws(ArgumentError) in
            guard argument.isText else { throw ArgumentError("must be UTF-8 text") }
            return argument.text
        })
    }

    /// Text for which a shell offers something.
    package static func text(completedBy source: CompletionSource) -> ArgumentKind {
        ArgumentKind(parse: text.parse, completion: source)
    }

    /// Text that has to say something.
    package static var word: ArgumentKind {
        ArgumentKind(parse: { argument throws(ArgumentError) in
            let text = try ArgumentKind.text.parse(argument)
            if text.isEmpty { throw ArgumentError("must not be empty") }
            return text
        })
    }

    /// Text for which a shell offers something.
    package static func word(completedBy source: CompletionSource) -> ArgumentKind {
        ArgumentKind(parse: word.parse, completion: source)
    }
}

extension ArgumentKind where Value == Int {
    /// A whole number.
    package static func integer(in range: ClosedRange<Int>) -> ArgumentKind {
        ArgumentKind(parse: { argument throws(ArgumentError) in
            guard argument.isText, let number = Int(argument.text), range.contains(number) else {
                throw ArgumentError("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        })
    }
}

extension ArgumentKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases, named by its raw value.
    package static var choice: ArgumentKind {
        let words = Value.allCases.map(\.rawValue)
        return ArgumentKind(
            parse: { argument throws(ArgumentError) in
                guard argument.isText, let value = Value(rawValue: argument.text) else {
                    throw ArgumentError.noChoice(argument, of: words)
                }
                return value
            }, completion: .words(words))
    }
}

extension ArgumentKind where Value == Bool {
    /// `yes` or `no`, for options whose absence means neither.
    package static var yesOrNo: ArgumentKind {
        ArgumentKind(
            parse: { argument throws(ArgumentError) in
                switch argument {
                case "yes", "true": return true
                case "no", "false": return false
                default: throw ArgumentError.noChoice(argument, of: ["yes", "no"])
                }
            }, completion: .words(["yes", "no"]))
    }
}

/// What a shell offers for the value of an option or argument.
package enum CompletionSource: Hashable, Sendable {
    case nothing
    case files
    case folders
    /// Known when the command is declared.
    case words([String])
    /// The pipelines of the workspace, and files.
    case pipelines
    /// The registered stage types.
    case stages
    /// The titles and ids of documents that do not lie in the trash.
    case documents
    /// The same of those in the trash, and the ids of former versions: what can be made the current one.
    case restorable
    /// The titles and ids of all documents.
    case allDocuments
    case schools
    /// Several of them, with commas between them.
    case schoolLists
    /// `NAME=VALUE` for the inputs of the pipeline that is named before, or of the run or the file in quarantine that is.
    case inputs
    /// The same for the pipeline that takes uploads of the type that `--type` names.
    case uploadInputs
    case runs
    case batches
    /// Files that are held.
    case quarantine
    case people
    case tokens
    case sessions
    case links
    case uploads
    case notifications
    /// The stage types of plugins.
    case plugins
    /// The channels of the workspace.
    case channels
    case channelTypes
    case storeTypes
    /// The names of commands, one after the other: `help documents list`.
    case commands
}
