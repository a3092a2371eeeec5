import Programs
import Testing

@testable import MediaStages

@Suite struct MediaProgramTests {
    @Test(
        "a program that reads a document has no call for modes and times",
        arguments: [("chmod", ["700", "."]), ("touch", ["-d", "@5", "."])])
    func modes(name: String, arguments: [String]) async throws {
        let result = try await MediaProgramStand(name: name).run(arguments)
        #expect(result.status == 1)
        #expect(result.complaints.last?.hasSuffix("Operation not permitted") == true, "\(result.complaints)")
    }
}
