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
