import CompassTesting
import Documents
import Engine
import Glibc
import Pipelines
import Platform
import Testing

/// Programs that a pipeline names, run for real.
@Suite struct ExecTests {
    private let bench: ExternalBench

    init() async throws { bench = try await ExternalBench() }

    private func failure(_ stage: String, inputs: String = "") async throws -> RunFailure? {
        try await bench.run(stage, inputs: inputs).run.error
    }

    @Test("a program gets its arguments, its variables, its input and the document, and what it says is an output")
    func works() async throws {
        try bench.script(
            """
            cat
            printf '%s|' "$@" "$TEAM" "$COMPASS_NAME" "$COMPASS_STAGE" "$COMPASS_ATTEMPT"
            cat "$COMPASS_CONTENT"
            test "$HOME" = "$PWD" && touch here && test "$COMPASS_KEY" = "$COMPASS_RUN/$COMPASS_STAGE" && echo whole
            """)
        let result = try await bench.run(
            """
            uses: exec
            with:
              command: [tools/check, --title, "${{ document.stem }}; touch $HOME/x", "", "*"]
              env: { TEAM: "blue ${{ run.owner }}" }
              input: "from ${{ document.name }}: "
            """)
        #expect(result.run.status == .succeeded, "\(result.run.error?.message ?? "")")
        #expect(
            result.stages[0].outputs["output"]?.string
                == "from Fall season.txt: --title|Fall season; touch $HOME/x||*|blue u1|"
                + "Fall season.txt|exec|1|GPA 3.8\nwhole")
        #expect(result.stages[0].outputs["status"] == 0)
        #expect(try Files.list(bench.folder.path.appending("scratch")).count <= 1)
    }

    @Test(
        "a status succeeds, rejects or fails as the pipeline says",
        arguments: [
            ("exit 3", "success-on: [0, 3]", "succeeded", ""),
            ("echo no GPA >&2; exit 4", "reject-on: [4]", "rejected", "no GPA"),
            ("echo A; echo it is B", "reject-on: [0]", "rejected", "it is B"),
            (
                "exit 4", "{ success-on: [4], reject-on: [4] }", "rejected",
                "`tools/check` refuses the document with status 4."
            ),
            (
                "echo one >&2; echo two >&2; exit 5", "", "failed",
                "`tools/check` ended with status 5. Its standard error ends with: one | two"
            ),
            ("kill -9 $$", "", "failed", "`tools/check` was ended by SIGKILL."),
            (
                "head -c 200000 /dev/zero", "", "failed",
                "`tools/check` failed: it wrote more than 65536 bytes. Raise `output` if it needs to say so much."
            ),
        ])
    func statuses(script: String, options: String, status: String, message: String) async throws {
        try bench.script(script)
        let more = options.replacing("{ ", with: "").replacing(" }", with: "")
        let result = try await bench.run(
            "uses: exec\nwith: { command: [tools/check]\(more.isEmpty ? "" : ", ")\(more) }")
        #expect(result.run.status.rawValue == status)
        #expect(result.run.error?.message ?? "" == message)
    }

    @Test("a program reaches what the pipeline names, and nothing else of the workspace, the network and others' files")
    func sandbox() async throws {
        _ = try bench.folder.write("secrets/token", Array("hidden".utf8))
        _ = try bench.folder.write("data/list", Array("listed".utf8))
        _ = try bench.folder.write("out/old", [])
        // One with a network that root starts may only write what everybody may.
        #expect(bench.folder.file("out").withCString { chmod($0, 0o777) } == 0)
        try bench.script(
            """
            cd "$COMPASS_WORKSPACE"
            cat secrets/token 2>/dev/null || echo no secret
            cat data/list && echo
            (echo x > data/new) 2>/dev/null || echo no writing
            (echo x > out/new) && echo written
            bash -c 'exec 3<>/dev/tcp/127.0.0.1/9' 2>&1 | grep -oE 'permitted|denied|refused' | head -n 1
            """)
        let closed = try await bench.run("uses: exec\nwith: { command: [tools/check], reads: [data], writes: [out] }")
        let blind = "no secret\nlisted\nno writing\nwritten\n"
        #expect(closed.run.error == nil)
        #expect(closed.stages[0].outputs["output"]?.string == blind + "denied")
        let online = try await bench.run(
            "uses: exec\nwith: { command: [tools/check], reads: [data], writes: [out], network: true }")
        #expect(online.run.error == nil)
        #expect(online.stages[0].outputs["output"]?.string == blind + "refused")
        let open = try await bench.run("uses: exec\nwith: { command: [tools/check], sandbox: false }")
        #expect(open.run.error == nil)
        #expect(open.stages[0].outputs["output"]?.string == "hiddenlisted\nwritten\nrefused")
    }

    @Test("a secret reaches the program, and neither outputs nor messages")
    func secrets() async throws {
        try bench.script("echo \"$TOKEN\"; cat; echo \"bad $TOKEN\" >&2; exit $1")
        let with = "env: { TOKEN: \"${{ secrets.TOKEN }}\" }, input: \"${{ secrets.TOKEN }}\""
        let good = try await bench.run("uses: exec\nwith: { command: [tools/check, \"0\"], \(with) }")
        #expect(good.stages[0].outputs["output"]?.string == "***\n***")
        let bad = try await bench.run("uses: exec\nwith: { command: [tools/check, \"1\"], \(with) }")
        #expect(bad.run.error?.message == "`tools/check` ended with status 1. Its standard error ends with: bad ***")
        #expect(
            bench.load("uses: exec\nwith: { command: [echo, \"${{ secrets.TOKEN }}\"] }").issues.count == 1,
            "others may see arguments")
    }

    @Test("a program is killed with what came of it when the stage's time is over, and when its processor time is")
    func time() async throws {
        try bench.script("(sleep 1000; echo late) & echo $! > \"$COMPASS_WORKSPACE/out/pid\"; sleep 1000")
        _ = try bench.folder.write("out/pid", [])
        let late = try await bench.run(
            "uses: exec\ntimeout: 400ms\nwith: { command: [tools/check], writes: [out] }")
        #expect(late.run.error?.errorClass == .timeout)
        try bench.script("while :; do :; done")
        let busy = try await failure("uses: exec\nwith: { command: [tools/check], processor: 1s }")
        #expect(busy?.message == "`tools/check` was ended, since it used up its processor time.")
        try bench.script("f() { f | f & }; f; sleep 60")
        let bomb = try await failure("uses: exec\nwith: { command: [tools/check] }")
        #expect(
            bomb?.message.hasPrefix("`tools/check` was ended, since it had more processes than `processes` allows.")
                ?? false,
            "\(bomb?.message ?? "")")
    }

    @Test(
        "what could never work is told before the run",
        arguments: [
            ("command: []", "`command` must begin with a program"),
            ("command: echo", "`command` must be a list of strings, and is the string `echo`"),
            ("command: [a], env: { 1x: y }", "a name in `env` must be a variable's name, such as `TEAM_ID`"),
            ("command: [a], success-on: [256]", "`success-on` must have statuses of 0 to 255"),
            ("command: [a], memory: 1B", "`memory` must be 1MB or more"),
            ("command: [a], processes: 0", "`processes` must be more than 0"),
            ("command: [a], output: 2MB", "`output` must be 1B to 1MB"),
        ])
    func lint(options: String, message: String) {
        let issues = bench.load("uses: exec\nwith: { \(options) }").issues
        #expect(issues.count == 1 && issues[0].hasPrefix(message), "\(issues)")
    }

    @Test("a program that is not there, and one that may not be executed, say where they were looked for")
    func missing() async throws {
        #expect(
            try await failure("uses: exec\nwith: { command: [tools/none] }")?.message
                == "There is no program `tools/none` in the workspace.")
        _ = try bench.folder.write("tools/plain", Array("#!/bin/sh\n".utf8))
        let plain = try await failure("uses: exec\nwith: { command: [tools/plain] }")
        let (file, check) = (bench.folder.file("tools/plain"), bench.folder.file("tools/check"))
        #expect(
            plain?.message == "`tools/plain` could not be run: its file may not be executed: chmod +x \(file).")
        #expect(plain?.errorClass == .permanent)
        let windows =
            "its first line ends with a carriage return, as on Windows, so that its interpreter is not found: "
            + "sed -i 's/\\r$//' \(check)"
        for (text, reason) in [
            (
                "echo hi\n",
                "it is no program for this machine, and no script: that begins with a line such as `#!/bin/sh`"
            ),
            ("#!/bin/sh\r\necho hi\r\n", windows), ("#!/usr/bin/env python3\r\nprint(1)\r\n", windows),
            ("#!/no/interpreter\n", "its interpreter `/no/interpreter` is not there"),
        ] {
            try bench.script("")
            try Files.replace(check, with: Array(text.utf8), mode: 0o755)
            let failure = try await failure("uses: exec\nwith: { command: [tools/check] }")
            #expect(failure?.errorClass == .permanent)
            #expect(failure?.message == "`tools/check` could not be run: \(reason).")
        }
    }

    @Test("each attempt has the same key, and a rehearsal runs only what cannot last")
    func attempts() async throws {
        try bench.script("echo \"$COMPASS_KEY $COMPASS_ATTEMPT\" >> \"$COMPASS_WORKSPACE/out/log\"; exit 1")
        _ = try bench.folder.write("out/log", [])
        let result = try await bench.run(
            "uses: exec\nretry: { max-attempts: 3, initial: 1ms }\nwith: { command: [tools/check], writes: [out/log] }")
        #expect(result.stages[0].attempts == 3)
        let log = String(decoding: try Files.read(bench.folder.file("out/log"), limit: 4_096), as: UTF8.self).split(
            separator: "\n")
        #expect(log == (1...3).map { "\(result.run.id)/exec \($0)" })

        let rehearsal = try await ExternalBench(isRehearsal: true)
        try rehearsal.script("echo fine")
        let harmless = try await rehearsal.run("uses: exec\nwith: { command: [tools/check] }")
        #expect(harmless.run.status == .succeeded)
        for options in ["network: true", "sandbox: false", "writes: [tools]"] {
            let refused = try await rehearsal.run("uses: exec\nwith: { command: [tools/check], \(options) }")
            #expect(
                refused.run.error?.message
                    == "Stage `exec` runs a program that may do what lasts, which a test does not do. "
                    + "Give the test case its outcome: `mocks: { exec: { outputs: { … } } }`.")
        }
    }
}
