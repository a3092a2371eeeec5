import CompassTesting
import Diagnostics
import DocumentStages
import Pipelines
import Platform
import Testing

@testable import Workspaces

/// What lint says of the files of test cases.
@Suite struct FixtureLintTests {
    @Test("a test case whose file is not there is a warning at the file's name, and one whose file is there is none")
    func missing() throws {
        let registry = try Registry([DetectMime.self])
        let folder = try TestFolder()
        try folder.write(
            "pipelines/a.yaml",
            Array(
                """
                version: 1
                name: a
                stages:
                  - uses: detect-mime
                tests:
                  - name: a clip
                    given: { file: fixtures/clip.mp4 }
                    expect: { status: succeeded }

                """.utf8))
        let report = try PipelineLint.check([], in: folder.path, registry: registry)
        #expect(report.pipelines.map(\.name) == ["a"])
        let issues = WorkspaceFolder.fixtureIssues(of: report.pipelines).sorted
        #expect(issues.map(\.kind) == ["missing-file"] && issues.map(\.severity) == [.warning])
        let file = folder.path.appending("pipelines/fixtures/clip.mp4")
        #expect(issues.first?.message == "there is no file \(file), so the test case cannot be run")
        #expect(issues.first?.span?.line == 7 && issues.first?.span?.column == 20)
        try folder.write("pipelines/fixtures/clip.mp4", [0])
        #expect(WorkspaceFolder.fixtureIssues(of: report.pipelines).sorted == [])
    }
}
