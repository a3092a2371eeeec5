import CompassTesting
import Glibc
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

    @Test("why a program cannot be executed is read from its file, with what its author can do")
    func obstacles() throws {
        let folder = try TestFolder()
        let rows: [(text: String, mode: UInt32, code: Int32?, expected: String?)] = [
            ("#!/bin/sh\n", 0o644, nil, "its file may not be executed: chmod +x FILE"),
            (
                "#!/bin/sh\r\necho\r\n", 0o755, ENOENT,
                "its first line ends with a carriage return, as on Windows, so that its interpreter is not found: "
                    + "sed -i 's/\\r$//' FILE"
            ),
            ("#! /usr/bin/pyton3 -u\n", 0o755, ENOENT, "its interpreter `/usr/bin/pyton3` is not there"),
            ("#!/etc/passwd\n", 0o755, EACCES, "its interpreter `/etc/passwd` may not be executed"),
            (
                "#!OTHER\n", 0o755, EACCES,
                "its interpreter `OTHER` is out of reach in the sandbox: name `OTHER` in `reads`"
            ),
            (
                "echo hi\n", 0o755, ENOEXEC,
                "it is no program for this machine, and no script: that begins with a line such as `#!/bin/sh`"
            ),
            ("\u{7F}ELF", 0o755, ENOENT, "what loads it is not there: it was built for another system"),
            ("#!/bin/sh\n", 0o755, EPERM, nil),
        ]
        let other = try TestFolder()
        let interpreter = try other.write("interpreter", Array("#!/bin/sh\n".utf8))
        #expect(interpreter.withCString { chmod($0, 0o755) } == 0)
        for (text, mode, code, expected) in rows {
            let file = try folder.write("tool", Array(text.replacing("OTHER", with: "\(interpreter)").utf8))
            #expect(file.withCString { chmod($0, mode_t(mode)) } == 0)
            let sandbox = ProgramSandbox(readable: [file])
            #expect(
                ProgramCommand.obstacle(to: file, code: code, in: sandbox)
                    == expected?.replacing("FILE", with: "\(file)").replacing("OTHER", with: "\(interpreter)"))
        }
        #expect(ProgramCommand.obstacle(to: folder.path) == "it is no file")
        #expect(ProgramCommand.obstacle(to: folder.file("none")) == nil)
    }
}
