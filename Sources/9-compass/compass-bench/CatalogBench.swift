internal import Documents
internal import LocalStore
internal import Platform

/// Lists and searches in a large catalog: of each class of questions the slowest, its first page or its second.
enum CatalogBench {
    static func measure(_ bench: BenchWorkspace, documents: Int) async throws -> [BenchFigure] {
        let start = "catalog of \(documents): "
        let begin = ContinuousClock.now
        let catalog = try await BenchCatalog.make(bench, documents: documents)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        var figures = [
            BenchFigure(
                name: start + "\(documents > BenchCatalog.maxCalled ? "copied" : "made"), for each",
                value: seconds * 1_000_000 / Double(documents), unit: "µs"),
            BenchFigure(
                name: start + "database, for each",
                value: Double(try BenchCatalog.size(bench)) / Double(documents), unit: "bytes"),
        ]
        for questions in BenchQueries.all(documents: documents) {
            var slowest = 0.0
            for query in questions.queries {
                slowest = max(slowest, try await time(query, catalog, bench))
            }
            figures.append(
                BenchFigure(
                    name: start + "slowest \(questions.name)", value: slowest, unit: "ms", aim: questions.aim))
        }
        return figures
    }

    /// The slower of two pages, each the median of the rounds.
    private static func time(_ query: DocumentQuery, _ catalog: any Catalog, _ bench: BenchWorkspace) async throws
        -> Double
    {
        var first: [Double] = []
        var second: [Double] = []
        for _ in 0..<bench.rounds {
            let start = ContinuousClock.now
            let page = try await catalog.documents(query, limit: 50, after: nil)
            first.append((ContinuousClock.now - start) / .milliseconds(1))
            guard let next = page.next else { continue }
            let middle = ContinuousClock.now
            _ = try await catalog.documents(query, limit: 50, after: next)
            second.append((ContinuousClock.now - middle) / .milliseconds(1))
        }
        return max(BenchFigure.median(first), BenchFigure.median(second))
    }
}
