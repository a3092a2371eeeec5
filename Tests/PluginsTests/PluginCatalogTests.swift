import CompassTesting
import Diagnostics
import Glibc
import Pipelines
import Platform
import Testing

@testable import Plugins

@Suite struct PluginCatalogTests {
    private let root: TestFolder
    private let home: TestFolder

    init() throws {
        root = try TestFolder()
        home = try TestFolder()
    }

    private var variable: @Sendable (String) -> String? {
        { [path = home.path] name in name == "XDG_DATA_HOME" ? path.text : nil }
    }

    private func add(_ name: String, in folder: TestFolder, below: String, command: String = "/bin/cat") throws {
        let text = """
            protocol: 1
            name: \(name)
            version: 1.0.0
            summary: Does nothing.
            command: [\(command)]
            examples: [{ title: One. }]

            """
        try folder.write(Path("\(below)/\(name)/plugin.yaml"), Array(text.utf8))
    }

    private func catalog() -> PluginCatalog { PluginCatalog(workspace: root.path, variable: variable) }

    @Test("plugins of the workspace and of the user are found, and folders without a manifest are none")
    func places() throws {
        try add("own", in: root, below: "plugins")
        try add("shared", in: home, below: "compass/plugins")
        try root.write("plugins/other/Other.swift", [])
        try add("hidden", in: root, below: "plugins/.git")
        let found = catalog()
        #expect(found.plugins.map(\.name) == ["own", "shared"])
        #expect(found.plugins.map(\.origin) == [.workspace, .user])
        #expect(found.refused.isEmpty && found.issues.isEmpty)
    }

    @Test("plugins of the machine are looked for where they are installed")
    func shared() {
        let places = PluginCatalog.sharedPlaces { _ in nil }
        #expect(places.map(\.1) == ["/usr/local/share/compass/plugins", "/usr/share/compass/plugins"])
    }

    @Test("a name that two plugins have is nobody's, and both places are told")
    func doubles() throws {
        try add("same", in: root, below: "plugins")
        try add("same", in: home, below: "compass/plugins")
        let found = catalog()
        #expect(found.plugins.isEmpty && found.refused.count == 2)
        let registry = found.added(to: try Registry([]))
        let reason = try #require(registry.refused["same"])
        #expect(reason.contains("\(root.path)/plugins/same") && reason.contains("\(home.path)/compass/plugins/same"))
        var report = LintReport()
        let text = "version: 1\nname: p\nstages:\n  - uses: same\n"
        report.add(Array(text.utf8), file: "p.yaml", registry: registry)
        #expect(report.issues.sorted.map(\.kind) == ["broken-plugin"])
        #expect(report.issues.sorted.first?.span?.line == 4)
    }

    @Test("a name that a stage of the program has is nobody's")
    func builtIn() throws {
        try add("probe", in: root, below: "plugins")
        let program = try Registry([Probe.self])
        let registry = catalog().added(to: program)
        #expect(registry["probe"] == nil && registry.names.isEmpty)
        #expect(registry.refused["probe"]?.contains("Two stage types are named `probe`") ?? false)
        #expect(registry.builtIn["probe"] != nil)
    }

    @Test("a program that is not there or cannot be executed is told before any run")
    func programs() throws {
        try add("absent", in: root, below: "plugins", command: "no-such-program")
        try add("gone", in: root, below: "plugins", command: "./main")
        try add("locked", in: root, below: "plugins", command: "./main")
        try root.write("plugins/locked/main", [])
        let reasons = Dictionary(catalog().refused.map { ($0.name, $0.message) }) { $1 }
        #expect(reasons["absent"]?.hasPrefix("there is no program `no-such-program` in ") ?? false)
        #expect(reasons["gone"]?.hasPrefix("there is no file ") ?? false)
        #expect(reasons["locked"]?.contains("cannot be executed: chmod +x ") ?? false)
    }

    @Test("a manifest that cannot be looked at is told, and a folder without one is something else")
    func unreadable() throws {
        try Files.createFolders(root.file("plugins/empty"))
        try root.write("plugins/notes.txt", [])
        for (name, target) in [("broken", "/nowhere/plugin.yaml"), ("loop", "plugin.yaml")] as [(Path, Path)] {
            try Files.createFolders(root.file("plugins").appending(name))
            let link = root.file("plugins").appending(name).appending("plugin.yaml")
            #expect(target.withCString { from in link.withCString { symlink(from, $0) } } == 0)
        }
        try Files.createFolders(root.file("plugins/folder/plugin.yaml"))
        let refused = catalog().refused
        #expect(refused.map(\.name) == ["broken", "folder", "loop"])
        #expect(refused.map { $0.message.suffix(8) } == ["(ENOENT)", "(EISDIR)", " (ELOOP)"])
    }

    @Test("a plugin has another revision when one of its files changes, and not when it is read or run")
    func revisions() throws {
        try add("own", in: root, below: "plugins")
        func revision() throws -> String { try #require(catalog().plugins.first).revision }
        let first = try revision()
        try root.write("plugins/own/__pycache__/main.pyc", [1])
        try root.write("plugins/own/.git/index", [1])
        #expect(try revision() == first)
        try root.write("plugins/own/lib/words.txt", [1])
        let added = try revision()
        #expect(added != first)
        try root.write("plugins/own/lib/words.txt", [1, 2])
        #expect(try revision() != added)
    }

    @Test("a plugin that is pinned runs as it was, whatever becomes of its folder")
    func pinned() async throws {
        let plugin = try PluginFolder(
            manifest: "outputs: { said: { type: string, doc: A word. } }",
            program: "#!/bin/sh\necho '{\"type\":\"result\",\"outputs\":{\"said\":\"old\"}}'\n")
        let folder = try TestFolder()
        try folder.write("plugins/x", [])
        try Files.remove(folder.file("plugins/x"))
        #expect(try ChildProcess("/bin/cp", ["-r", plugin.path, folder.file("plugins/probe")]).wait().status == 0)
        let nobody: @Sendable (String) -> String? = { _ in nil }
        let first = PluginCatalog(workspace: folder.path, isPinned: true, variable: nobody).added(to: try Registry([]))
        let old = try #require(first["probe"])
        let main = try folder.write(
            "plugins/probe/main", Array("#!/bin/sh\necho '{\"type\":\"result\",\"outputs\":{\"said\":\"new\"}}'\n".utf8)
        )
        #expect(try ChildProcess("/bin/chmod", ["755", main]).wait().status == 0)
        let second = PluginCatalog(workspace: folder.path, isPinned: true, variable: nobody).added(to: first)
        let new = try #require(second["probe"])
        #expect(old.origin != new.origin)
        let (before, after) = (try await plugin.run(of: old), try await plugin.run(of: new))
        #expect(before == ["said": "old"] && after == ["said": "new"])
        let third = PluginCatalog(workspace: folder.path, isPinned: true, variable: nobody).added(to: second)
        #expect(third["probe"]?.origin == new.origin)
    }

    @Test("what processes that were killed have left is removed, and nothing that is used")
    func scratch() async throws {
        let left = try root.write(".compass/plugins/compass-scratch-1-x/1/secret.pdf", [1]).folder.folder
        let plugin = try PluginFolder(program: "#!/bin/sh\necho '{\"type\":\"result\"}'\n")
        #expect(try ChildProcess("/bin/mkdir", ["-p", root.file("plugins")]).wait().status == 0)
        #expect(try ChildProcess("/bin/cp", ["-r", plugin.path, root.file("plugins/probe")]).wait().status == 0)
        let one = try #require(catalog().added(to: try Registry([]))["probe"])
        _ = try await plugin.run(of: one)
        #expect(!Files.exists(left))
        let used = try Files.list(root.file(".compass/plugins"))
        let other = try #require(catalog().added(to: try Registry([]))["probe"])
        _ = try await plugin.run(of: other)
        #expect(Set(try Files.list(root.file(".compass/plugins"))).isSuperset(of: used))
        _ = try await plugin.run(of: one)
    }
}

/// A stage of the program.
private struct Probe: PureStage {
    static let spec = StageSpec(
        name: "probe", summary: "Does nothing.", effect: .none,
        examples: [StageExample("One.", yaml: "uses: probe", result: .outputs([:]))])
    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record { [:] }
}
