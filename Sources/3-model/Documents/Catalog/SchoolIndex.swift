internal import Diagnostics
internal import Platform

/// The schools that there are, by what people call them: ids or names, in any case.
package struct SchoolIndex: Sendable {
    /// In the order in which they were given.
    let schools: [School]
    private var ids: Set<String> = []
    /// By names; several schools may have one.
    private var named: [String: [School]] = [:]
    /// What stands between the commas of names that have some.
    private var parted: Set<[String]> = []

    /// More commas are in no name that is written in a list.
    private static let maxParts = 4
    /// More words are in no name that is written beside others without commas.
    private static let maxWords = 12
    /// So many that may be meant are listed.
    private static let maxCandidates = 10

    package init(_ schools: some Sequence<School>) {
        self.schools = Array(schools)
        for school in self.schools {
            ids.insert(school.id)
            named[Self.key(school.name), default: []].append(school)
            let parts = school.name.split(separator: ",").map { Self.key(String($0)) }
            if parts.count > 1 { parted.insert(parts) }
        }
    }

    /// The id of the one school that a text means; nil: it means none, or is the name of several.
    package func id(of text: String) -> String? {
        let key = Self.key(text)
        if ids.contains(key) { return key }
        let schools = named[key] ?? []
        return schools.count == 1 ? schools[0].id : nil
    }

    /// The one school that a text means, as `id(of:)` has it.
    package func school(of text: String) -> School? {
        id(of: text).flatMap { id in schools.first { $0.id == id } }
    }

    /// Those that have a text as their name, by their ids.
    package func schools(named text: String) -> [School] {
        (named[Self.key(text)] ?? []).sorted { $0.id < $1.id }
    }

    /// The ids of those that texts mean which stand in a list. A text that means none by itself is one together with those
    /// behind it, where these with commas between them are a name: who writes a list with commas cannot write a name that has
    /// some. Otherwise it may be several with blanks between them. What means none stays as it is, with what is nearly a name
    /// together with it, and so does the name of several: whoever is given the ids refuses it.
    package func ids(of texts: [String]) -> [String] {
        var (result, rest): ([String], ArraySlice<String>) = ([], texts[...])
        // Where the school before the rest begins, if commas alone are between them.
        var former: Int?
        // Of several that mean none it matters for none what was meant, and comparing takes time.
        var mayBeMisspelt = true
        while let first = rest.first {
            if let (meant, count) = beginning(of: rest, separator: ", ", limit: Self.maxParts) {
                result.append(meant)
                (former, rest) = (rest.startIndex, rest.dropFirst(count))
                continue
            }
            if let words = ids(ofWordsIn: first) {
                result += words
                (former, rest) = (nil, rest.dropFirst())
                continue
            }
            if mayBeMisspelt, let start = former, let (text, end) = misspelt(texts[start...], beyond: rest.startIndex) {
                // The beginning of the name is a school as well, which was not meant.
                result[result.count - 1] = text
                rest = texts[end...]
            } else if mayBeMisspelt, let (text, end) = misspelt(rest, beyond: rest.startIndex) {
                result.append(text)
                rest = texts[end...]
            } else {
                result.append(Self.trimmed(first))
                rest = rest.dropFirst()
            }
            (former, mayBeMisspelt) = (nil, false)
        }
        return result
    }

    /// What as many texts as possible are together, if that is nearly a name with commas in it, and the index behind them.
    ///
    /// - Parameter index: of a text that has to be among them.
    private func misspelt(_ texts: ArraySlice<String>, beyond index: Int) -> (text: String, end: Int)? {
        for count in stride(from: min(Self.maxParts, texts.count), to: max(1, index - texts.startIndex), by: -1) {
            let parts = texts.prefix(count).map(Self.trimmed)
            let isNear = parted.contains { name in
                name.count == count
                    && zip(name, parts).allSatisfy { $0 == Self.key($1) || Spelling.nearest(to: $1, in: [$0]) != nil }
            }
            if isNear { return (parts.joined(separator: ", "), texts.startIndex + count) }
        }
        return nil
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
        guard id(of: text) == nil, case let ids = schools(named: text).map(\.id), ids.count > 1 else { return nil }
        let listed = ids.prefix(Self.maxCandidates).map { "`\($0)`" }.joined(separator: ", ")
        return "`\(Printable.text(Self.trimmed(text)))` may mean \(ids.count) schools, "
            + listed + (ids.count > Self.maxCandidates ? ", …" : "") + "; give the id of the one that is meant."
    }

    /// Blanks at the ends of a name, and how many are between its words, make no difference.
    private static func key(_ text: String) -> String {
        text.folded.split(separator: " ").joined(separator: " ")
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
