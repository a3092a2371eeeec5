import CompassTesting
import Glibc
import Platform
import Testing

@testable import Service

@Suite struct StateRightsTests {
    private func mode(_ path: Path) throws -> UInt32 { try FileStatus.of(path, followingLinks: false).mode }

    private func set(_ mode: mode_t, _ path: Path) { #expect(path.withCString { chmod($0, mode) } == 0) }

    @Test("rights that others are given to the state are taken away again; those that they had stay")
    func closes() throws {
        let folder = try TestFolder()
        let state = folder.file("state")
        let (database, shared) = (
            try folder.write("state/compass.db", []), try folder.write("state/shared", [])
        )
        let elsewhere = try folder.write("data/c.db", [])
        set(0o700, state)
        for path in [database, elsewhere] { set(0o600, path) }
        set(0o640, shared)
        set(0o700, elsewhere.folder)
        var rights = StateRights(folder: state, database: elsewhere)
        #expect(rights.close().isEmpty)
        let made = try folder.write("state/made", [])
        set(0o644, made)
        #expect(rights.close().isEmpty, "what is made later is as whoever makes it wants it")
        set(0o777, state)
        for path in [database, shared, elsewhere] { set(0o666, path) }
        #expect(
            Set(rights.close()) == [
                .init(path: state, mode: 0o777, closed: 0o700, failure: nil),
                .init(path: database, mode: 0o666, closed: 0o600, failure: nil),
                .init(path: shared, mode: 0o666, closed: 0o640, failure: nil),
                .init(path: elsewhere, mode: 0o666, closed: 0o600, failure: nil),
            ])
        #expect(try mode(state) == 0o700 && mode(shared) == 0o640 && mode(made) == 0o644)
        #expect(try mode(database) == 0o600 && mode(elsewhere) == 0o600)
        #expect(rights.close().isEmpty)
    }

    @Test("a link in the state is not followed")
    func links() throws {
        let folder = try TestFolder()
        let other = try folder.write("other", [])
        _ = try folder.write("state/file", [])
        set(0o600, other)
        let link = folder.file("state/link")
        #expect(other.withCString { target in link.withCString { symlink(target, $0) } } == 0)
        var rights = StateRights(folder: folder.file("state"), database: nil)
        set(0o644, other)
        #expect(rights.close().isEmpty)
        #expect(try mode(other) == 0o644)
    }
}
