import CompassTesting
import Glibc
import Platform
import Testing

@testable import CommandLineTool

@Suite struct CompletionScriptTests {
    private static let pool = WorkerPool(name: "shells", width: 1)

    /// Whether the shell is on this machine; bash always is.
    private static func isInstalled(_ shell: Shell) -> Bool {
        Files.exists(Path("/usr/bin/\(shell.rawValue)"))
    }

    /// Runs a shell with a program `compass` in its path that answers as a shell script says.
    private static func run(_ shell: Shell, _ arguments: [Path], answer: String = "") async throws -> String {
        let folder = try TestFolder()
        let program = try folder.write("bin/compass", Array("#!/bin/sh\n\(answer)\n".utf8))
        _ = program.withCString { chmod($0, 0o755) }
        try folder.write("files/clip.mp4", [])
        try folder.write("files/cover letter.pdf", [])
        try folder.write("files/season/game.mp4", [])
        let script = try folder.write("script", Array(shell.completionScript.utf8))
        return try await pool.run {
            let bin = folder.path.appending("bin")
            let child = try ChildProcess(
                Path("/usr/bin/\(shell.rawValue)"), arguments + [script],
                environment: ["PATH=\(bin):/usr/bin:/bin", "HOME=\(folder.path)", "LC_ALL=C.UTF-8"],
                folder: folder.path.appending("files"))
            let output = try child.output.map { try $0.readToEnd(limit: 1_000_000) } ?? []
            let errors = try child.errors.map { try $0.readToEnd(limit: 1_000_000) } ?? []
            let exit = try child.wait()
            return String(decoding: output, as: UTF8.self) + String(decoding: errors, as: UTF8.self)
                + (exit.status == 0 ? "" : "exit \(exit.status)")
        }
    }

    @Test("the shell accepts the script", arguments: Shell.allCases.filter(isInstalled))
    func syntax(shell: Shell) async throws {
        #expect(try await Self.run(shell, shell == .fish ? ["--no-execute"] : ["-n"]) == "")
    }

    /// What bash offers for a line, and what it asked the program.
    private static func bash(_ words: [String], answer: String) async throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let driver = """
            source "$0"; COMP_WORDS=(compass \(quoted)); COMP_CWORD=\(words.count)
            COMP_LINE="${COMP_WORDS[*]}"; COMP_LINE=${COMP_LINE//' ='/=}; COMP_LINE=${COMP_LINE//'= '/=}
            COMP_POINT=${#COMP_LINE}; _compass
            printf '%s\\n' "${COMPREPLY[@]}"; cat "$HOME/asked"
            """
        let text = try await run(
            .bash, ["-c", Path(driver)], answer: "printf '<%s>' \"$@\" >$HOME/asked; printf '\(answer)'")
        // Files come in the order of the folder.
        return text.split(separator: "\n").map(String.init).sorted()
    }

    @Test("bash offers the program's words, and files where the program says so")
    func bash() async throws {
        #expect(
            try await Self.bash(["doc"], answer: #"nothing\ndocuments\tLook after them\n"#)
                == ["<__complete><--><doc>", "documents"])
        #expect(
            try await Self.bash(["run", ""], answer: #"files\nvideo\tpipeline\n"#)
                == ["<__complete><--><run><>", "clip.mp4", "cover letter.pdf", "season", "video"])
        #expect(
            try await Self.bash(["run", "v", "c"], answer: #"files\n"#)
                == ["<__complete><--><run><v><c>", "clip.mp4", "cover letter.pdf"])
        #expect(
            try await Self.bash(["-w", "s"], answer: #"folders\n"#) == ["<__complete><--><-w><s>", "season"])
    }

    @Test("bash splits words at =, and still gets the value alone")
    func bashEquals() async throws {
        #expect(
            try await Self.bash(["list", "--sort", "=", "n"], answer: #"nothing\n--sort=newest\t\n--sort=name\t\n"#)
                == ["<__complete><--><list><--sort=n>", "name", "newest"])
        #expect(
            try await Self.bash(["list", "--sort", "="], answer: #"nothing\n--sort=newest\t\n"#)
                == ["<__complete><--><list><--sort=>", "newest"])
    }

    @Test("fish offers the program's words with their descriptions, and files", .enabled(if: isInstalled(.fish)))
    func fish() async throws {
        let words = try await Self.run(
            .fish, ["-c", #"source $argv[1]; complete --do-complete "compass doc""#, "--"],
            answer: #"printf 'nothing\ndocuments\tLook after them\n'"#)
        #expect(words == "documents\tLook after them\n")
        let files = try await Self.run(
            .fish,
            ["-c", #"source $argv[1]; complete --do-complete "compass run v c" | string split -f 1 \t; true"#, "--"],
            answer: #"printf 'files\n'"#)
        #expect(files == "clip.mp4\ncover letter.pdf\n" || files == "clip.mp4\n'cover letter.pdf'\n", "\(files)")
    }
}
