internal import Documents

/// A class of questions to the list of documents, measured together.
struct BenchQueries {
    let name: String
    let aim: String
    let queries: [DocumentQuery]

    /// Of the slowest in a catalog of a million documents.
    private static let aim = "≤ 150"

    /// Every combination of the filters, the searches and the orders that `BenchCatalog` has documents for.
    static func all(documents: Int) -> [BenchQueries] {
        let searches: [(String, [String])] = [
            ("a rare word", ["highlight \(documents * 7 / 9)"]),
            ("a common word", ["season"]),
            ("an unfinished word", ["s", "cham"]),
            ("two words", ["season sprint", "highlight goals"]),
        ]
        var classes = filters(search: nil).map { name, queries in
            BenchQueries(name: "list, \(name)", aim: aim, queries: queries)
        }
        for (label, words) in searches {
            for search in words {
                for (name, queries) in filters(search: search) {
                    let name = "search \(label), \(name)"
                    if let index = classes.firstIndex(where: { $0.name == name }) {
                        classes[index] = BenchQueries(
                            name: name, aim: aim, queries: classes[index].queries + queries)
                    } else {
                        classes.append(BenchQueries(name: name, aim: aim, queries: queries))
                    }
                }
            }
        }
        return classes
    }

    /// In every order, by how many filters there are.
    private static func filters(search: String?) -> [(name: String, queries: [DocumentQuery])] {
        var byCount: [[DocumentQuery]] = [[], [], []]
        for owner in [nil, "athlete-7"] {
            for school in [nil, "school-3"] {
                for shared in [nil, true, false] {
                    for types in [[], [.transcript], [.resume, .statsSheet]] as [[DocumentType]] {
                        for sort in DocumentQuery.Sort.allCases {
                            var query = DocumentQuery()
                            (query.owner, query.school, query.shared) = (owner, school, shared)
                            (query.types, query.search, query.sort) = (types, search, sort)
                            let count = [owner != nil, school != nil, shared != nil, !types.isEmpty].filter(\.self)
                                .count
                            byCount[min(count, 2)].append(query)
                        }
                    }
                }
            }
        }
        return zip(["no filter", "one filter", "several filters"], byCount).map { ($0, $1) }
    }
}
