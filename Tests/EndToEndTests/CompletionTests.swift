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

    /// Files of that type are the pipeline's.
    private static let uploads = "server: { uploads: { highlight_video: film } }\n"

    private static func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/film.yaml", pipeline)
        try sandbox.write("clip.mp4", Samples.mp4(1))
        try #require(
            try await sandbox.compass("run", "film", "clip.mp4", "-i", "title=Fall Highlights").status == 0)
        return sandbox
    }

    /// The words that the program offers, the last one being typed.
    private static func offered(_ sandbox: Sandbox, _ words: Path...) async throws -> [String] {
        let output = try await sandbox.compass(["__complete", "--"] + words)
        #expect(output.status == 0 && output.errors == "", "\(output)")
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
        #expect(
            try await Self.offered(sandbox, "run", "film", "-i", "schools=stanford,") == ["schools=stanford,ucla"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "public=t") == ["public=true"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "mode=") == ["mode=fast", "mode=thorough"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "type=tr") == ["type=transcript"])
        #expect(try await Self.offered(sandbox, "run", "film", "-i", "title=") == [])
        #expect(try await Self.offered(sandbox, "run", "nothing", "-i", "") == [])
        #expect(try await Self.offered(sandbox, "run", "-i", "") == [])
    }

    @Test("inputs of what is uploaded are those of the pipeline that takes its type, but for what has options")
    func uploads() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\n" + Self.uploads)
        let add = ["uploads", "add", "clip.mp4", "--type", "highlight_video"] as [Path]
        for (words, answer) in [
            (add + ["-i", ""], ["schools=", "public=", "mode="]), (add + ["-i", "schools=u"], ["schools=ucla"]),
            (["uploads", "add", "-t", "highlight_video", "-i", "mode="], ["mode=fast", "mode=thorough"]),
            (["uploads", "add", "--type=highlight_video", "--input=pub"], ["--input=public="]),
            (["uploads", "add", "clip.mp4", "-i", ""], []),
            (["uploads", "add", "--type", "resume", "-i", ""], []),
        ] as [([Path], [String])] {
            let output = try await sandbox.compass(["__complete", "--"] + words)
            let offered = output.text.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
            #expect(offered == answer, "\(words): \(output)")
        }
    }

    @Test("pipelines are offered by their names, and by those of files that are called otherwise")
    func pipelines() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("pipelines/m3.yaml", Self.pipeline.replacing("name: film", with: "name: other-name"))
        #expect(
            try await Self.offered(sandbox, "run", "") == ["film", "other-name", "transcript", "video", "m3"])
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

    @Test("what lies in the trash is offered where it can be restored, shown or deleted, and nowhere else")
    func trash() async throws {
        let sandbox = try await Self.sandbox()
        for (index, title) in ["Grades", "Season", "Season"].enumerated() {
            let file = Path("\(index).mp4")
            try sandbox.write(file, Samples.mp4(UInt8(index + 2)))
            let run = try await sandbox.compass("run", "film", file, "-i", Path("title=\(title)"))
            try #require(run.status == 0, "\(run)")
        }
        try #require(try await sandbox.compass("documents", "trash", "Grades").status == 0)
        for (command, titles) in [
            ("restore", ["Grades", "Season"]), ("show", ["Fall Highlights", "Grades", "Season"]),
            ("delete", ["Fall Highlights", "Grades", "Season"]), ("trash", ["Fall Highlights", "Season"]),
            ("share", ["Fall Highlights", "Season"]), ("download", ["Fall Highlights", "Season"]),
        ] {
            let offered = try await Self.offered(sandbox, "documents", Path(command), "")
            #expect(offered.filter { !$0.contains("-") }.sorted() == titles, "\(command): \(offered)")
        }
        #expect(try await Self.offered(sandbox, "documents", "restore", "gra") == ["Grades"])
        let versions = try await sandbox.list("documents", "versions", "Season")
        let former = try #require(versions.first { $0["version"]?.integer == 1 }?["id"]?.string)
        let current = try #require(versions.first { $0["version"]?.integer == 2 }?["id"]?.string)
        let offered = try await Self.offered(sandbox, "documents", "restore", "")
        #expect(offered.contains(former) && !offered.contains(current), "\(offered)")
    }

    /// What stands in the line of a shell, on a terminal, after keys were pressed. They are pressed once the line editor reads:
    /// what comes before goes through the terminal's own line, and some of it is lost at times.
    ///
    /// - Parameter setUp: starts the shell as `line` and has it say `ready`, and on ^X `<<` the line `>>`; zsh's, which has
    ///   the terminal.
    private static func line(_ sandbox: Sandbox, _ shell: String, _ setUp: String, _ keys: String) async throws
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
            environment: ["TERM=\(shell == "zsh" ? "xterm" : "dumb")", "HOME=\(sandbox.folder)", "LC_ALL=C.UTF-8"])
        #expect(output.status == 0, "\(output)")
        return output.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    private static func bash(_ sandbox: Sandbox, _ keys: String) async throws -> String {
        let setUp = #"""
            zpty line bash --norc --noprofile -i
            zpty -w line 'PS1=; PS2=; stty -echo; bind "set enable-bracketed-paste off"; source ./compass.bash'
            zpty -w line 'shown() { printf "<<%s>>\n" "$READLINE_LINE"; }; bind -x '"'"'"\C-x":shown'"'"'; echo rea""dy'
            """#
        return try await line(sandbox, "bash", setUp, keys)
    }

    @Test("bash completes inputs, their values and titles with blanks")
    func bash() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\n" + Self.uploads)
        for (line, completed) in [
            ("run fi", "run film "), ("run film cl", "run film clip.mp4 "),
            ("run film -i sch", "run film -i schools="), ("run film -i schools=u", "run film -i schools=ucla "),
            ("run film -i schools=U", "run film -i schools=ucla "),
            ("run film -i schools=ucla,s", "run film -i schools=ucla,stanford "),
            ("run film -i \"schools=ucla,s", "run film -i \"schools=ucla,stanford\" "),
            ("run film --input=sch", "run film --input=schools="),
            ("documents share \"fall highlights\" ucla,s", "documents share \"fall highlights\" ucla,stanford "),
            ("documents share Fall\\ Highlights u", "documents share Fall\\ Highlights ucla "),
            ("documents show fa", "documents show Fall\\ Highlights "),
            ("documents show Fall\\ ", "documents show Fall\\ Highlights "),
            ("documents show \"fall h", "documents show \"Fall Highlights\" "),
            (
                "uploads add a.mp4 --type highlight_video -i schools=s",
                "uploads add a.mp4 --type highlight_video -i schools=stanford "
            ),
        ] {
            #expect(try await Self.bash(sandbox, "compass \(line)\t") == "compass \(completed)")
        }
    }

    /// How a line goes on, by shell; titles come from others.
    private static let hostile: [(title: String, typed: String, bash: String, zsh: String)] = [
        ("Spring $(touch pwn) `x`", "\"Spr", #""Spring \$(touch pwn) \`x\`" "#, #""Spring \$(touch pwn) \`x\`" "#),
        ("Spring $(touch pwn) `x`", "'Spr", "'Spring $(touch pwn) `x`' ", "'Spring $(touch pwn) `x`' "),
        (
            "Spring $(touch pwn) `x`", "Spr", #"Spring\ \$\(touch\ pwn\)\ \`x\` "#,
            #"Spring\ \$\(touch\ pwn\)\ \`x\` "#
        ),
        (#"Bob's "best""#, "\"Bob", #""Bob's \"best\"" "#, #""Bob's \"best\"" "#),
        (#"Bob's "best""#, "'Bob", #"'Bob'\''s "best"' "#, #"'Bob'\''s "best"' "#),
        (#"Bob's "best""#, #""Bob's \"b"#, #""Bob's \"best\"" "#, #""Bob's \"best\"" "#),
        ("Wow! great", "\"Wow", #""Wow"\!" great" "#, #""Wow\! great" "#),
        (#"back\slash x"#, "back", #"back\\slash\ x "#, #"back\\slash\ x "#),
        ("Season: final", "Season:", #"Season:\ final "#, #"Season:\ final "#),
        ("Season: final", #"Season:\ f"#, #"Season:\ final "#, #"Season:\ final "#),
        ("Season: final", "\"Season: f", "\"Season: final\" ", "\"Season: final\" "),
        ("me@home now", "me@", #"me@home\ now "#, #"me@home\ now "#),
    ]

    @Test(
        "titles go into the line so that the shell takes them as they are, whatever is in them",
        .enabled(if: Nightly.isOn))
    func hostileTitles() async throws {
        let sandbox = try await Self.sandbox()
        for (index, title) in Set(Self.hostile.map(\.title)).enumerated() {
            let file = Path("\(index).mp4")
            try sandbox.write(file, Samples.mp4(UInt8(index + 2)))
            let words = ["run", "film", file, "-i", Path("title=\(title)")]
            try #require(try await sandbox.compass(words).status == 0)
        }
        for (title, typed, bash, zsh) in Self.hostile {
            let line = "compass documents show "
            #expect(try await Self.bash(sandbox, "\(line)\(typed)\t") == line + bash, "\(title)")
            #expect(try await Self.zsh(sandbox, "\(line)\(typed)\t") == line + zsh, "\(title)")
        }
    }

    private static func zsh(_ sandbox: Sandbox, _ keys: String) async throws -> String {
        let setUp = #"""
            zpty line zsh -f -i
            zpty -w line 'PS1=; PS2=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'
            zpty -w line 'source ./compass.zsh; shown() { print -r -- "<<$BUFFER>>" }; zle -N shown; bindkey "^X" shown'
            zpty -w line 'bindkey "^I" complete-word; zle-line-init() { print -r -- rea""dy }; zle -N zle-line-init'
            """#
        return try await line(sandbox, "zsh", setUp, keys)
    }

    @Test("zsh completes inputs, their values and titles with blanks", .enabled(if: Nightly.isOn))
    func zsh() async throws {
        let sandbox = try await Self.sandbox()
        #expect(try await Self.zsh(sandbox, "compass run fi\t") == "compass run film ")
        #expect(try await Self.zsh(sandbox, "compass run film -i sch\t") == "compass run film -i schools=")
        #expect(try await Self.zsh(sandbox, "compass run film -i schools=u\t") == "compass run film -i schools=ucla ")
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\n" + Self.uploads)
        #expect(
            try await Self.zsh(sandbox, "compass uploads add a.mp4 --type highlight_video -i schools=s\t")
                == "compass uploads add a.mp4 --type highlight_video -i schools=stanford ")
        #expect(
            try await Self.zsh(sandbox, "compass documents show Fa\t") == "compass documents show Fall\\ Highlights ")
        #expect(
            try await Self.zsh(sandbox, "compass documents show fa\t") == "compass documents show Fall\\ Highlights ")
        #expect(
            try await Self.zsh(sandbox, "compass run film -i schools=ucla,s\t")
                == "compass run film -i schools=ucla,stanford ")
        #expect(
            try await Self.zsh(sandbox, "compass documents share fa ucla,s\t")
                == "compass documents share fa ucla,stanford ")
        #expect(try await Self.zsh(sandbox, "compass help expr\t") == "compass help expressions ")
    }

    @Test("fish completes inputs, their values and titles with blanks", .enabled(if: Nightly.isOn))
    func fish() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("compass.fish", try await sandbox.compass("completions", "fish").text)
        func complete(_ line: String) async throws -> [String] {
            let output = try await sandbox.run(
                "/usr/bin/fish",
                [
                    "-N", "-c", "set -gx PATH $argv[2] $PATH; source compass.fish; complete --do-complete $argv[1]",
                    "--", Path(line), Sandbox.program.folder,
                ],
                environment: [
                    "HOME=\(sandbox.folder)", "LC_ALL=C.UTF-8",
                ])
            #expect(output.status == 0 && output.errors == "", "\(output)")
            return output.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try await complete("compass run film -i sch") == ["schools="])
        #expect(try await complete("compass run film -i schools=") == ["schools=stanford", "schools=ucla"])
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\n" + Self.uploads)
        #expect(
            try await complete("compass uploads add a.mp4 --type highlight_video -i schools=s") == ["schools=stanford"])
        #expect(try await complete("compass documents show Fa") == ["Fall Highlights"])
        #expect(try await complete("compass documents show 'Fall H") == ["Fall Highlights"])
        #expect(try await complete("compass documents show fa") == ["Fall Highlights"])
        #expect(try await complete("compass documents show 'fall h") == ["Fall Highlights"])
        #expect(try await complete("compass run film -i schools=ucla,s") == ["schools=ucla,stanford"])
        #expect(try await complete("compass documents share fa ucla,s") == ["ucla,stanford"])
        #expect(try await complete("compass help expr") == ["expressions"])
    }
}
