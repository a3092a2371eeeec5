import CompassTesting
import Platform
import Testing

/// A disk that is full at some point of a run, wherever that is.
@Suite struct FullDiskTests {
    @Test("wherever in a run the disk is full, the run ends visibly, and with room again everything is consistent")
    func anywhere() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml", "version: 1\nschools: schools.yaml\ndatabase: sqlite:disk/c.db\nstorage: file:disk/o\n")
        try sandbox.write("disk/.keep", "")
        var numbers: [Int] = []
        for step in stride(from: 0, to: 16, by: Nightly.isOn ? 1 : 3) {
            numbers.append(step)
            try sandbox.write(Path("clip\(step).mp4"), Samples.mp4(UInt8(step), payload: 60_000))
        }
        let steps = numbers.map(String.init).joined(separator: " ")
        let script = """
            mount -t tmpfs -o size=12m,mode=700 compass disk || exit 9
            "$COMPASS" schools list >/dev/null
            for step in \(steps); do
                head -c 20000000 /dev/zero >disk/filler 2>/dev/null
                truncate -s -$((step * 40000)) disk/filler
                "$COMPASS" run video clip$step.mp4 -i schools=stanford >/dev/null 2>&1
                status=$?
                rm disk/filler
                "$COMPASS" runs resume >/dev/null 2>&1 || [ $? = 1 ] || exit 8
                echo "$step $status" >&2
            done
            "$COMPASS" runs list --json --limit 100
            echo ---
            "$COMPASS" documents list --json --limit 100
            echo ---
            find disk/o -type f ! -name .compass-store
            """
        let output = try await sandbox.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", Path(script)],
            environment: ["COMPASS=\(Sandbox.program)"], ending: 0)
        let parts = output.text.split(separator: "---\n", omittingEmptySubsequences: false).map {
            $0.split(separator: "\n").map(String.init)
        }
        try #require(parts.count == 3, "\(output)")
        let runs = try parts[0].map { try Value(json: $0) }
        let documents = try parts[1].map { try Value(json: $0) }
        #expect(runs.allSatisfy { $0["status"] == "succeeded" || $0["status"] == "failed" }, "\(output)")
        let good = runs.filter { $0["status"] == "succeeded" }.compactMap { $0["run"]?.string }.sorted()
        #expect(good.count > 0 && good.count < numbers.count, "\(output)")
        #expect(documents.compactMap { $0["run"]?.string }.sorted() == good, "\(output)")
        #expect(documents.allSatisfy { $0["shared-with"] == ["stanford"] }, "\(output)")
        let keys = documents.compactMap { $0["object-key"]?.string.map { "disk/o/\($0)" } }.sorted()
        #expect(parts[2].sorted() == keys, "\(output)")
    }
}
