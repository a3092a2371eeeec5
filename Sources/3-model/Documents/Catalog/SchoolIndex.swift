internal import Platform

/// The schools that there are, by what people call them: ids or names, in any case.
package struct SchoolIndex: Sendable {
    private var ids: Set<String> = []
    /// Ids by names; several schools may have one.
    private var named: [String: [String]] = [:]

    /// More commas are in no name that is written in a list.
    private static let maxParts = 4
    /// More words are in no name that is written beside others without commas.
    private static let maxWords = 12
    /// So many that may be meant are listed.
    private static let maxCandidates = 10

    package init(_ schools: some Sequence<School>) {
        for school in schools {
            ids.insert(school.id)
            named[Self.key(school.name), default: []].append(school.id)
        }
    }

    /// The id of the one school that a text means; nil: it means none, or is the name of several.
    package func id(of text: String) -> String? {
        let key = Self.key(text)
        if ids.contains(key) { return key }
        let ids = named[key] ?? []
        return ids.count == 1 ? ids[0] : nil
    }

    /// The ids of those that texts mean which stand in a list. A text that means none by itself is one together with those
    /// behind it, where these with commas between them are a name: who writes a list with commas cannot write a name that has
    /// some. Otherwise it may be several with blanks between them. What means none stays as it is, and so does the name of
    /// several: whoever is given the ids refuses it.
    package func ids(of texts: [String]) -> [String] {
        var (result, rest): ([String], ArraySlice<String>) = ([], texts[...])
        while let first = rest.first {
            if let (meant, count) = beginning(of: rest, separator: ", ", limit: Self.maxParts) {
                result.append(meant)
                rest = rest.dropFirst(count)
            } else {
                result += ids(ofWordsIn: first) ?? [Self.trimmed(first)]
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The same of one text, which is a name or has commas between several.
    package func ids(in text: String) -> [String] {
        if let meant = meaning(of: text) { return [meant] }
        let parts = text.split(separator: ",").map(String.init)
        // Commas alone name nothing, and are refused as such.
        return ids(of: parts.isEmpty ? [""] : parts)
    }

    /// nil: not each of the words belongs to one.
    private func ids(ofWordsIn text: String) -> [String]? {
        var (result, rest) = ([String](), text.split(separator: " ").map(String.init)[...])
        while !rest.isEmpty {
            guard let (meant, count) = beginning(of: rest, separator: " ", limit: Self.maxWords) else { return nil }
            result.append(meant)
            rest = rest.dropFirst(count)
        }
        return result.isEmpty ? nil : result
    }

    /// What as many texts as possible mean together.
    private func beginning(
        of texts: ArraySlice<String>, separator: String, limit: Int
    ) -> (meant: String, count: Int)? {
        for count in stride(from: min(limit, texts.count), to: 0, by: -1) {
            let text = texts.prefix(count).map(Self.trimmed).joined(separator: separator)
            if let meant = meaning(of: text) { return (meant, count) }
        }
        return nil
    }

    /// The id that is meant, or the name itself, where several have it.
    private func meaning(of text: String) -> String? {
        id(of: text) ?? (named[Self.key(text)] == nil ? nil : Self.trimmed(text))
    }

    /// Why a text that is the name of several schools means none of them, with their ids; nil: it is not.
    package func ambiguity(of text: String) -> String? {
        guard id(of: text) == nil, let ids = named[Self.key(text)], ids.count > 1 else { return nil }
        let listed = ids.sorted().prefix(Self.maxCandidates).map { "`\($0)`" }.joined(separator: ", ")
        return "`\(Printable.text(Self.trimmed(text)))` may mean \(ids.count) schools, "
            + listed + (ids.count > Self.maxCandidates ? ", …" : "") + "; give the id of the one that is meant."
    }

    /// Blanks at the ends of a name, and how many are between its words, make no difference.
    private static func key(_ text: String) -> String {
        text.lowercased().split(separator: " ").joined(separator: " ")
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
