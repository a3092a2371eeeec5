import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct FolderTests {
    private let test: TestFolder
    private let root: Folder

    init() throws {
        test = try TestFolder()
        try test.write("root/inner/file", [1])
        try test.write("outside/secret", [2])
        root = try Folder(opening: test.path.appending("root"))
        try link("../outside", as: "root/planted")
        try link("inner", as: "root/inside")
        try link("inner/file", as: "root/name")
    }

    private func link(_ target: String, as name: Path) throws {
        let path = test.path.appending(name)
        try systemCall("link") { path.withCString { path in symlink(target, path) } }
    }

    private static let leaving =
        [
            "../outside", "inner/../../outside", "planted", "planted/secret", "inside", "inside/file", "/tmp",
        ] as [Path]

    @Test("no call leaves the folder, by dots, by links on the way or in place of the last name, or from the root")
    func beneath() throws {
        for path in Self.leaving {
            #expect(throws: SystemError.self, "\(path)") { try root.open(path, flags: O_RDONLY) }
            #expect(throws: SystemError.self, "\(path)") { try root.folder(path) }
            #expect(throws: SystemError.self, "\(path)") { try root.makeFolder(path.appending("new")) }
        }
        for path in ["../outside/secret", "planted/secret", "inside/file"] as [Path] {
            #expect(throws: SystemError.self, "\(path)") { try root.status(of: path) }
            #expect(throws: SystemError.self, "\(path)") { try root.locate(path) }
        }
        #expect(try Files.list(test.path.appending("outside")) == ["secret"])
    }

    @Test("what changes an entry takes one name, and no path")
    func names() throws {
        let names = ["../outside/secret", "planted/secret", "inner/file", "..", "."] as [Path]
        for name in names {
            let calls: [() throws -> Void] = [
                { try root.remove(name) }, { try root.removeFolder(name) }, { try root.createFolder(name) },
                { try root.rename(name, to: "new") }, { try root.rename("inner", to: name) },
                { try root.replace("new", by: name) }, { try root.replace(name, by: "inner") },
                { try root.link(name, to: "new", in: root) }, { try root.link("name", to: name, in: root) },
            ]
            for call in calls {
                let error = #expect(throws: SystemError.self, "\(name)") { try call() }
                #expect(error?.code == EINVAL)
            }
        }
        #expect(try root.names() == ["inner", "inside", "name", "planted"])
        #expect(try Files.read(test.path.appending("outside/secret"), limit: 9) == [2])
    }

    @Test("a link is found as itself, and a file through no link as itself")
    func status() throws {
        #expect(try root.status(of: "planted")?.kind == .symbolicLink)
        #expect(try root.status(of: "inner/file")?.size == 1)
        #expect(try root.status(of: "none") == nil)
        #expect(try root.status(of: "inner/none") == nil)
        #expect(try root.makeFolder("inner/a/b").descriptor.status().kind == .folder)
    }

    @Test("a folder that is made anew, or is another one by now, is used from then on; one that is gone is missing")
    func trusted() throws {
        let path = test.path.appending("root")
        let trusted = TrustedFolder(path)
        #expect(try trusted.status(of: path.appending("inner/file"))?.size == 1)
        try test.write("next/inner/file", [1, 2, 3])
        try move("root", "former")
        let error = #expect(throws: SystemError.self) { try trusted.folder() }
        #expect(error?.code == ENOENT)
        try move("next", "root")
        #expect(try trusted.status(of: path.appending("inner/file"))?.size == 3)
        #expect(try trusted.status(of: path)?.kind == .folder)
        #expect(throws: SystemError("open", on: "\(test.path)/outside", code: EXDEV)) {
            try trusted.folder(test.path.appending("outside"))
        }
    }

    private func move(_ from: Path, _ to: Path) throws {
        let (from, to) = (test.path.appending(from), test.path.appending(to))
        try systemCall("rename") { from.withCString { from in to.withCString { rename(from, $0) } } }
    }

    @Test("links in the trusted path itself are followed, and resolved in what it says of a path")
    func linkedBase() throws {
        let trusted = TrustedFolder(test.path.appending("root/inside"))
        let path = test.path.appending("root/inside/file")
        #expect(try trusted.status(of: path)?.size == 1)
        #expect(try trusted.resolved(path) == test.path.appending("root/inner/file"))
    }

    @Test("a link to a file is followed within its limits, and a folder behind a link never")
    func limits() throws {
        try test.write("root/closed/key", [3])
        try link("../closed/key", as: "root/inner/key")
        try link("../../outside/secret", as: "root/inner/out")
        try link("nothing", as: "root/inner/nothing-there")
        try link("circle", as: "root/inner/circle")
        try link("../name", as: "root/inner/again")
        let path = test.path.appending("root")
        let limits = LinkLimits(roots: [path], closed: ["closed"])
        let trusted = TrustedFolder(path, followingLinks: limits)
        func refusal(_ name: Path, _ folder: TrustedFolder) throws -> LinkRefusal? {
            if case .link(let refusal) = try folder.place(of: path.appending(name)) { return refusal }
            return nil
        }
        #expect(try refusal("inner/key", trusted) == .leadsInto("closed"))
        #expect(try refusal("inner/out", trusted) == .leadsOut)
        #expect(try refusal("inner/nothing-there", trusted) == .leadsNowhere)
        #expect(try refusal("inner/circle", trusted) == .leadsInACircle)
        #expect(try refusal("inner/again", trusted) == nil)
        #expect(try refusal("inner/again", TrustedFolder(path)) == .notFollowed)
        #expect(throws: SystemError.self) { try trusted.place(of: path.appending("inside/file")) }
    }

    @Test("a folder that is exchanged for a link all the time is reached itself or not at all")
    func swapped() async throws {
        let path = test.path.appending("root")
        let trusted = TrustedFolder(path)
        let swap = try FolderSwap(
            path.appending("inner"), with: path.appending("evil"), leadingTo: test.path.appending("outside"))
        try await WorkerPool(name: "looks", width: 1).run { () throws -> Void in
            var (reached, refused) = (0, 0)
            while swap.swaps < (Nightly.isOn ? 5_000 : 300) || reached == 0 || refused == 0 {
                for name in ["file", "secret"] as [Path] {
                    do {
                        let status = try trusted.status(of: path.appending("inner").appending(name))
                        #expect(name == "file" || status == nil)
                        reached += 1
                    } catch {
                        refused += 1
                    }
                }
                if let folder = try? trusted.folder(path.appending("inner")) {
                    #expect(try folder.names() == ["file"])
                }
            }
        }
        try await swap.stop()
    }
}
