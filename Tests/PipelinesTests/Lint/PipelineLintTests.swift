import CompassTesting
import Diagnostics
import Glibc
import Pipelines
import Platform
import Testing

@Suite("Linting a workspace")
struct PipelineLintTests {
    private static let clean = "version: 1\nname: NAME\nstages:\n  - uses: detect-mime\n"

    private func write(_ name: String, _ text: String, in folder: TestFolder) throws {
        try Files.createFolders(folder.path.appending("pipelines"))
        try Files.replace(folder.path.appending(Path(name)), with: Array(text.utf8))
    }

    private func lint(_ arguments: [Path], _ folder: TestFolder) throws -> LintReport {
        try PipelineLint.check(arguments, in: folder.path, registry: TestStages.registry)
    }

    /// What is said of a name that means nothing.
    private func notFound(_ argument: Path, _ folder: TestFolder) -> String? {
        let error = #expect(throws: PipelineFinder.NotFound.self) { try lint([argument], folder) }
        return error?.message.replacing(folder.path.description, with: "W")
    }

    @Test("A name, a path and a path below the workspace mean the same file; no argument means all of them")
    func finding() throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        try write("pipelines/b.yml", Self.clean.replacing("NAME", with: "b"), in: folder)
        try write("pipelines/notes.txt", "no pipeline", in: folder)
        try write("pipelines/.hidden.yaml", "no pipeline", in: folder)
        for argument in ["a", "pipelines/a.yaml", folder.path.appending("pipelines/a.yaml")] as [Path] {
            #expect(try lint([argument], folder).pipelines.map(\.name) == ["a"])
        }
        #expect(try lint(["b", "a", "b"], folder).pipelines.map(\.name) == ["b", "a"])
        #expect(try lint([], folder).pipelines.map(\.name) == ["a", "b"])
        #expect(try lint([], folder).issues.isEmpty)
    }

    @Test("Only a file that is named by its path is read in a way that may wait")
    func reading() throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        try write("pipelines/b.yaml", Self.clean.replacing("NAME", with: "b"), in: folder)
        let path = folder.path.appending("pipelines/b.yaml")
        for (arguments, expected) in [([], []), (["a", "b"], []), (["a", path], [path])] as [([Path], [Path])] {
            var read: [Path] = []
            let report = try PipelineLint.check(arguments, in: folder.path, registry: TestStages.registry) {
                read.append($0)
                return try Files.read($0, limit: $1)
            }
            #expect(report.pipelines.map(\.name) == ["a", "b"] && read == expected)
        }
        #expect(throws: CancellationError.self) {
            try PipelineLint.check([path], in: folder.path, registry: TestStages.registry) { _, _ in
                throw CancellationError()
            }
        }
    }

    @Test("Once its task is cancelled, it ends between two files instead of going through all of them")
    func cancelled() async throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        for arguments in [[], ["a"]] as [[Path]] {
            let root = folder.path
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try PipelineLint.check(arguments, in: root, registry: TestStages.registry).pipelines.count
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("Each file is opened a few times at most, however many are called otherwise than their pipelines")
    func opened() throws {
        let folder = try TestFolder()
        let count = 40
        for number in 0..<count {
            try write("pipelines/file\(number).yaml", Self.clean.replacing("NAME", with: "p\(number)"), in: folder)
        }
        let inotify = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(inotify) }
        #expect(inotify_add_watch(inotify, "\(folder.path.appending("pipelines"))", UInt32(IN_OPEN)) > 0)
        let report = try lint([], folder)
        #expect(report.issues.count == count)
        var events = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let length = read(inotify, &buffer, buffer.count)
        var offset = 0
        while offset < length {
            let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
            events += event.len > 0 ? 1 : 0
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        #expect((count...(3 * count)).contains(events))
    }

    @Test("A name that does not exist is an error with the nearest one that does")
    func unknownNames() throws {
        let folder = try TestFolder()
        func message(_ argument: Path) -> String? { notFound(argument, folder) }
        #expect(message("transcript") == "there is no pipeline `transcript` in W/pipelines, which has none")
        try write("pipelines/transcript.yaml", Self.clean.replacing("NAME", with: "transcript"), in: folder)
        #expect(
            message("transcripts") == "there is no pipeline `transcripts` in W/pipelines; did you mean `transcript`?")
        #expect(message("video") == "there is no pipeline `video` in W/pipelines; it has transcript")
        #expect(message("x/y.yaml") == "there is no file x/y.yaml")
    }

    @Test("A pipeline whose file is called otherwise is offered and listed by its own name, and both mean it")
    func ownNames() throws {
        let folder = try TestFolder()
        func message(_ argument: Path) -> String? { notFound(argument, folder) }
        try write("pipelines/m3.yaml", Self.clean.replacing("NAME", with: "other-name"), in: folder)
        try write("pipelines/wrong.yaml", "stages: [", in: folder)
        #expect(
            message("other-nam") == "there is no pipeline `other-nam` in W/pipelines; did you mean `other-name`?")
        #expect(message("m4") == "there is no pipeline `m4` in W/pipelines; did you mean `m3`?")
        #expect(message("x") == "there is no pipeline `x` in W/pipelines; it has other-name, wrong")
        for argument in ["m3", "other-name"] as [Path] {
            #expect(try lint([argument], folder).pipelines.map(\.name) == ["other-name"])
        }
    }

    @Test("A watched folder in the workspace's own state is found however it and the workspace are written")
    func privateFolders() throws {
        let folder = try TestFolder()
        let (work, link) = (folder.path.appending("work"), folder.path.appending("link"))
        try Files.createFolders(work.appending("pipelines"))
        try systemCall("symlink") { link.withCString { symlink("work", $0) } }
        func kinds(_ path: Path, _ root: Path) throws -> [String] {
            let watch = "on: { watch: { path: \(path.appending("in")) } }\nstages:\n"
            let text = Self.clean.replacing("NAME", with: "a").replacing("stages:\n", with: watch)
            try write("work/pipelines/a.yaml", text, in: folder)
            return try PipelineLint.check([], in: root, registry: TestStages.registry).issues.sorted.map(\.kind)
        }
        for root in [work, link, link.appending("pipelines/..")] {
            #expect(try kinds(".compass", root) == ["private-folder"], "\(root)")
            #expect(try kinds(work.appending(".compass"), root) == ["private-folder"], "\(root)")
            #expect(try kinds(work, root) == [], "\(root)")
        }
        #expect(try kinds(link.appending(".compass"), link) == ["private-folder"])
    }

    @Test("A pipeline that is named by itself is refused all the same when another file has its name")
    func sharedNames() throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "same"), in: folder)
        try write("pipelines/b.yaml", Self.clean.replacing("NAME", with: "'same' # quoted"), in: folder)
        try write("pipelines/c.yaml", Self.clean.replacing("NAME", with: "c # not same"), in: folder)
        try write("pipelines/d.yaml", "name: [same", in: folder)
        for (argument, other) in [("a", "b"), ("b", "a")] as [(Path, String)] {
            let report = try lint([argument], folder)
            #expect(report.pipelines.isEmpty)
            let shown = argument == "a" ? "same" : "'same' # quoted"
            let carets = argument == "a" ? "^^^^" : "^^^^^^"
            #expect(
                report.text().replacing(folder.path.description, with: "W") == """
                    W/pipelines/\(argument).yaml:2:7: error[duplicate-name]: two pipelines are named `same`
                        2 | name: \(shown)
                          |       \(carets) give one of them another name
                       = the other is W/pipelines/\(other).yaml

                    """)
        }
        #expect(try lint(["c"], folder).issues.isEmpty)
        // Both named: the second is told, once.
        #expect(try lint(["a", "b"], folder).issues.sorted.map(\.kind) == ["file-name", "duplicate-name"])
    }

    @Test("A copy outside of the workspace's folder may have the name of a pipeline in it")
    func copies() throws {
        let folder = try TestFolder()
        try write("pipelines/same.yaml", Self.clean.replacing("NAME", with: "same"), in: folder)
        try write("copy.yaml", Self.clean.replacing("NAME", with: "same"), in: folder)
        #expect(try lint([folder.path.appending("copy.yaml")], folder).issues.isEmpty)
        #expect(try lint(["same"], folder).issues.isEmpty)
    }

    @Test("A file that is called otherwise than its pipeline is found by both names, with a warning")
    func fileNames() throws {
        let folder = try TestFolder()
        try write("pipelines/grades.yml", Self.clean.replacing("NAME", with: "transcript"), in: folder)
        try write("pipelines/video.yaml", Self.clean.replacing("NAME", with: "video"), in: folder)
        let warning = """
            W/pipelines/grades.yml:2:7: warning[file-name]: the file `grades.yml` holds the pipeline `transcript`
                2 | name: transcript
                  |       ^^^^^^^^^^ call the file `transcript.yml`
               = commands find it by both names

            """
        for arguments in [[], ["grades"], ["transcript"], ["grades", "transcript"]] as [[Path]] {
            let report = try lint(arguments, folder)
            #expect(report.text().replacing(folder.path.description, with: "W") == warning, "\(arguments)")
            #expect(report.pipelines.first?.name == "transcript", "\(arguments)")
        }
    }

    @Test("What is the name of one pipeline and of another one's file means the first, and lint says so")
    func swappedNames() throws {
        let folder = try TestFolder()
        try write("pipelines/old-resume.yaml", Self.clean.replacing("NAME", with: "resume"), in: folder)
        try write("pipelines/resume.yaml", Self.clean.replacing("NAME", with: "transcript"), in: folder)
        func found(_ argument: Path) throws -> [String] { try lint([argument], folder).pipelines.map(\.name) }
        #expect(try found("resume") == ["resume"])
        #expect(try found("transcript") == ["transcript"])
        #expect(try found("old-resume") == ["resume"])
        #expect(try found(folder.path.appending("pipelines/resume.yaml")) == ["transcript"])
        let notes = try lint([], folder).issues.sorted.filter { $0.kind == "file-name" }.flatMap(\.notes)
        #expect(
            notes.map { $0.replacing(folder.path.description, with: "W") } == [
                "commands find it by both names",
                "commands find it by its own name; `resume` is the pipeline of W/pipelines/old-resume.yaml",
            ])
        // Two of one name are told with both files, however they are named.
        try write("pipelines/copy.yaml", Self.clean.replacing("NAME", with: "resume"), in: folder)
        for argument in ["resume", "copy", "old-resume"] as [Path] {
            let report = try lint([argument], folder)
            #expect(report.issues.sorted.map(\.kind).contains("duplicate-name"), "\(argument)")
            #expect(report.pipelines.isEmpty, "\(argument)")
        }
    }

    @Test("A file that cannot be read is an issue and does not keep the others from being linted")
    func unreadableFiles() throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        try Files.createFolders(folder.path.appending("pipelines/b.yaml"))
        let report = try lint([], folder)
        #expect(report.pipelines.map(\.name) == ["a"])
        #expect(report.issues.sorted.map(\.kind) == ["unreadable-file"])
        #expect(
            report.text().replacing(folder.path.description, with: "W")
                == "error[unreadable-file]: cannot read W/pipelines/b.yaml: Is a directory (EISDIR)\n")
        #expect(report.fileCount == 2)
    }

    @Test("A file that is too large is told with the limit")
    func largeFiles() throws {
        let folder = try TestFolder()
        try write("pipelines/a.yaml", String(repeating: "#", count: PipelineLoader.limit + 1), in: folder)
        let report = try lint([], folder)
        #expect(
            report.text().replacing(folder.path.description, with: "W")
                == "error[unreadable-file]: W/pipelines/a.yaml is larger than 1048576 bytes, which is the most that a "
                + "pipeline may have\n")
        #expect(report.fileCount == 1)
    }

    @Test("a path that two pipelines have for their webhooks is told at the second, with the file of the first")
    func oneWebhook() throws {
        let folder = try TestFolder()
        let hook = "on: { webhook: { path: /hooks/a, secret: \"${{ secrets.A }}\" } }\nstages:\n"
        for name in ["a", "b"] {
            try write(
                "pipelines/\(name).yaml",
                Self.clean.replacing("NAME", with: name).replacing("stages:\n", with: hook), in: folder)
        }
        let report = try lint([], folder)
        #expect(report.pipelines.map(\.name) == ["a"])
        #expect(report.issues.sorted.map(\.message) == ["two pipelines have the webhook `/hooks/a`"])
        #expect(
            report.issues.sorted.flatMap(\.notes).map { $0.replacing(folder.path.description, with: "W") }
                == ["the other is W/pipelines/a.yaml"])
        #expect(try lint(["b"], folder).issues.isEmpty)
    }
}
