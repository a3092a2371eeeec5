internal import Documents

private let owners = ["u1", "u2", "ü 3"]
private let schools = ["duke", "mit", "stanford", "ucla"]
private let words = [
    "game", "Gallery", "highlight", "Highlights", "highlighter", "season", "seasons", "junior", "b-side", "2026",
    "20", "9", "007",
]

extension StoreBench {
    /// A catalog in which everything that can happen to documents has happened.
    func fill(seed: UInt64, count: Int) async throws -> [DocumentVersion] {
        var random = SeededRandom(seed: seed)
        var ids: [String] = []
        for _ in 0..<count {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...6:
                let title = (0...Int.random(in: 0...1, using: &random))
                    .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
                let new = self.new(
                    title, owner: owners.randomElement(using: &random) ?? "",
                    type: DocumentType.allCases.randomElement(using: &random) ?? .resume,
                    description: Bool.random(using: &random) ? words.randomElement(using: &random) : nil,
                    school: Int.random(in: 0..<4, using: &random) == 0
                        ? schools.randomElement(using: &random) : nil)
                ids.append(try await create(new).id)
            case 7, 8:
                let chosen = schools.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
                try await attempt {
                    _ = try await store.share(ids.randomElement(using: &random) ?? "", with: Array(chosen))
                }
            case 9:
                try await attempt { try await store.trash(ids.randomElement(using: &random) ?? "") }
            case 10:
                try await attempt { _ = try await store.restore(ids.randomElement(using: &random) ?? "") }
            default:
                let title = words.randomElement(using: &random)
                try await attempt {
                    _ = try await store.edit(ids.randomElement(using: &random) ?? "", MetadataChange(title: title))
                }
            }
        }
        var all: [DocumentVersion] = []
        for id in ids { all.append(try await store.version(id)) }
        return all
    }

    /// What makes no sense for a document in the trash, or before there is one, is refused and so changes nothing.
    fileprivate func attempt(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch is CatalogError {}
    }
}

extension DocumentQuery {
    /// Any that a person could ask for.
    static func random(_ random: inout SeededRandom) -> DocumentQuery {
        var query = DocumentQuery()
        query.sort = DocumentQuery.Sort.allCases.randomElement(using: &random) ?? .newest
        query.trashed = Int.random(in: 0..<4, using: &random) == 0
        if Bool.random(using: &random) {
            query.types = Array(
                DocumentType.allCases.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { query.school = schools.randomElement(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { query.shared = Bool.random(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { query.owner = owners.randomElement(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let searches =
                words + [
                    "ga", "2", "highl", "HIGHLIGHT", "highlights", "game highlight", "season game", "game sea",
                    "SEASON", "side b", "!!", "  ", "none",
                ]
            query.search = searches.randomElement(using: &random)
        }
        return query
    }
}
