import CompassTesting
import Platform
import Testing

/// What the shells themselves put into the line, with the program's answers.
@Suite struct CompletionTests {
    private static let pipeline = """
        version: 1
        name: film
        inputs:
          type: { type: document-type, default: highlight_video }
          title: { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: [] }
          public: { type: boolean, default: false }
          mode: { type: string, default: fast, allowed: [fast, thorough] }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }

        """

    /// A `compass.yaml` by which files of that type are the pipeline's.
    static let uploading =
        "version: 1\nowner: { id: u1 }\nschools: schools.yaml\nserver: { uploads: { highlight_video: film } }\n"

    static func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/film.yaml", pipeline)
        try sandbox.write("clip.mp4", Samples.mp4(1))
        try await sandbox.compass("run", "film", "clip.mp4", "-i", "title=Fall Highlights", ending: 0)
        return sandbox
    }

    /// The words that the program offers, the last one being typed.
    static func offered(_ sandbox: Sandbox, _ words: Path...) async throws -> [String] {
        let output = try await sandbox.compass(["__complete", "--"] + words, ending: 0, errors: .equals(""))
        return output.text.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("inputs of the pipeline that is named are offered, and what each may be")
    func inputs() async throws {
        let sandbox = try await Self.sandbox()
        #expect(
            try await Self.offered(sandbox, "run", "film", "-i", "")
                == ["type=", "title=", "schools=", "public=", "mode="])
        #expect(try await Self.offered(sandbox, "plan", "film", "--input=sc") == ["--input=schools="])
        #expect(
            try await Self.offered(sandbox, "run", "film", "-i", "schools=") == ["schools=stanford", "schools=ucla"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "schools=stanford,") == ["schools=stanford,ucla"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "public=t") == ["public=true"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "mode=") == ["mode=fast", "mode=thorough"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "type=tr") == ["type=transcript"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "title=") == [])
        #expect(try await Self.offered(sandbox, "run", "nothing", "-i", "") == [])
        #expect(try await Self.offered(sandbox, "run", "-i", "") == [])
    }

    @Test("pipelines are offered by their names, and by those of files that are called otherwise")
    func pipelines() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("pipelines/m3.yaml", Self.pipeline.replacing("name: film", with: "name: other-name"))
        #expect(try await Self.offered(sandbox, "run", "") == ["film", "other-name", "transcript", "video", "m3"])
        #expect(try await Self.offered(sandbox, "run", "ot") == ["other-name"])
        #expect(try await Self.offered(sandbox, "run", "m") == ["m3"])
        try sandbox.write("pipelines/other-name.yaml", Self.pipeline.replacing("name: film", with: "name: third"))
        #expect(try await Self.offered(sandbox, "run", "ot") == ["other-name"], "once, though a file is called so too")
    }

    @Test("ids of runs, of files in quarantine and people are offered, where a command takes them")
    func ids() async throws {
        let sandbox = try await Self.sandbox()
        let run = try #require(try await sandbox.compass("runs", "list", "--json").lines.first?["run"]?.string)
        for command in ["show", "retry", "replay", "cancel", "follow", "to-test"] {
            #expect(try await Self.offered(sandbox, "runs", Path(command), "") == [run], "\(command)")
        }
        #expect(try await Self.offered(sandbox, "runs", "list", "--of", "") == [run])
        try sandbox.write("bad.mp4", "MZ")
        try #require(try await sandbox.compass("run", "film", "bad.mp4").status == 3)
        let entry = try #require(try await sandbox.compass("quarantine", "list", "--json").lines.first?["id"]?.string)
        #expect(try await Self.offered(sandbox, "quarantine", "show", "") == [entry])
        for name in [entry, String(entry.prefix(8)).lowercased()] {
            #expect(
                try await Self.offered(sandbox, "quarantine", "release", Path(name), "-i", "mo") == ["mode="], "\(name)"
            )
        }
        #expect(try await Self.offered(sandbox, "documents", "list", "--owner", "") == ["u1"])
        #expect(try await Self.offered(sandbox, "export", "") == ["u1"])
        #expect(try await Self.offered(sandbox, "forget", "") == ["u1"])
        #expect(try await Self.offered(sandbox, "channels", "") == ["log", "webhook"])
        #expect(try await Self.offered(sandbox, "notifications", "list", "--channel", "") == ["log"])
        #expect(
            try await Self.offered(sandbox, "run", "video", "clip.mp4", "--document", "fall") == ["Fall Highlights"])
        #expect(try await Self.offered(sandbox, "stores", "") == ["file"])
        try #require(try await sandbox.compass("new", "plugin", "min-words").status == 0)
        #expect(try await Self.offered(sandbox, "plugins", "check", "") == ["min-words"])
        #expect(try await Self.offered(sandbox, "batches", "show", "") == [])
    }

    /// What stands in the line of a shell, on a terminal, after keys were pressed. They are pressed once the line editor reads:
    /// what comes before goes through the terminal's own line, and some of it is lost at times.
    ///
    /// - Parameter setUp: starts the shell as `line` and has it say `ready`, and on ^X `<<` the line `>>`; zsh's, which has
    ///   the terminal.
    static func line(_ sandbox: Sandbox, _ shell: String, _ setUp: String, _ keys: String) async throws
        -> String
    {
        let driver = #"""
            zmodload zsh/zpty
            export PATH=$2:$PATH
            \#(setUp)
            zpty -r line out '*ready*'
            zpty -w -n line "$1"$'\x18'
            zpty -r line out '*>>*'
            print -r -- "${${out##*<<}%%>>*}"
            zpty -d line
            """#
        try sandbox.write(Path("compass.\(shell)"), try await sandbox.compass("completions", Path(shell)).text)
        let output = try await sandbox.run(
            "/usr/bin/zsh", ["-f", "-c", Path(driver), "zsh", Path(keys), Sandbox.program.folder],
            environment: ["TERM=\(shell == "zsh" ? "xterm" : "dumb")", "HOME=\(sandbox.folder)", "LC_ALL=C.UTF-8"],
            ending: 0)
        return output.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    static func bash(_ sandbox: Sandbox, _ keys: String) async throws -> String {
        let setUp = #"""
            zpty line bash --norc --noprofile -i
            zpty -w line 'PS1=; PS2=; stty -echo; bind "set enable-bracketed-paste off"; source ./compass.bash'
            zpty -w line 'shown() { printf "<<%s>>\n" "$READLINE_LINE"; }; bind -x '"'"'"\C-x":shown'"'"'; echo rea""dy'
            """#
        return try await line(sandbox, "bash", setUp, keys)
    }

    private static let lines = [
        ("run film -i schools=u", "run film -i schools=ucla "),
        ("documents show fa", "documents show Fall\\ Highlights "),
        ("documents share \"fall highlights\" ucla,s", "documents share \"fall highlights\" ucla,stanford "),
        ("run fi", "run film "), ("run film cl", "run film clip.mp4 "),
        ("run film -i sch", "run film -i schools="), ("run film -i schools=U", "run film -i schools=ucla "),
        ("run film -i schools=ucla,s", "run film -i schools=ucla,stanford "),
        ("run film -i \"schools=ucla,s", "run film -i \"schools=ucla,stanford\" "),
        ("run film --input=sch", "run film --input=schools="),
        ("documents share Fall\\ Highlights u", "documents share Fall\\ Highlights ucla "),
        ("documents show Fall\\ ", "documents show Fall\\ Highlights "),
        ("documents show \"fall h", "documents show \"Fall Highlights\" "),
        (
            "uploads add a.mp4 --type highlight_video -i schools=s",
            "uploads add a.mp4 --type highlight_video -i schools=stanford "
        ),
    ]

    @Test("bash completes inputs, their values and titles with blanks")
    func bash() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("compass.yaml", Self.uploading)
        for (line, completed) in Nightly.isOn ? Self.lines[...] : Self.lines.prefix(3) {
            #expect(try await Self.bash(sandbox, "compass \(line)\t") == "compass \(completed)")
        }
    }
}
