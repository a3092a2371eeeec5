import Glibc
import Platform
import Testing

/// What is said where the kernel lacks a part of what the sandbox of programs is made of.
@Suite struct SandboxGapTests {
    /// Runs a program in whose kernel calls fail as they would without that part.
    private static let without: Path = """
        import ctypes, os, platform, struct, sys
        clone, prctl, seccomp = {"x86_64": (56, 157, 317), "aarch64": (220, 167, 277)}[platform.machine()]
        def step(code, yes=0, no=0, value=0): return struct.pack("HBBI", code, yes, no, value)
        def refuse(error): return step(0x06, value=0x50000 | error)
        number, first, allow = step(0x20), step(0x20, value=16), step(0x06, value=0x7FFF0000)
        def calls(of, more): return step(0x15, 0, len(more) // 8, of) + more
        parts = {
            "Landlock": calls(444, refuse(38)),
            "seccomp": calls(prctl, first + step(0x15, 0, 1, 22) + refuse(22) + allow) + calls(seccomp, refuse(38)),
            "seccomp(2)": calls(seccomp, refuse(38)),
            "namespaces": calls(clone, first + step(0x45, 0, 1, 0x30020000) + refuse(1) + allow),
        }
        steps = number + parts[sys.argv[1]] + allow
        class Filter(ctypes.Structure): _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_void_p)]
        library, buffer = ctypes.CDLL(None), ctypes.create_string_buffer(steps, len(steps))
        assert library.prctl(38, 1, 0, 0, 0) == 0
        assert library.prctl(22, 2, ctypes.byref(Filter(len(steps) // 8, ctypes.addressof(buffer)))) == 0
        os.execv(sys.argv[2], sys.argv[2:])
        """

    private func run(_ sandbox: Sandbox, without part: String, _ arguments: Path...) async throws -> Sandbox.Output {
        try await sandbox.run("/usr/bin/python3", ["-c", Self.without, Path(part), Sandbox.program] + arguments)
    }

    @Test(
        "what does not hold is told by the doctor, the list of plugins and the log, and the state is out of reach all the same",
        arguments: [
            ("Landlock", "without Landlock, so that they may touch every file that this user may"),
            ("seccomp", "without seccomp, so that they may use the network and all of the kernel"),
            ("seccomp(2)", "without seccomp, so that they may use the network and all of the kernel"),
            ("namespaces", ""),
        ])
    func gaps(part: String, gap: String) async throws {
        let sandbox = try Sandbox(texts: ["f.txt": "x\n"])
        try await sandbox.compass("new", "plugin", "words", ending: 0)
        try sandbox.write(
            "pipelines/open.yaml",
            """
            version: 1
            name: open
            inputs: { type: { type: document-type, default: transcript } }
            stages:
              - uses: exec
                with: { command: [sh, -c, 'chmod 777 "$COMPASS_WORKSPACE/.compass"; echo a | tr a b'] }
            """)
        let doctor = try await run(sandbox, without: part, "doctor", "--json")
        let finding = try #require(try doctor.lines.first { $0["check"] == "plugin-sandbox" })
        let list = try await run(sandbox, without: part, "plugins", "list")
        let listed = try await run(sandbox, without: part, "plugins", "list", "--json").lines.first?["gaps"]?.list
        if gap.isEmpty {
            #expect(finding["figures"]?["process-namespace"] == false && finding["figures"]?["mounts"] == false)
        } else {
            #expect(
                finding["state"] == "warning" && finding["message"]?.string?.contains(gap) == true, "\(finding.json)")
            #expect(list.errors.replacing("\n  ", with: " ").contains("Plugins run \(gap)."), "\(list)")
            #expect(listed?.contains(.string(gap)) == true)
        }
        let run = try await run(sandbox, without: part, "run", "open", "f.txt", "--json")
        #expect(run.status == 0 && run.text.contains("\"output\":\"b\""), "\(run)")
        #expect(try FileStatus.of(sandbox.folder.appending(".compass")).mode == 0o700)
        guard part == "Landlock" else { return }
        let process = try LongLived(
            "/usr/bin/python3",
            ["-c", Self.without, Path(part), Sandbox.program, "up", "--log-format", "json"],
            environment: Sandbox.environment, folder: sandbox.folder)
        let message = try await process.entry("sandbox-gap")["message"]?.string
        #expect(message == "Programs of plugins and stages run \(gap)")
        try await process.entry("ready")
        #expect(try await process.end(after: SIGTERM) == 0)
    }
}
