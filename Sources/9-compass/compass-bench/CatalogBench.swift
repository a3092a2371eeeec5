internal import Documents
internal import Platform

/// Lists and searches in a large catalog.
enum CatalogBench {
    static func measure(_ bench: BenchWorkspace, documents: Int) async throws -> [BenchFigure] {
        let catalog = try await BenchCatalog.make(bench, documents: documents)
        var figures: [BenchFigure] = []
        let start = "catalog of \(documents): "
        for sort in DocumentQuery.Sort.allCases {
            var query = DocumentQuery()
            query.sort = sort
            figures.append(
                BenchFigure(
                    name: start + "list 50 by \(sort.rawValue)", value: try await time(query, catalog, bench),
                    unit: "ms", aim: "≤ 10"))
        }
        for (label, words) in [("a rare word", "highlight \(documents * 7 / 9)"), ("a common word", "season")] {
            var query = DocumentQuery()
            query.search = words
            figures.append(
                BenchFigure(
                    name: start + "search \(label)", value: try await time(query, catalog, bench), unit: "ms",
                    aim: "≤ 50"))
        }
        return figures
    }

    private static func time(_ query: DocumentQuery, _ catalog: any Catalog, _ bench: BenchWorkspace) async throws
        -> Double
    {
        var times: [Double] = []
        for _ in 0..<(bench.rounds * 4) {
            let start = ContinuousClock.now
            let page = try await catalog.documents(query, limit: 50, after: nil)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            if page.items.isEmpty {
                throw BenchError(message: "The catalog that was made for measuring lists nothing.")
            }
        }
        return BenchFigure.median(times)
    }
}
