import Glibc
import Platform
import Testing

/// Disks that come and go while `up` runs.
@Suite struct MountTests {
    /// Asks the kernel, by a process each time, until the namespace of a process has the mount, or has it no more.
    private func waitForMount(of sandbox: Sandbox, _ process: LongLived, isMounted: Bool) async throws {
        let mounts = Path("/proc/\(process.id)/mounts")
        for _ in 0..<1_000 {
            let text = try await sandbox.run("/bin/cat", [mounts]).text
            if text.contains(".compass/objects") == isMounted { return }
        }
        Issue.record("the mount never came or went")
    }

    @Test("W33a what is mounted over the object store while `up` runs stops the files, which are taken once it is gone")
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
}
