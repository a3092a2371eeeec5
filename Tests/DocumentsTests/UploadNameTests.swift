import Documents
import Platform
import Testing

@Suite struct UploadNameTests {
    @Test("a joiner within an emoji is a part of a name", arguments: ["👩\u{200D}👩\u{200D}👧.mp4", "क्\u{200D}ष.pdf"])
    func joiner(name: String) throws {
        #expect(try UploadName.path(name) == Path(name))
    }
}
