internal import Documents

/// A query of the search index, https://sqlite.org/fts5.html#full_text_query_syntax, made of quoted words only, so that
/// nothing in a user's text can be syntax.
struct SearchExpression {
    /// Longer searches are cut: nobody types them, and each word costs a merge.
    static let maxWords = 32

    /// All of them have to hold.
    private(set) var terms: [String] = []
    private let isTrashed: Bool
    /// The last word of the search, which may be unfinished; its term is the last one.
    private(set) var unfinished: String?

    /// nil when the search has no word that the index could hold, and so finds nothing.
    init?(_ query: DocumentQuery) {
        isTrashed = query.trashed
        if let owner = query.owner { terms.append(Self.facet(.owner(owner))) }
        if let school = query.school { terms.append(Self.facet(.school(school))) }
        if let shared = query.shared { terms.append(Self.facet(shared ? .shared : .shares(0))) }
        let types = Set(query.types)
        if !types.isEmpty {
            let any = DocumentType.allCases.filter(types.contains).map { Self.facet(.type($0)) }
            terms.append("(\(any.joined(separator: " OR ")))")
        }
        guard let search = query.search, !search.allSatisfy(\.isWhitespace) else { return }
        let words = Self.words(of: search)
        guard let last = words.last else { return nil }
        terms += words.dropLast().map { "({title description} : \"\($0)\")" }
        terms.append("({title description} : \"\(last)\" *)")
        unfinished = last
    }

    /// Searches for these words in place of the unfinished one.
    func finishing(with words: [String]) -> SearchExpression {
        var expression = self
        expression.unfinished = nil
        let any = words.map { "\"\($0)\"" }.joined(separator: " OR ")
        expression.terms[terms.count - 1] = "({title description} : (\(any)))"
        return expression
    }

    /// Narrows it.
    func adding(_ facet: Facet) -> SearchExpression {
        var expression = self
        expression.terms.append(Self.facet(facet))
        return expression
    }

    /// Whether nothing but `trashed` filters; the index of rows is then cheaper than the search index.
    var isAll: Bool { terms.isEmpty }

    /// What MATCH takes. Excluding the trash is much cheaper than a word for everything else would be: the index is asked
    /// about a short list instead of the longest of all.
    var text: String {
        let trashed = Self.facet(.trashed)
        if isTrashed { return (terms + [trashed]).joined(separator: " AND ") }
        return "(\(terms.joined(separator: " AND "))) NOT \(trashed)"
    }

    private static func facet(_ facet: Facet) -> String { "(facets : \"\(facet.word)\")" }

    /// Runs of letters, digits and marks, as the tokenizer `unicode61` cuts them; so no word holds a quote or NUL.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var hasLetter = false
        func end() {
            if hasLetter, words.count < maxWords { words.append(String(word)) }
            word = String.UnicodeScalarView()
            hasLetter = false
        }
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                word.append(scalar)
                hasLetter = true
            case .nonspacingMark, .spacingMark, .enclosingMark:
                word.append(scalar)
            default:
                end()
            }
        }
        end()
        return words
    }
}
