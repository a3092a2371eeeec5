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
        #expect(try await Self.offered(sandbox, "stores", "") == ["file"])
        try #require(try await sandbox.compass("new", "plugin", "min-words").status == 0)
        #expect(try await Self.offered(sandbox, "plugins", "check", "") == ["min-words"])
        #expect(try await Self.offered(sandbox, "batches", "show", "") == [])
    }

    @Test("bash completes inputs, their values and titles with blanks")
    func bash() async throws {
        let sandbox = try await Self.sandbox()
        func complete(_ words: String...) async throws -> [String] {
            let driver = """
                source <("$1" completions bash); shift
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _compass; printf '%s\\n' "${COMPREPLY[@]}"
                """
            let output = try await sandbox.run(
                "/bin/bash", ["-c", Path(driver), "bash", Sandbox.program, Sandbox.program] + words.map { Path($0) })
            #expect(output.status == 0 && output.errors == "", "\(output)")
            return output.text.split(separator: "\n").map(String.init)
        }
        #expect(try await complete("run", "film", "-i", "sch") == ["schools="])
        #expect(try await complete("run", "film", "-i", "schools", "=") == ["stanford", "ucla"])
        #expect(try await complete("run", "film", "-i", "schools", "=", "u") == ["ucla"])
        #expect(try await complete("run", "film", "-i", "schools", "=", "ucla,s") == ["ucla,stanford"])
        #expect(try await complete("run", "film", "-i", "schools", "=", "ucla\\,s") == ["ucla,stanford"])
        #expect(try await complete("run", "film", "-i", "schools", "=", "U") == ["ucla"])
        #expect(try await complete("documents", "share", "Fall\\ Highlights", "ucla,s") == ["ucla,stanford"])
        #expect(try await complete("documents", "show", "fa") == ["Fall\\ Highlights"])
        #expect(try await complete("documents", "show", "\"fall h") == ["Fall Highlights"])
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: schools.yaml\n" + Self.uploads)
        #expect(
            try await complete("uploads", "add", "a.mp4", "--type", "highlight_video", "-i", "schools", "=", "s")
                == ["stanford"])
        #expect(try await complete("documents", "show", "Fa") == ["Fall\\ Highlights"])
        #expect(try await complete("documents", "show", "Fall\\ H") == ["Fall\\ Highlights"])
        #expect(try await complete("documents", "show", "\"Fall H") == ["Fall Highlights"])
    }

    /// What stands in zsh's line after keys were pressed, as a terminal has it. They are pressed once the line editor reads: what
    /// comes before goes through the terminal's own line, and some of it is lost at times.
    private static func zsh(_ sandbox: Sandbox, _ keys: String) async throws -> String {
        let driver = #"""
            zmodload zsh/zpty
            export PATH=$2:$PATH
            zpty line zsh -f -i
            zpty -w line 'PS1=; PS2=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'
            zpty -w line 'source ./compass.zsh; shown() { print -r -- "<<$BUFFER>>" }; zle -N shown; bindkey "^X" shown'
            zpty -w line 'bindkey "^I" complete-word; zle-line-init() { print -r -- rea""dy }; zle -N zle-line-init'
            zpty -r line out '*ready*'
            zpty -w -n line "$1"$'\x18'
            zpty -r line out '*>>*'
            print -r -- "${${out##*<<}%%>>*}"
            zpty -d line
            """#
        try sandbox.write("compass.zsh", try await sandbox.compass("completions", "zsh").text)
        let output = try await sandbox.run(
            "/usr/bin/zsh", ["-f", "-c", Path(driver), "zsh", Path(keys), Sandbox.program.folder],
            environment: ["TERM=xterm", "HOME=\(sandbox.folder)"])
        #expect(output.status == 0, "\(output)")
        return output.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test("zsh completes inputs, their values and titles with blanks", .timeLimit(.minutes(1)))
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

    @Test("fish completes inputs, their values and titles with blanks")
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
