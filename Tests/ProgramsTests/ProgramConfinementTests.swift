import CompassTesting
import Glibc
import Platform
import Programs
import Testing

/// What a sandbox holds with all of its parts, and with each of them taken away.
@Suite struct ProgramConfinementTests {
    private static let all = GuardFeatures.available

    private func run(
        _ words: [Path], _ sandbox: ProgramSandbox, content: FileDescriptor? = nil, folder: Path = "/",
        features: GuardFeatures = .available
    ) throws -> [String] {
        let program = try RunningProgram(
            ProgramCommand(
                words[0], Array(words.dropFirst()), environment: [("PATH", "/usr/bin:/bin")], folder: folder,
                sandbox: sandbox),
            content: content, features: features)
        let found = try lines(of: program)
        _ = try program.end(until: soon)
        return found + program.errors.split(separator: "\n").map(String.init)
    }

    /// Root's programs are nobody, who could not change what is root's anyway.
    private func giveAway(_ path: Path) {
        if geteuid() == 0 { _ = path.withCString { chown($0, 65_534, 65_534) } }
    }

    /// All calls that change a mode or a time, by their numbers where the C library has no function for them.
    private static let changes: Path = """
        import ctypes, errno, os, platform, sys
        path, results = sys.argv[1].encode(), []
        library = ctypes.CDLL(None, use_errno=True)
        def call(*values):
            results.append(0 if library.syscall(*values) == 0 else ctypes.get_errno())
        numbers = {"x86_64": (91, 268, 280, 452), "aarch64": (52, 53, 88, 452)}[platform.machine()]
        file = os.open(path, os.O_RDONLY) if sys.argv[2] == "open" else 3
        times = (ctypes.c_long * 4)(5, 0, 5, 0)
        call(numbers[0], file, 0o606)
        call(numbers[1], -100, path, 0o606)
        call(numbers[3], -100, path, 0o606, 0)
        call(numbers[3], file, b"", 0o606, 0x1000)
        call(numbers[1], -100, b"/proc/self/fd/%d" % file, 0o606)
        call(numbers[2], -100, path, times, 0)
        call(numbers[2], file, None, times, 0)
        if platform.machine() == "x86_64":
            pair = (ctypes.c_long * 2)(5, 5)
            call(90, path, 0o606)
            call(132, path, pair)
            call(235, path, times)
            call(261, -100, path, times)
        # Of kernels that do not have the newest.
        results = [code for code in results if code != errno.ENOSYS]
        print(" ".join(sorted({errno.errorcode.get(code, "done") for code in results})))
        """

    /// With what each case is run, and whether mounts or the filter keep its changes where they belong.
    private static let cases: [(name: String, features: GuardFeatures)] = [
        ("all", all),
        ("no Landlock", GuardFeatures(landlock: 0, hasCallFilter: true, namespaces: all.namespaces)),
        ("no seccomp", GuardFeatures(landlock: all.landlock, hasCallFilter: false, namespaces: all.namespaces)),
        (
            "no mounts",
            GuardFeatures(landlock: all.landlock, hasCallFilter: true, namespaces: all.namespacesWithoutMounts)
        ),
        ("no namespaces", GuardFeatures(landlock: all.landlock, hasCallFilter: true, namespaces: 0)),
        ("seccomp alone", GuardFeatures(landlock: 0, hasCallFilter: true, namespaces: 0)),
    ]

    @Test("modes and times change where a program may write, and nowhere else", arguments: cases.map(\.name))
    func modes(_ name: String) throws {
        let features = try #require(Self.cases.first { $0.name == name }).features
        guard features.hasMounts || features.hasCallFilter else { return }
        let (outside, inside) = (try TestFolder(), try TestFolder())
        let document = try outside.write("document", Array("the document".utf8))
        let own = try inside.write("own", Array("its own".utf8))
        for path in [outside.path, inside.path] { _ = path.withCString { chmod($0, 0o755) } }
        for path in [document, own, inside.path] { giveAway(path) }
        let before = try FileStatus.of(document)
        let content = try FileDescriptor.open(document, flags: O_RDONLY)
        let sandbox = ProgramSandbox(writable: [inside.path])
        let script: [Path] = ["/usr/bin/python3", "-c", Self.changes]
        let other = try run(script + [document, "passed"], sandbox, content: content, features: features)
        #expect(other == [features.hasMounts ? "EROFS" : "done"])
        let left = try FileStatus.of(document)
        #expect(left.isSameContents(as: before) && left.mode == before.mode)
        let mine = try run(script + [own, "open"], sandbox, folder: inside.path, features: features)
        #expect(mine == ["done"])
        let after = try FileStatus.of(own)
        #expect((after.mode == 0o606) == features.hasMounts && (after.modified == 5_000_000_000) == features.hasMounts)
        // A program that has no business with them is told so.
        var strict = sandbox
        strict.changesModes = false
        guard features.hasCallFilter else { return }
        #expect(try run(script + [own, "open"], strict, folder: inside.path, features: features) == ["EPERM"])
    }

    @Test("attributes of a file system, and what empties a file without writing to it, are out of reach")
    func others() throws {
        let folder = try TestFolder()
        let document = try folder.write("document", Array("the document".utf8))
        giveAway(document)
        let script: Path = """
            import errno, fcntl, os, struct, sys
            for letter, number in (("f", 2), ("f", 133), ("X", 32), ("v", 2)):
                try:
                    fcntl.ioctl(3, 1 << 30 | 8 << 16 | ord(letter) << 8 | number, struct.pack("q", 0x80))
                    print("changed")
                except OSError as error:
                    print(errno.errorcode[error.errno])
            # With the access mode 3 it is open for neither, and Landlock asks for no right.
            for empty in (
                lambda: os.truncate(sys.argv[1], 0), lambda: os.open(sys.argv[1], os.O_RDONLY | os.O_TRUNC),
                lambda: os.open(sys.argv[1], 3 | os.O_TRUNC),
            ):
                try:
                    empty()
                    print("emptied")
                except OSError as error:
                    print(errno.errorcode[error.errno] in ("EROFS", "EPERM", "EACCES"))
            """
        for (name, features) in Self.cases where features.hasCallFilter {
            let content = try FileDescriptor.open(document, flags: O_RDONLY)
            let found = try run(
                ["/usr/bin/python3", "-c", script, document], ProgramSandbox(), content: content, features: features)
            #expect(found == ["ENOTTY", "ENOTTY", "ENOTTY", "ENOTTY", "True", "True", "True"], "\(name)")
        }
        #expect(try FileStatus.of(document).size == 12)
    }

    @Test("limits of other processes are out of reach, such as those of the guard; its own are not")
    func limits() throws {
        let script: Path = """
            import os, resource
            try:
                resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)
                print("reached")
            except PermissionError:
                print("refused")
            resource.setrlimit(resource.RLIMIT_FSIZE, (5, 5))
            print(resource.getrlimit(resource.RLIMIT_FSIZE))
            """
        for (name, features) in Self.cases where features.hasCallFilter {
            let found = try run(["/usr/bin/python3", "-c", script], ProgramSandbox(), features: features)
            #expect(found == ["refused", "(5, 5)"], "\(name)")
        }
    }

    @Test("of the settings of the system those are readable that programs need, and neither passwords nor keys")
    func settings() throws {
        let found = try run(
            [
                "/bin/sh", "-c",
                """
                for file in shadow gshadow sudoers ssh ssl/private .; do
                    (cat /etc/$file || ls /etc/$file/) >/dev/null 2>&1 && echo $file
                done
                getent passwd root | cut -d: -f1
                getent hosts localhost | grep -c localhost
                ls /etc/ssl/certs >/dev/null && echo certificates
                """,
            ], ProgramSandbox())
        #expect(found == ["root", "1", "certificates"])
    }

    @Test(
        "a program that root starts is nobody, and has no right of root's that leads further than its sandbox",
        .enabled(if: geteuid() == 0, "it is about root"))
    func root() throws {
        let parent = try TestFolder()
        let folder = parent.file("its own")
        try Files.createFolders(folder, mode: 0o700)
        let script: Path = """
            import ctypes, os, sys
            rights = (ctypes.c_uint32 * 6)()
            ctypes.CDLL(None).capget((ctypes.c_uint32 * 2)(0x20080522, 0), rights)
            print(os.getresuid(), os.getresgid(), os.getgroups(), list(rights), os.access(sys.argv[1], os.W_OK))
            open("made", "w").close()
            """
        let nobody = "(65534, 65534, 65534) (65534, 65534, 65534) []"
        let other = try TestFolder()
        func found(_ features: GuardFeatures, hasNetwork: Bool = false, more: [Path] = []) throws -> [String] {
            let sandbox = ProgramSandbox(writable: [folder] + more, hasNetwork: hasNetwork)
            return try run(["/usr/bin/python3", "-c", script, folder], sandbox, folder: folder, features: features)
        }
        let all = GuardFeatures.available
        #expect(try found(all) == ["\(nobody) [4, 4, 4, 0, 0, 0] True"], "CAP_DAC_READ_SEARCH")
        #expect(try found(all, more: [other.path]) == ["\(nobody) [2, 2, 2, 0, 0, 0] True"], "CAP_DAC_OVERRIDE")
        #expect(try found(all, hasNetwork: true, more: [other.path]) == ["\(nobody) [4, 4, 4, 0, 0, 0] True"])
        for features in [
            GuardFeatures(landlock: 0, hasCallFilter: true, namespaces: all.namespaces),
            GuardFeatures(landlock: all.landlock, hasCallFilter: false, namespaces: all.namespaces),
        ] {
            #expect(try found(features) == ["\(nobody) [0, 0, 0, 0, 0, 0] False"])
        }
        #expect(try FileStatus.of(folder.appending("made")).owner == 65_534)
    }

    @Test("what does not hold on a machine is said")
    func gaps() {
        let (mounts, alone) = (Self.all.namespaces | 0x20000, Self.all.namespacesWithoutMounts | 0x2000_0000)
        let rows: [(GuardFeatures, text: String, gaps: [String], loss: Bool)] = [
            (
                GuardFeatures(landlock: 7, hasCallFilter: true, namespaces: mounts),
                "Landlock 7, seccomp, namespaces of processes and mounts", [], false
            ),
            (
                GuardFeatures(landlock: 6, hasCallFilter: true, namespaces: alone),
                "Landlock 6, seccomp, process namespace", [], true
            ),
            (GuardFeatures(landlock: 6, hasCallFilter: true, namespaces: 0), "Landlock 6, seccomp", [], true),
            (
                GuardFeatures(landlock: 0, hasCallFilter: true, namespaces: mounts),
                "seccomp, namespaces of processes and mounts",
                ["Landlock, so that they may touch every file that this user may"], false
            ),
            (
                GuardFeatures(landlock: 2, hasCallFilter: false, namespaces: 0), "Landlock 2",
                [
                    "seccomp, so that they may use the network and all of the kernel",
                    "mounts of their own, so that they may change modes and times of this user's files",
                    "a process namespace, so that they may send signals to other processes of this user",
                ], false
            ),
        ]
        for (features, text, gaps, loss) in rows {
            #expect(features.text == text)
            #expect(features.gaps == gaps)
            #expect((features.loss != nil) == loss)
        }
    }
}
