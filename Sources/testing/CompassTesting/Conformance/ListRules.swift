internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    private static let seeds: [UInt64] = Nightly.isOn ? [1, 2, 3] : [1]

    /// Lists and searches of documents.
    static let lists =
        seeds.map(pagesOfAnyQuery) + [
            StoreRule("a search of any bytes never fails") { test in
                try await test.create(test.new("Game"))
                var random = SeededRandom(seed: 42)
                for _ in 0..<(Nightly.isOn ? 500 : 60) {
                    var query = DocumentQuery()
                    let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                    query.search = String(decoding: bytes, as: UTF8.self)
                    _ = try await test.store.documents(query, limit: 10, after: nil)
                }
                var query = DocumentQuery()
                query.search = String(repeating: "game ", count: 100_000)
                try await expect(test.store.documents(query, limit: 10, after: nil).items.count, is: 1)
            },
            StoreRule("a beginning of a hundred words finds them all, longer than the index of beginnings or not") {
                test in
                for number in 0..<100 { try await test.create(test.new("prefix\(number) x")) }
                var query = DocumentQuery()
                for (search, count) in [
                    ("pre", 100), ("prefi", 100), ("prefix1", 11), ("x prefix99", 1), ("prefix100", 0),
                ] {
                    query.search = search
                    try await expect(test.all(query, limit: 30).count, is: count, "\(search)")
                }
            },
            StoreRule("accents do not matter to a search") { test in
                let resume = try await test.create(test.new("Résumé für José", type: .resume))
                for search in ["resume", "RÉSUMÉ", "jose fur", "re\u{301}s"] {
                    var query = DocumentQuery()
                    query.search = search
                    try await expect(test.all(query, limit: 10).map(\.id), is: [resume.id], "\(search)")
                }
            },
            StoreRule("letters of all scripts are found as they are, and in the middle where no blanks are") { test in
                for (title, found, missed) in foldedTitles {
                    let version = try await test.create(test.new(title, owner: "folded"))
                    for search in found + missed {
                        var query = DocumentQuery()
                        (query.search, query.owner) = (search, "folded")
                        for sort in DocumentQuery.Sort.allCases {
                            query.sort = sort
                            let ids = try await test.all(query, limit: 10).map(\.id)
                            try expect(ids.contains(version.id), is: found.contains(search), "\(title): \(search)")
                        }
                    }
                    let titled = try await test.store.documents(
                        titled: title.uppercased(), of: "folded", trashed: false, limit: 10)
                    try expect(titled.map(\.id), is: [version.id], "\(title)")
                }
            },
            StoreRule("by name, accents make no difference, and numbers come by their value, page by page") { test in
                let titles = [
                    "2 games", "10 games", "Ärzte", "Clip 1", "clip 2", "CLIP 10", "Éclair", "Łukasz", "Résumé Renée",
                    "Rock",
                    "Über", "Zeugnis", "成績",
                ]
                for title in titles.reversed() { try await test.create(test.new(title)) }
                var query = DocumentQuery()
                query.sort = .name
                try await expect(test.all(query, limit: 4).map(\.title), is: titles)
                query.search = "clip"
                try await expect(test.all(query, limit: 2).map(\.title), is: ["Clip 1", "clip 2", "CLIP 10"])
                for (start, found) in [
                    ("clip 1", ["Clip 1", "CLIP 10"]), ("RES", ["Résumé Renée"]), ("1", ["10 games"]), ("clip 3", []),
                ] {
                    let versions = try await test.store.documents(
                        titlesBeginningWith: start, trashed: false, limit: 10)
                    try expect(versions.map(\.title), is: found, "\(start)")
                }
            },
            StoreRule("a cursor of another query, or a damaged one, is an error") { test in
                for number in 0..<5 { try await test.create(test.new("T\(number)")) }
                let cursor = try require(try await test.store.documents(DocumentQuery(), limit: 2, after: nil).next)
                var other = DocumentQuery()
                other.sort = .oldest
                var bad: [(DocumentQuery, String)] = [
                    (other, cursor), (DocumentQuery(), ""), (DocumentQuery(), "x"), (DocumentQuery(), cursor + "A"),
                    (DocumentQuery(), String(cursor.dropLast())), (DocumentQuery(), "é"),
                ]
                for index in cursor.indices {
                    var damaged = cursor
                    damaged.replaceSubrange(index...index, with: cursor[index] == "A" ? "B" : "A")
                    bad.append((DocumentQuery(), damaged))
                }
                for (query, cursor) in bad {
                    let error = try await expectError(CatalogError.self) {
                        try await test.store.documents(query, limit: 2, after: cursor)
                    }
                    try expect(error.kind, is: .invalidCursor, "\(cursor)")
                }
                let runs = try await expectError(CatalogError.self) {
                    try await test.store.runs(RunQuery(), limit: 2, after: cursor)
                }
                try expect(runs.kind, is: .invalidCursor)
            },
        ]
}

/// Titles, with searches that find them and others that do not.
private let foldedTitles: [(title: String, found: [String], missed: [String])] = [
    ("Łukasz Żółć", ["lukasz", "zolc luk", "ŁUKASZ", "Żo"], ["ukasz"]),
    ("Straße nach Köln", ["strasse", "STRASSE", "straße", "koln", "KÖLN"], ["trasse"]),
    ("Αθήνα ΟΔΥΣΣΕΎΣ", ["αθηνα", "ΑΘΗΝΑ", "οδυσσεύς", "οδυσσευσ"], ["θηνα"]),
    ("Đặng Văn Lâm", ["dang van", "đặng", "LAM"], ["ang"]),
    ("İSTANBUL ısparta", ["istanbul", "İstanbul", "ISPARTA"], ["stanbul"]),
    ("مُحَمَّد أحمد", ["محمد", "احمد", "أحمد"], ["حمد"]),
    ("שָׁלוֹם", ["שלום"], ["לום"]),
    ("D’Angelo O'Neal", ["dangelo", "D'Angelo", "d’ang", "neal", "oneal"], ["angeloo"]),
    ("ﬁnal ＡＢＣ１２３", ["final", "abc123", "ａｂｃ"], ["inal"]),
    ("成績証明書 2026年", ["成績", "証明書", "証明", "明", "書", "2026", "2026年", "年"], ["成証", "明証"]),
    ("ｶﾞｯﾂ石松", ["ガッツ", "ッツ石", "石松", "松"], ["カッツ"]),
    ("서울대학교에서", ["서울", "대학교", "학교에"], ["교서"]),
    ("สวัสดีครับ", ["สวัสดี", "ดีครับ", "ครั"], ["บครั"]),
    ("किताब", ["किताब", "कि"], ["ताब", "कताब"]),
]

private func pagesOfAnyQuery(seed: UInt64) -> StoreRule {
    StoreRule("all pages of any query, joined, are what filtering and sorting everything gives (seed \(seed))") {
        test in
        let all = try await test.fill(seed: seed, count: Nightly.isOn ? 300 : 100)
        var random = SeededRandom(seed: seed &* 77)
        for _ in 0..<(Nightly.isOn ? 300 : 60) {
            let query = DocumentQuery.random(&random)
            let limit = [1, 3, 7, 50].randomElement(using: &random) ?? 1
            let expected = ListOracle.list(all, query)
            try await expect(test.all(query, limit: limit).map(\.id), is: expected, "\(query), \(limit) a page")
        }
        let current = ListOracle.list(all, DocumentQuery())
        try await expect(test.store.statistics(owner: nil).total, is: current.count)
    }
}
