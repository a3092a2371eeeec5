internal import Documents
internal import SQL

/// What a list's documents have in common, as a query of the search index,
/// https://sqlite.org/fts5.html#full_text_query_syntax, made of quoted words only, so that nothing in a user's text can be
/// syntax.
struct SearchExpression {
    /// All of them have to hold.
    private(set) var terms: [SearchTerm] = []
    private let isTrashed: Bool
    /// The searched words.
    private(set) var words: [SearchWord] = []

    /// nil when the search has no word that the index could hold, and so finds nothing.
    init?(_ query: DocumentQuery) {
        isTrashed = query.trashed
        if let owner = query.owner { terms.append(.owner(owner)) }
        if let school = query.school { terms.append(.school(school)) }
        if let shared = query.shared { terms.append(shared ? .shared : .shares([0])) }
        let types = Set(query.types)
        if !types.isEmpty { terms.append(.types(DocumentType.allCases.filter(types.contains))) }
        guard let search = query.search, !search.allSatisfy(\.isWhitespace) else { return }
        words = SearchWords.asked(search)
        if words.isEmpty { return nil }
        terms += words.map(SearchTerm.word)
    }

    /// Searches for these words, all that begin so, in place of the unfinished one.
    func finishing(with words: [String]) -> SearchExpression {
        var expression = self
        expression.terms[terms.count - 1] = terms[terms.count - 1].finished(with: words)
        return expression
    }

    /// Narrows it.
    func adding(_ term: SearchTerm) -> SearchExpression {
        var expression = self
        expression.terms.append(term)
        return expression
    }

    /// Whether nothing but `trashed` filters; the index of rows is then cheaper than the search index.
    var isAll: Bool { terms.isEmpty }

    /// What MATCH takes. Excluding the trash is much cheaper than a word for everything else would be: the index is asked
    /// about a short list instead of the longest of all.
    ///
    /// The filters stand by themselves before the words. The index looks in all lists of one AND for each document of any of
    /// them; so it looks in those of the words only for what the filters have in common, which in a million documents takes a
    /// third of the time.
    var text: String { text(without: []) }

    /// - Parameter excluded: queries of what is not to be found.
    func text(without excluded: [String]) -> String {
        let trashed = SearchTerm.quoted(Facet.trashed)
        func all(_ texts: [String], without unwanted: [String] = []) -> String {
            let wanted = texts.joined(separator: " AND ")
            return unwanted.isEmpty ? wanted : "((\(wanted)) NOT (\(unwanted.joined(separator: " OR "))))"
        }
        let filters = terms.filter(\.isFilter).map(\.text) + (isTrashed ? [trashed] : [])
        let words = terms.filter { !$0.isFilter }.map(\.text)
        let unwanted = isTrashed ? [] : [trashed]
        if filters.isEmpty || words.isEmpty { return all(filters + words, without: unwanted + excluded) }
        return all([all(filters, without: unwanted)] + words, without: excluded)
    }
}

/// One condition of a list, as a query of the search index and as a test of a row of `listing`.
struct SearchTerm {
    private(set) var text: String
    /// A condition in SQL with its values.
    let test: (sql: String, values: [any Bindable])
    /// Rather than a word of a text.
    var isFilter = true

    static func owner(_ owner: String) -> SearchTerm {
        SearchTerm(text: quoted(.owner(owner)), test: ("owner = ?", [owner]))
    }

    static func school(_ school: String) -> SearchTerm {
        let word = Facet.school(school).word
        return SearchTerm(
            text: quoted(.school(school)), test: ("instr(' ' || facets || ' ', ?) > 0", [" \(word) "]))
    }

    static let shared = SearchTerm(text: quoted(.shared), test: ("shares > 0", []))

    /// Shared with as many schools as one of these.
    static func shares(_ counts: [Int64]) -> SearchTerm {
        SearchTerm(
            text: "(\(counts.map { quoted(.shares($0)) }.joined(separator: " OR ")))",
            test: (
                "shares IN (\(counts.map { _ in "?" }.joined(separator: ", ")))", counts.map { $0 as any Bindable }
            ))
    }

    /// - Parameter types: in the order of `DocumentType.allCases`; at least one.
    static func types(_ types: [DocumentType]) -> SearchTerm {
        SearchTerm(
            text: "(\(types.map { quoted(.type($0)) }.joined(separator: " OR ")))",
            test: (
                "type IN (\(types.map { _ in "?" }.joined(separator: ", ")))", types.map { $0.rawValue as any Bindable }
            ))
    }

    static func word(_ word: SearchWord) -> SearchTerm {
        SearchTerm(
            text: word.isBeginning ? "\"\(word.text)\" *" : "\"\(word.text)\"",
            test: ("instr(words, ?) > 0", [word.isBeginning ? " \(word.text)" : " \(word.text) "]), isFilter: false)
    }

    /// The longest beginning of words, in characters, that the index has a list for.
    static let longestListed = 4

    /// The same, where the words that begin so are known.
    func finished(with words: [String]) -> SearchTerm {
        var term = self
        term.text = "(\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
        return term
    }

    static func quoted(_ facet: Facet) -> String { "\"\(facet.word)\"" }
}
