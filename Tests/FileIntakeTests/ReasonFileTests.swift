import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@Suite struct ReasonFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func reason(_ message: String = "Too \"large\"\n.") -> ReasonFile {
        ReasonFile(
            file: Path(bytes: [0x61, 0xFF]), run: "01A", pipeline: "p", status: .rejected, stage: "size-check",
            kind: "too-large", message: message, at: Timestamp(microseconds: 1_000_000))
    }

    @Test("what stands in a reason file is one object on a line, with names that stay")
    func contents() {
        var reason = reason()
        #expect(
            String(decoding: reason.contents, as: UTF8.self) == """
                {"file":"a\\\\xFF","run":"01A","pipeline":"p","status":"rejected","stage":"size-check","kind":"too-large",\
                "message":"Too \\"large\\"\\n.","at":"1970-01-01T00:00:01.000Z"}

                """)
        (reason.sha256, reason.quarantine) = ("ab", "01A")
        #expect(
            String(decoding: reason.contents, as: UTF8.self).hasSuffix(#","sha256":"ab","quarantine":"01A"}"# + "\n"))
    }

    @Test("it lies beside its file, once; another one with its name stays")
    func written() throws {
        let file = folder.path.appending("clip.mp4")
        try reason().write(beside: file)
        try reason().write(beside: file)
        #expect(try Files.list(folder.path) == ["clip.mp4.reason.json"])
        #expect(try Files.read(folder.path.appending("clip.mp4.reason.json"), limit: 1_000) == reason().contents)
        let error = #expect(throws: SystemError.self) { try reason("other").write(beside: file) }
        #expect(error?.code == EEXIST)
        #expect(try Files.read(folder.path.appending("clip.mp4.reason.json"), limit: 1_000) == reason().contents)
    }

    @Test("W25: what a process left that died while it wrote is replaced")
    func leftover() throws {
        try folder.write(".clip.mp4.reason.json.tmp", Array("{\"fi".utf8))
        try reason().write(beside: folder.path.appending("clip.mp4"))
        #expect(try Files.list(folder.path) == ["clip.mp4.reason.json"])
    }

    @Test("W19: a link with its name is not written through")
    func planted() throws {
        let victim = try folder.write("victim", Array("mine".utf8))
        let link = folder.path.appending("clip.mp4.reason.json")
        try systemCall("link") { victim.withCString { to in link.withCString { symlink(to, $0) } } }
        let error = #expect(throws: SystemError.self) { try reason().write(beside: folder.path.appending("clip.mp4")) }
        #expect(error?.code == EEXIST)
        #expect(try Files.read(victim, limit: 10) == Array("mine".utf8))
    }
}
