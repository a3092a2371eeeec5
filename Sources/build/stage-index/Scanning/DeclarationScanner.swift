/// Finds the type declarations and extensions of a source file.
struct DeclarationScanner {
    private enum Scope {
        case type(path: [String])
        case code
    }

    private let tokens: [Token]
    private var index = 0
    private var scopes: [Scope] = []
    private var conditions = 0
    private var found: [Declaration] = []

    /// Everything that a source declares, in its order.
    static func declarations(in source: String) -> [Declaration] {
        var scanner = DeclarationScanner(tokens: Lexer.tokens(of: source))
        scanner.scan()
        return scanner.found
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private mutating func scan() {
        while let token = current {
            switch token.kind {
            case .directive("if"): conditions += 1
            case .directive("endif"): conditions -= 1
            case .symbol("{"): scopes.append(.code)
            case .symbol("}"): _ = scopes.popLast()
            case .word(let word):
                if let kind = Declaration.Kind(rawValue: word), startsDeclaration {
                    scanDeclaration(kind)
                    continue
                }
            default: break
            }
            index += 1
        }
    }

    /// Whether the keyword at hand is followed by a name; otherwise it is a label, a member, a `class func`.
    private var startsDeclaration: Bool {
        if index > 0, tokens[index - 1].is(".") { return false }
        guard let next = token(after: 1), next.identifier != nil else { return false }
        return next.word.map { !Self.declarationWords.contains($0) } ?? true
    }

    /// From the keyword to behind the opening brace.
    private mutating func scanDeclaration(_ kind: Declaration.Kind) {
        let position = tokens[index].position
        let isPrivate = modifiers.contains { $0 == "private" || $0 == "fileprivate" }
        index += 1
        let name = takeName()
        var isGeneric = false
        if current?.is("<") == true {
            isGeneric = true
            skipAngles()
        }
        var inherited: [String] = []
        if current?.is(":") == true {
            index += 1
            inherited = takeInherited()
        }
        if current?.word == "where" {
            isGeneric = true
            while let token = current, !token.is("{"), !token.is("}") { index += 1 }
        }
        // Without a body it was something else, such as `actor` as a name.
        guard current?.is("{") == true else { return }
        index += 1
        var isLocal = false
        var outer: [String] = []
        for scope in scopes {
            switch scope {
            case .type(let path): outer = path
            case .code: isLocal = true
            }
        }
        found.append(
            Declaration(
                kind: kind, path: outer + name, inherited: inherited, isGeneric: isGeneric, isPrivate: isPrivate,
                isLocal: isLocal, isConditional: conditions > 0, position: position))
        scopes.append(.type(path: outer + name))
    }

    /// The words directly before the keyword at hand.
    private var modifiers: [String] {
        var words: [String] = []
        var before = index - 1
        while before >= 0, let word = tokens[before].word, Self.modifierWords.contains(word) {
            words.append(word)
            before -= 1
        }
        return words
    }

    /// A name, perhaps with dots and arguments.
    private mutating func takeName() -> [String] {
        var name: [String] = []
        while let identifier = current?.identifier {
            name.append(identifier)
            index += 1
            guard current?.is(".") == true else { break }
            index += 1
        }
        return name
    }

    /// The list after a colon, up to its end: compositions taken apart, attributes and arguments dropped.
    private mutating func takeInherited() -> [String] {
        var inherited: [String] = []
        while let token = current, !token.is("{"), token.word != "where" {
            if token.is("@") {
                index += 2
                if current?.is("(") == true { skipParentheses() }
            } else if token.is("~") {
                index += 1
                _ = takeName()
            } else if token.is("<") {
                skipAngles()
            } else if token.word == "any" || token.word == "nonisolated" {
                index += 1
            } else if token.identifier != nil {
                inherited.append(takeName().joined(separator: "."))
            } else if token.is(",") || token.is("&") || token.is("(") || token.is(")") {
                index += 1
            } else {
                break
            }
        }
        return inherited
    }

    private mutating func skipAngles() {
        skipBalanced("<", ">")
    }

    private mutating func skipParentheses() {
        skipBalanced("(", ")")
    }

    private mutating func skipBalanced(_ open: Character, _ close: Character) {
        var depth = 0
        while let token = current {
            if token.is(open) { depth += 1 }
            if token.is(close) { depth -= 1 }
            index += 1
            if depth == 0 { return }
        }
    }

    private var current: Token? { token(after: 0) }

    private func token(after distance: Int) -> Token? {
        index + distance < tokens.count ? tokens[index + distance] : nil
    }

    /// What may stand after `class` where that is a modifier, and after a keyword that is used as a name.
    private static let declarationWords: Set<String> = [
        "func", "var", "let", "subscript", "init", "typealias", "case", "static", "final", "override", "public",
        "internal", "private", "fileprivate", "package", "open", "lazy", "weak", "mutating", "nonmutating", "dynamic",
        "struct", "enum", "class", "protocol", "extension", "import", "where", "in", "is", "as",
    ]

    private static let modifierWords: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "indirect", "distributed",
        "nonisolated",
    ]
}
