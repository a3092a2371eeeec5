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
        let sandbox = try Sandbox()
        try sandbox.write("compass.yaml", "version: 1\nstorage: file:disk/objects\nworkers: 1\n")
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
        let sandbox = try Sandbox()
        try sandbox.write("compass.yaml", "version: 1\ndatabase: sqlite:disk/compass.db\n")
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

    @Test("a read-only state folder is a clear error with exit status 1 and changes nothing")
    func readOnly() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let output = try await inNamespace(
            sandbox,
            """
            mount --bind .compass .compass
            mount -o remount,ro,bind .compass
            "$COMPASS" run video clip.mp4
            """)
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("may not be written"), "\(output)")
        #expect(try sandbox.objects().count == 1)
    }

    @Test("an object store whose disk is not mounted at the start is not begun anew in the empty folder")
    func storeNotMounted() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("one.mp4", Samples.mp4(1))
        try sandbox.write("two.mp4", Samples.mp4(2))
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

    @Test("what is mounted over the object store while `up` runs stops the files, which are taken once it is gone")
    func storeMountedOver() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.watching("video", settle: "0s").replacing(
                "rescan: 1h }", with: "rescan: 1s, on-success: { move: done } }"))
        try sandbox.write("in/one.mp4", Samples.mp4(1))
        // Each signal takes the script one step on.
        let process = try LongLived(
            "/usr/bin/unshare",
            [
                "--user", "--map-root-user", "--mount", "/bin/sh", "-ec",
                """
                trap 'mount -t tmpfs none .compass/objects' USR1
                trap 'umount -l .compass/objects' USR2
                trap 'kill -TERM $service' TERM
                # A signal goes to the whole group.
                (trap '' USR1 USR2; exec "$COMPASS" up --log-format json --log-level debug) & service=$!
                while kill -0 $service 2>/dev/null; do wait $service || true; done
                """,
            ], environment: Sandbox.environment + ["COMPASS=\(Sandbox.program)"], folder: sandbox.folder)
        try await process.entry("ready")
        try await process.entry("watch-processed")
        process.signal(SIGUSR1)
        try await waitForMount(of: sandbox, process, isMounted: true)
        try sandbox.drop("in/two.mp4", Samples.mp4(2))
        try await process.entry("watch-paused") {
            $0["message"]?.string?.contains("leads to another folder now") == true
        }
        #expect(Files.exists(sandbox.folder.appending("in/two.mp4")))
        process.signal(SIGUSR2)
        try await waitForMount(of: sandbox, process, isMounted: false)
        try await process.entry("watch-processed") { $0["file"] == "in/two.mp4" && $0["status"] == "succeeded" }
        _ = try await process.end(after: SIGTERM)
        #expect(try Files.list(sandbox.folder.appending("in/done")) == ["one.mp4", "two.mp4"])
        #expect(try sandbox.objects().count == 2, "both are where they are looked for")
    }

    /// Asks the kernel, by a process each time, until the namespace of a process has the mount, or has it no more.
    private func waitForMount(of sandbox: Sandbox, _ process: LongLived, isMounted: Bool) async throws {
        let mounts = Path("/proc/\(process.id)/mounts")
        for _ in 0..<1_000 {
            let text = try await sandbox.run("/bin/cat", [mounts]).text
            if text.contains(".compass/objects") == isMounted { return }
        }
        Issue.record("the mount never came or went")
    }
}
