import Glibc
import Platform
import Testing

/// Full and read-only disks. Each file system is a small tmpfs in a mount namespace of its own.
@Suite struct DiskTests {
    /// Runs a script in a mount namespace, as root of a user namespace if need be.
    private func inNamespace(_ sandbox: Sandbox, _ script: String) async throws -> Sandbox.Output {
        try await sandbox.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-ec", Path(script)],
            environment: ["COMPASS=\(Sandbox.program)"])
    }

    @Test("a full disk in the object store fails that file, stores nothing of it, and the next small one goes through")
    func objectsFull() async throws {
        let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\nstorage: file:disk/objects\nworkers: 1\n"])
        try sandbox.write("disk/.keep", "")
        try sandbox.write("big.mp4", Samples.mp4(1, payload: 1_500_000))
        try sandbox.write("small.mp4", Samples.mp4(2, payload: 1_000))
        let output = try await inNamespace(
            sandbox,
            """
            mount -t tmpfs -o size=1m compass disk
            set +e; "$COMPASS" run video big.mp4 small.mp4 --json; status=$?; set -e
            find disk/objects -type f | sed 's/.*_//' | sort >&2
            exit $status
            """)
        #expect(output.status == 1, "\(output)")
        let lines = try output.lines
        #expect(lines.first?["status"] == "failed")
        #expect(lines.first?["error"]?["kind"] == "disk-full", "\(output)")
        #expect(lines.first?["error"]?["stage"] == "upload")
        #expect(lines.last?["status"] == "succeeded", "\(output)")
        #expect(output.errors.contains("small.mp4") && !output.errors.contains("big.mp4"), "\(output.errors)")
    }

    @Test("a full disk under the database is a clear failure, and what it had accepted is still there")
    func databaseFull() async throws {
        let sandbox = try Sandbox(texts: ["compass.yaml": "version: 1\ndatabase: sqlite:disk/compass.db\n"])
        try sandbox.write("disk/.keep", "")
        try sandbox.write("clip.mp4", Samples.mp4())
        let output = try await inNamespace(
            sandbox,
            """
            mount -t tmpfs -o size=1m,mode=700 compass disk
            "$COMPASS" run video clip.mp4 --json >/dev/null
            head -c 2000000 /dev/zero > disk/filler || true
            set +e
            "$COMPASS" run video clip.mp4 --json; echo "status $?" >&2
            rm disk/filler
            "$COMPASS" documents list --json
            """)
        #expect(output.errors.contains("status 1"), "\(output)")
        let said = output.errors + output.text
        #expect(said.contains("There is no room left for the database disk/compass.db."), "\(output)")
        #expect(try output.lines.last?["version"] == 1, "\(output)")
    }

    @Test("a full disk under the state at the start of a service: its end names the file, and what to do")
    func stateFull() async throws {
        let sandbox = try Sandbox(texts: [".compass/.keep": ""])
        let output = try await inNamespace(
            sandbox,
            """
            mount -t tmpfs -o size=64k,mode=700 compass .compass
            head -c 200000 /dev/zero > .compass/filler 2>/dev/null || true
            "$COMPASS" up
            """)
        #expect(output.status == 1, "\(output)")
        #expect(
            output.errors.contains("There is no room for ")
                && output.errors.contains(
                    ".compass/up.lock: No space left on device. Make room on its disk. `compass doctor` checks rights and space."
                ), "\(output)")
    }

    @Test("W33a an object store whose disk is not mounted at the start is not begun anew in the empty folder")
    func storeNotMounted() async throws {
        let sandbox = try Sandbox(["one.mp4": Samples.mp4(1), "two.mp4": Samples.mp4(2)])
        #expect(try await sandbox.compass("run", "video", "one.mp4").status == 0)
        let output = try await inNamespace(
            sandbox,
            """
            mount -t tmpfs none .compass/objects
            set +e; "$COMPASS" run video two.mp4; echo "status $?" >&2; set -e
            find .compass/objects -type f >&2
            """)
        #expect(output.errors.contains("status 1") && output.errors.contains("Is its disk mounted?"), "\(output)")
        #expect(!output.errors.contains("two.mp4\n"), "\(output)")
        #expect(try sandbox.objects().count == 1)
    }
}
