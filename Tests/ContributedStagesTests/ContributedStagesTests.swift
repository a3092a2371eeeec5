import ContributedStages
import Platform
import Testing

@Suite struct ContributedStagesTests {
    @Test("the program has the stage of each file that lies directly in a plugin's folder")
    func complete() throws {
        let plugins = Path(#filePath).folder.appending("../../plugins")
        let files = try Files.list(plugins).flatMap { plugin in
            try Files.list(plugins.appending(plugin)).map(\.text).filter { $0.hasSuffix(".swift") && !$0.contains("+") }
        }
        #expect(!files.isEmpty)
        #expect(files.sorted() == contributedStages.map { "\($0).swift" }.sorted())
    }
}
