import Testing

@testable import CommandLineTool

@Suite struct RunNamesTests {
    @Test("a run is named by the beginning of its id while it goes on, and whole beside one of the same moment")
    func short() {
        let names = RunNames()
        let (first, second, other) = (
            "01M8EF134M776QAQGZYZEWNZ56", "01M8EF134M776QAQGZYZEWNZ57", "01M8EF151HCS000000000000ZZ"
        )
        names.add(first)
        names.add(other)
        #expect(names.short(first) == "01M8EF134M776Q")
        names.add(second)
        #expect(names.short(first) == first && names.short(second) == second)
        #expect(names.short(other) == "01M8EF151HCS00")
        names.remove(second)
        #expect(names.short(first) == "01M8EF134M776Q")
    }
}
