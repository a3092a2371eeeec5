internal import Diagnostics

/// Scalars, anchors, aliases, tags and directives.
extension SyntaxIssue {
    /// In an escape with digits libyaml's mark is behind the letter.
    var scalarIssue: Issue? {
        switch error.problem {
        case "found unknown escape character":
            return syntax(
                "`\(text(of: index..<index + 2))` is no escape", at: source.span(index..<index + 2),
                hint: "write `\\\\` for a backslash, or use single quotes")
        case "did not find expected hexdecimal number":
            return syntax(
                "this escape is no character", at: source.span(max(0, index - 2)..<index),
                hint: "`\\x` takes 2 hexadecimal digits, `\\u` 4 and `\\U` 8")
        case "found invalid Unicode character escape code":
            let digits = source[index - 1] == "x" ? 2 : source[index - 1] == "u" ? 4 : 8
            return syntax(
                "this escape is no character", at: source.span(max(0, index - 2)..<index + digits),
                hint: "write the character itself, or `\\U` with its 8 digits")
        case "found unexpected ':'":
            return syntax(
                "a space must follow this `:`", at: place, hint: "write `: ` after a key, or put the text into quotes")
        case "found character that cannot start any token":
            return syntax("a text cannot start with \(tokenText)", at: place, hint: "put it into quotes")
        case "did not find expected alphabetic or numeric character":
            let sign = error.context == "while scanning an alias" ? "*" : "&"
            return syntax(
                "`\(sign)` takes a name of letters, digits, `-` and `_`", at: source.span(word(at: context)),
                hint: "put a text that starts with `\(sign)` into quotes")
        case "could not find expected ':'":
            let end = source.content(ofLine: source.line(of: context)).upperBound
            return syntax("expected `:` after this key", at: source.span(context..<end))
        case "did not find expected comment or line break" where error.context == "while scanning a block scalar":
            return syntax(
                "\(tokenText) cannot follow `\(text(of: context..<context + 1))`", at: place,
                hint: "start the text on the next line, or put it into quotes")
        case "found an indentation indicator equal to 0":
            return syntax("the indentation of a block is 1 to 9", at: place)
        default:
            return nil
        }
    }

    var directiveIssue: Issue? {
        switch error.problem {
        case "found undefined tag handle":
            let tag = NodeProperties(in: source, at: context, isPlain: false).tag ?? word(at: context)
            return .error(
                YAMLIssueKind.unknownTag.rawValue, "the tag `\(text(of: tag))` means nothing here",
                at: source.span(tag), notes: ["known tags: " + CoreTag.list.joined(separator: ", ")])
        case "found unknown directive name":
            return syntax(
                "only the directives `%YAML` and `%TAG` are known", at: source.span(at: context),
                hint: "put a text that starts with `%` into quotes")
        case "found incompatible YAML document":
            return syntax("only YAML 1.1 and 1.2 can be read", at: place)
        case "found duplicate %YAML directive":
            return syntax("`%YAML` stands here a second time", at: directivePlace, hint: "leave out one of them")
        case "found duplicate %TAG directive":
            return syntax(
                "`%TAG` declares this handle a second time", at: directivePlace, hint: "leave out one of them")
        default:
            return nil
        }
    }

    /// Tags, and directives that are not complete.
    var tagIssue: Issue? {
        switch error.context {
        case "while scanning a tag", "while parsing a tag":
            return syntax(
                "this is no tag", at: source.span(word(at: context)),
                hint: "put a text that starts with `!` into quotes",
                notes: ["known tags: " + CoreTag.list.joined(separator: ", ")])
        case "while scanning a %YAML directive":
            return syntax("this is no version of YAML", at: directivePlace, hint: "write `%YAML 1.2`")
        case "while scanning a %TAG directive", "while parsing a %TAG directive", "while scanning a directive",
            "while parsing a directive":
            return syntax(
                "this directive cannot be read", at: directivePlace,
                hint: "write `%TAG !e! tag:example.com,2000:`, or put a text that starts with `%` into quotes")
        default:
            return nil
        }
    }

    /// The line of a directive.
    private var directivePlace: SourceSpan {
        let line = source.line(of: source[context] == "%" ? context : index)
        return source.span(source.content(ofLine: line))
    }
}
