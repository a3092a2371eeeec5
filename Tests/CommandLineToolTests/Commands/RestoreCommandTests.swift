import Pipelines
import Platform
import Testing

@testable import CommandLineTool

@Suite struct RestoreCommandTests {
    @Test("what is no file may be the title of a document, which another command brings back")
    func title() async throws {
        let captured = try CapturedStreams()
        let code = await CommandLineTool.run(["restore", "No such film"], streams: captured.streams) { Registry() }
        #expect(code == .usage)
        #expect(
            try captured.errors == """
                compass: No such film does not exist; a document in the trash comes back with `compass documents restore`

                """)
    }
}
