import CompassTesting
import Testing

@Suite struct ConformanceTests {
    @Test("SQLite keeps the contracts of a store", arguments: StoreConformance.rules)
    func contract(rule: StoreRule) async throws {
        try await rule.check(LocalDatabase())
    }
}
