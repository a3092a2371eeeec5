import CompassTesting
import Platform
import Testing

/// What bash, zsh and fish put into the line; `CompletionTests` has a few rows of bash.
@Suite struct ShellCompletionTests {
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

    private static func zsh(_ sandbox: Sandbox, _ keys: String) async throws -> String {
        let setUp = #"""
            zpty line zsh -f -i
            zpty -w line 'PS1=; PS2=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'
            zpty -w line 'source ./compass.zsh; shown() { print -r -- "<<$BUFFER>>" }; zle -N shown; bindkey "^X" shown'
            zpty -w line 'bindkey "^I" complete-word; zle-line-init() { print -r -- rea""dy }; zle -N zle-line-init'
            """#
        return try await CompletionTests.line(sandbox, "zsh", setUp, keys)
    }

    @Test("inputs of what is uploaded are those of the pipeline that takes its type, but for what has options")
    func uploads() async throws {
        let sandbox = try await CompletionTests.sandbox()
        try sandbox.write("compass.yaml", CompletionTests.uploading)
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

    @Test("what lies in the trash is offered where it can be restored, shown or deleted, and nowhere else")
    func trash() async throws {
        let sandbox = try await CompletionTests.sandbox()
        for (index, title) in ["Grades", "Season", "Season"].enumerated() {
            let file = Path("\(index).mp4")
            try sandbox.write(file, Samples.mp4(UInt8(index + 2)))
            try await sandbox.compass("run", "film", file, "-i", Path("title=\(title)"), ending: 0)
        }
        try #require(try await sandbox.compass("documents", "trash", "Grades").status == 0)
        for (command, titles) in [
            ("restore", ["Grades", "Season"]), ("show", ["Fall Highlights", "Grades", "Season"]),
            ("delete", ["Fall Highlights", "Grades", "Season"]), ("trash", ["Fall Highlights", "Season"]),
            ("share", ["Fall Highlights", "Season"]), ("download", ["Fall Highlights", "Season"]),
        ] {
            let offered = try await CompletionTests.offered(sandbox, "documents", Path(command), "")
            #expect(offered.filter { !$0.contains("-") }.sorted() == titles, "\(command): \(offered)")
        }
        #expect(try await CompletionTests.offered(sandbox, "documents", "restore", "gra") == ["Grades"])
        let versions = try await sandbox.list("documents", "versions", "Season")
        let former = try #require(versions.first { $0["version"]?.integer == 1 }?["id"]?.string)
        let current = try #require(versions.first { $0["version"]?.integer == 2 }?["id"]?.string)
        let offered = try await CompletionTests.offered(sandbox, "documents", "restore", "")
        #expect(offered.contains(former) && !offered.contains(current), "\(offered)")
    }

    @Test(
        "titles go into the line so that the shell takes them as they are, whatever is in them")
    func hostileTitles() async throws {
        let sandbox = try await CompletionTests.sandbox()
        for (index, title) in Set(Self.hostile.map(\.title)).enumerated() {
            let file = Path("\(index).mp4")
            try sandbox.write(file, Samples.mp4(UInt8(index + 2)))
            let words = ["run", "film", file, "-i", Path("title=\(title)")]
            try #require(try await sandbox.compass(words).status == 0)
        }
        for (title, typed, bash, zsh) in Self.hostile {
            let line = "compass documents show "
            #expect(try await CompletionTests.bash(sandbox, "\(line)\(typed)\t") == line + bash, "\(title)")
            #expect(try await Self.zsh(sandbox, "\(line)\(typed)\t") == line + zsh, "\(title)")
        }
    }

    @Test("zsh completes inputs, their values and titles with blanks")
    func zsh() async throws {
        let sandbox = try await CompletionTests.sandbox()
        try sandbox.write("compass.yaml", CompletionTests.uploading)
        for (line, completed) in [
            ("run fi", "run film "), ("run film -i sch", "run film -i schools="),
            ("run film -i schools=u", "run film -i schools=ucla "),
            (
                "uploads add a.mp4 --type highlight_video -i schools=s",
                "uploads add a.mp4 --type highlight_video -i schools=stanford "
            ),
            ("documents show Fa", "documents show Fall\\ Highlights "),
            ("documents show fa", "documents show Fall\\ Highlights "),
            ("run film -i schools=ucla,s", "run film -i schools=ucla,stanford "),
            ("documents share fa ucla,s", "documents share fa ucla,stanford "), ("help expr", "help expressions "),
        ] {
            #expect(try await Self.zsh(sandbox, "compass \(line)\t") == "compass \(completed)")
        }
    }

    @Test("fish completes inputs, their values and titles with blanks")
    func fish() async throws {
        let sandbox = try await CompletionTests.sandbox()
        try sandbox.write("compass.fish", try await sandbox.compass("completions", "fish").text)
        try sandbox.write("compass.yaml", CompletionTests.uploading)
        for (line, offered) in [
            ("run film -i sch", ["schools="]), ("run film -i schools=", ["schools=stanford", "schools=ucla"]),
            ("uploads add a.mp4 --type highlight_video -i schools=s", ["schools=stanford"]),
            ("documents show Fa", ["Fall Highlights"]), ("documents show 'Fall H", ["Fall Highlights"]),
            ("documents show fa", ["Fall Highlights"]), ("documents show 'fall h", ["Fall Highlights"]),
            ("run film -i schools=ucla,s", ["schools=ucla,stanford"]),
            ("documents share fa ucla,s", ["ucla,stanford"]), ("help expr", ["expressions"]),
        ] {
            let output = try await sandbox.run(
                "/usr/bin/fish",
                [
                    "-N", "-c", "set -gx PATH $argv[2] $PATH; source compass.fish; complete --do-complete $argv[1]",
                    "--", Path("compass \(line)"), Sandbox.program.folder,
                ], environment: ["HOME=\(sandbox.folder)", "LC_ALL=C.UTF-8"], ending: 0, errors: .equals(""))
            #expect(output.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == offered, "\(line)")
        }
    }
}
