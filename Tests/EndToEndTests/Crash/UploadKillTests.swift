import CompassTesting
import Platform
import Testing

/// Files that are sent in pieces while the program dies: nothing that was taken is lost, and nothing is stored twice.
@Suite struct UploadKillTests {
    private static let file: Path = "grades.pdf"

    /// A workspace, and a file of several pieces that is to be sent to it.
    private static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(file, Samples.pdf(1, padding: 2_500_000))
        return sandbox
    }

    private static let add: [Path] = ["uploads", "add", file, "--type", "transcript", "--owner", "kim"]

    /// Does what a sender and a service do after a death, until the file is a document.
    ///
    /// - Returns: what is wrong; empty: nothing.
    private static func finish(_ sandbox: Sandbox) async throws -> [String] {
        var problems: [String] = []
        func expectSuccess(_ output: Sandbox.Output, _ what: String) {
            if output.status != 0 { problems.append("`\(what)` ended so: \(output)") }
        }
        expectSuccess(try await sandbox.compass("uploads", "resume"), "uploads resume")
        let uploads = try await sandbox.compass("uploads", "list", "--json").lines
        if let upload = uploads.first {
            if uploads.count > 1 { problems.append("one file has \(uploads.count) uploads") }
            let id = Path(upload["id"]?.string ?? "")
            if upload["state"] == "receiving" {
                if upload["offset"] == upload["length"] { problems.append("a whole file was not resumed") }
                expectSuccess(
                    try await sandbox.compass("uploads", "add", file, "--continue", id), "uploads add --continue")
            }
        } else {
            expectSuccess(try await sandbox.compass(add), "uploads add")
        }
        return problems + (try await audit(sandbox))
    }

    /// What is there besides one document with the bytes of the file.
    private static func audit(_ sandbox: Sandbox) async throws -> [String] {
        var problems: [String] = []
        let documents = try await sandbox.compass("documents", "list", "--json").lines
        if documents.count != 1 || documents[0]["version"] != 1 || documents[0]["owner"] != "kim" {
            problems.append("the documents are \(documents.map(\.json))")
        }
        let objects = try sandbox.objects()
        if objects.count != 1 {
            problems.append("the objects are \(objects)")
        } else if try sandbox.read(objects[0]) != sandbox.read(file) {
            problems.append("the object has other bytes than the file")
        }
        let runs = try await sandbox.compass("runs", "list", "--json").lines
        if runs.count != 1 || runs[0]["status"] != "succeeded" { problems.append("the runs are \(runs.map(\.json))") }
        let uploads = try await sandbox.compass("uploads", "list", "--json").lines
        if uploads.count != 1 || uploads[0]["state"] != "ended" || uploads[0]["run"] != runs.first?["run"] {
            problems.append("the uploads are \(uploads.map(\.json))")
        }
        let left = try Files.list(sandbox.folder.appending(".compass/uploads"))
        if !left.isEmpty { problems.append("\(left) are left") }
        return problems
    }

    /// Of the places that a command passes those to die at: all, or every third one of uploads, as the seed begins; those of
    /// runs have tests of their own.
    private static func chosen(_ names: [String]) -> [Int] {
        if Nightly.isOn { return Array(names.indices) }
        let own = names.indices.filter { names[$0].hasPrefix("upload.") }
        let first = Int(Nightly.seed % 3) % max(1, own.count)
        return own.enumerated().filter { $0.offset % 3 == first }.map(\.element)
    }

    /// The names of the places that a command passes, in order.
    private static func trace(_ arguments: [Path], in sandbox: Sandbox) async throws -> [String] {
        let file = sandbox.folder.appending("trace")
        try await sandbox.compass(arguments, environment: ["COMPASS_FAILPOINT_TRACE=\(file)"], ending: 0)
        return String(decoding: try sandbox.read("trace"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("killed at any place of sending and running a file, it is stored once, with every byte")
    func everyPlace() async throws {
        let sandbox = try Self.sandbox()
        let names = try await Self.trace(Self.add, in: sandbox)
        #expect(try await Self.audit(sandbox) == [])
        let own = Set(names.filter { $0.hasPrefix("upload.") })
        #expect(
            own == [
                "upload.begun", "upload.created", "upload.written", "upload.synced", "upload.whole", "upload.complete",
                "upload.given", "upload.ended", "upload.cleared",
            ])
        #expect(names.count { $0 == "upload.written" } > 2)
        let places = Self.chosen(names)
        print("crash: sending a file is killed at \(places.count) of \(names.count) places")
        let reports = try await FailpointTests.each(0...(places.count - 1)) { number in
            let place = places[number]
            let sandbox = try Self.sandbox()
            let trace = sandbox.folder.appending("trace")
            let output = try await sandbox.compass(
                Self.add, environment: ["COMPASS_FAILPOINT=:\(place + 1)", "COMPASS_FAILPOINT_TRACE=\(trace)"])
            let passed = String(decoding: try sandbox.read("trace"), as: UTF8.self).split(separator: "\n").count
            // What comes together is committed together, so that there may be fewer places than the first time.
            let isMissed = output.status == 0 && passed <= place
            var problems = output.status == 137 || isMissed ? [] : ["it ended so: \(output)"]
            problems += try await Self.finish(sandbox)
            return problems.isEmpty
                ? nil : "killed at \(place + 1) (\(names[place])): \(problems.joined(separator: "\n"))"
        }
        for report in reports { Issue.record("\(report)") }
    }

    @Test(
        "killed at any place of carrying a whole file on, it is stored once",
        arguments: Nightly.isOn ? ["complete", "given"] : ["complete"])
    func everyPlaceOfResume(left: String) async throws {
        @Sendable func start() async throws -> Sandbox {
            let sandbox = try Self.sandbox()
            try await sandbox.compass(Self.add, environment: ["COMPASS_FAILPOINT=upload.\(left)"], ending: 137)
            return sandbox
        }
        let sandbox = try await start()
        let names = try await Self.trace(["uploads", "resume"], in: sandbox)
        #expect(try await Self.audit(sandbox) == [])
        let places = Self.chosen(names)
        let reports = try await FailpointTests.each(0...(places.count - 1)) { number in
            let place = places[number]
            let sandbox = try await start()
            _ = try await sandbox.compass(["uploads", "resume"], environment: ["COMPASS_FAILPOINT=:\(place + 1)"])
            let problems = try await Self.finish(sandbox)
            return problems.isEmpty
                ? nil : "killed at \(place + 1) (\(names[place])): \(problems.joined(separator: "\n"))"
        }
        for report in reports { Issue.record("\(report)") }
    }

    @Test("killed at random times again and again while it goes on, a file is stored once")
    func random() async throws {
        var generator = SeededRandom(seed: Nightly.seed)
        let sandbox = try Self.sandbox()
        var kills = 0
        for _ in 0..<(Nightly.isOn ? 200 : 6) {
            let uploads = try await sandbox.compass("uploads", "list", "--json").lines
            if uploads.first?["state"] == "ended" { break }
            let upload = uploads.first.flatMap { $0["state"] == "receiving" ? $0["id"]?.string : nil }
            let command: [Path] =
                if let upload {
                    ["uploads", "add", Self.file, "--continue", Path(upload)]
                } else {
                    uploads.isEmpty ? Self.add : ["uploads", "resume"]
                }
            let seconds = Path("\(Double.random(in: 0.01...0.25, using: &generator))")
            let output = try await sandbox.run("/usr/bin/timeout", ["-s", "KILL", seconds, Sandbox.program] + command)
            if output.status == 137 { kills += 1 }
        }
        print("crash: seed \(Nightly.seed): a file was sent through \(kills) deaths")
        #expect(try await Self.finish(sandbox) == [], "seed \(Nightly.seed)")
    }
}
