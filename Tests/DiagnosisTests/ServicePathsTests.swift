import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import Diagnosis

@Suite struct ServicePathsTests {
    @Test("only what lies outside the workspace is named, each once")
    func outside() throws {
        var definition = WorkspaceDefinition()
        definition.storage = PartDefinition(type: "file", folder: "/mnt/objects")
        definition.database = .sqlite("../state/compass.db")
        #expect(ServicePaths.outside(of: "/srv/compass", definition, pipelines: []) == ["/srv/state", "/mnt/objects"])
        definition.database = .sqlite("/mnt/objects/x/../compass.db")
        #expect(ServicePaths.outside(of: "/srv/compass", definition, pipelines: []) == ["/mnt/objects"])
        #expect(ServicePaths.outside(of: "/srv/compass", WorkspaceDefinition(), pipelines: []).isEmpty)
        definition.server.socket = "/var/sockets/compass.sock"
        #expect(
            ServicePaths.outside(of: "/srv/compass", definition, pipelines: []) == ["/mnt/objects", "/var/sockets"])
        definition.server.socket = "/run/compass/http.sock"
        #expect(ServicePaths.outside(of: "/srv/compass", definition, pipelines: []) == ["/mnt/objects"])
    }

    @Test(
        "a watch's folder ends where its captures begin",
        arguments: [
            ("inbox", "inbox"), ("inbox/{user}/{type}", "inbox"), ("{user}", "."), ("/{user}", "/"),
            ("/mnt/in/{user}", "/mnt/in"), ("a/x{n}y/b", "a"), ("a/*/b", "a"),
        ] as [(String, Path)])
    func folders(_ pattern: String, _ folder: Path) {
        #expect(ServicePaths.fixedFolder(pattern) == folder)
    }

    @Test(
        "a workspace is foreign to a user who may not write there, and its state to all but its owner",
        arguments: [
            (0o700, false, true, nil), (0o500, false, true, geteuid() == 0 ? nil : ""), (0o755, false, false, ""),
            (0o775, false, false, nil), (0o707, false, false, nil), (0o700, true, true, nil),
            (0o777, true, false, ".compass"),
        ] as [(mode_t, Bool, Bool, Path?)])
    func foreign(mode: mode_t, hasState: Bool, isMine: Bool, expected: Path?) throws {
        let folder = try TestFolder()
        if hasState { try Files.createFolders(folder.path.appending(".compass")) }
        _ = folder.path.withCString { chmod($0, mode) }
        let found = ServicePaths.foreign(
            folder.path, state: folder.path.appending(".compass"), for: isMine ? geteuid() : geteuid() + 1)
        #expect(found == expected.map { $0 == "" ? folder.path : folder.path.appending($0) })
    }

    @Test("a folder is below itself and its parents, not below its namesakes")
    func below() {
        #expect(ServicePaths.isBelow("/srv/a", "/srv/a"))
        #expect(ServicePaths.isBelow("/srv/a/b", "/srv/a"))
        #expect(!ServicePaths.isBelow("/srv/ab", "/srv/a"))
        #expect(ServicePaths.isBelow("/x", "/"))
        #expect(ServicePaths.isInHome("/home/x") && !ServicePaths.isInHome("/homes"))
        #expect(ServicePaths.isInTemporary("/var/tmp/x") && !ServicePaths.isInTemporary("/tmpfs"))
    }
}
