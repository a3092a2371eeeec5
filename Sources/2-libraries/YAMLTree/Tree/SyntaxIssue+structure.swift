internal import Diagnostics

/// Lists and mappings by indentation.
extension SyntaxIssue {
    var structureIssue: Issue? {
        switch error.problem {
        case "mapping values are not allowed in this context":
            syntax(
                "a `:` is not allowed here", at: place,
                hint: "put a text with `: ` into quotes, or check the indentation")
        case "block sequence entries are not allowed in this context":
            syntax("a list cannot start here", at: place, hint: "start it on its own line, or put the text into quotes")
        case "mapping keys are not allowed in this context":
            syntax("a text cannot start with `?`", at: place, hint: "put it into quotes")
        case "did not find expected key" where source[token.lowerBound] == ":":
            syntax("a key is missing before this `:`", at: place)
        case "did not find expected key":
            syntax(
                "expected a key of the mapping that starts in line \(contextLine) before \(tokenText)", at: place,
                hint: "check the indentation")
        case "did not find expected '-' indicator":
            syntax(
                "expected a `-` of the list that starts in line \(contextLine) before \(tokenText)", at: place,
                hint: "check the indentation")
        case "did not find expected node content":
            syntax("expected a value before \(tokenText)", at: place)
        case "did not find expected <document start>":
            syntax(
                "\(tokenText) follows the end of the document", at: place,
                hint: "a file holds one mapping, one list or one text")
        default:
            nil
        }
    }
}
