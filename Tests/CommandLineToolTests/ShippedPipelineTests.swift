import CompassTesting
import Diagnostics
import Pipelines
import Platform
import Testing
import YAMLTree

@testable import CommandLineTool

/// The pipeline files that ship, held against what the program says of such files.
@Suite struct ShippedPipelineTests {
    @Test("every shipped pipeline is valid by the JSON Schema and has no issue", arguments: try shipped())
    func valid(file: Path) throws {
        let registry = try Registry(StageExampleTests.stages)
        let bytes = try Files.read(file, limit: 1 << 20)
        var issues = IssueList()
        let node = YAMLParser.parse(bytes, file: "p.yaml", issues: &issues)
        let validator = SchemaValidator(root: PipelineSchema.make(registry))
        #expect(validator.problems(of: node?.value ?? .null) == [])
        let (pipeline, found) = PipelineLoader.load(bytes, file: file.name.text, registry: registry)
        #expect(pipeline != nil && found.isEmpty, "\(found.sorted)")
    }

    @Test("a new workspace has the folders that the shipped pipelines watch, down to where an owner's begins")
    func watched() throws {
        let registry = try Registry(StageExampleTests.stages)
        var folders: [Path] = []
        for file in try Self.shipped() {
            let bytes = try Files.read(file, limit: 1 << 20)
            let pipeline = PipelineLoader.load(bytes, file: file.name.text, registry: registry).0
            for watch in try #require(pipeline).triggers.watches {
                folders.append(Path(String(watch.path.prefix { $0 != "{" }.dropLast())))
            }
        }
        #expect(folders == ["inbox"])
        let scaffold = Scaffold.workspace(of: Scaffold.Owner(id: "jordan"), registry: registry, in: ".")
        #expect(scaffold.folders == folders)
    }

    /// Those of the workspace, and those that show what a plugin is for.
    private static func shipped() throws -> [Path] {
        let folder = Path(#filePath).folder.appending("../../pipelines").normalised
        let files = try Files.list(folder).filter { $0.fileExtension == ".yaml" }
        try #require(files.count >= 10)
        return files.sorted { $0.text < $1.text }.map { folder.appending($0) }
    }
}
