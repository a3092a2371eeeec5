import CompassTesting
import Platform
import Programs
import Testing

@Suite struct ProgramCommandTests {
    @Test("a program is found on the path or by its own, if it can be executed")
    func find() throws {
        let folder = try TestFolder()
        let script = try folder.write("bin/tool", Array("#!/bin/sh\n".utf8))
        #expect(ProgramCommand.find("tool", in: "/usr/bin:\(folder.file("bin"))") == nil)
        #expect(try ChildProcess("/bin/chmod", ["755", script]).wait().status == 0)
        #expect(ProgramCommand.find("tool", in: "/usr/bin:\(folder.file("bin"))") == script)
        #expect(ProgramCommand.find("bin/tool", folder: folder.path) == script)
        #expect(ProgramCommand.find("./bin/tool", folder: folder.path)?.normalised == script)
        #expect(ProgramCommand.find("bin", folder: folder.path) == nil)
        #expect(ProgramCommand.find("sh") == "/usr/bin/sh")
    }
}
