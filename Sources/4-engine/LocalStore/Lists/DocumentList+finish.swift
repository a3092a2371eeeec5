internal import SQL

extension DocumentList {
    private static let maxWords = 40

    /// Puts the few words that begin with the unfinished one in its place.
    ///
    /// Beginnings that have no index of their own make FTS5 merge all their documents before it gives the first, 100 ms
    /// for a million; whole words are read as far as needed.
    static func finish(_ expression: SearchExpression, _ connection: any SQLConnection) throws -> SearchExpression {
        guard let word = expression.words.last?.text, word.unicodeScalars.count > SearchTerm.longestListed else {
            return expression
        }
        var words: [String] = []
        // One seek for each: a control character stands between a word and those that go on after it.
        var start = word
        while let next = try connection.first(nextWord, [start], { try $0.text(0) }),
            next.utf8.starts(with: word.utf8)
        {
            words.append(next)
            if words.count > maxWords { return expression }
            start = next + "\u{1}"
        }
        return words.isEmpty ? expression : expression.finishing(with: words)
    }

    static let nextWord = "SELECT term FROM search_words WHERE term >= ? LIMIT 1"
}
