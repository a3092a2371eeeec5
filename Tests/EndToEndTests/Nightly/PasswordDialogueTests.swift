import Glibc
import Platform
import Testing

/// Passwords that are asked for on a terminal; `PasswordInputTests` is its lower floor.
@Suite struct PasswordDialogueTests {
    /// Answers what a program asks on a terminal of its own; prints what the terminal showed, and how the program ended.
    private static let dialogue = """
        import os, pty, sys
        process, screen = pty.fork()
        if process == 0:
            os.execv(sys.argv[1], sys.argv[1:sys.argv.index("--")])
        shown, answers = b"", sys.argv[sys.argv.index("--") + 1:]
        while True:
            try:
                part = os.read(screen, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
            if answers and shown.endswith(b": "):
                os.write(screen, answers.pop(0).encode().decode("unicode_escape").encode())
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        print(status, shown.decode().replace("\\r", ""))
        """

    @Test(
        "a password is asked for twice on a terminal, which does not show it",
        arguments: [
            (
                ["correct horse\\n", "correct horse\\n"],
                "0 Password: \nOnce more: \nAdded ana as an admin, since the first person is one.\n\n"
            ),
            (
                ["correct horse\\n", "correct hearse\\n"],
                "2 Password: \nOnce more: \ncompass: the two passwords differ; nothing was changed\n\n"
            ),
            (["correct\\x04"], "2 Password: \ncompass: no password was given\n\n"),
            (["correct\\x03"], "-2 Password: \n\n"),
        ])
    func asked(answers: [String], shown: String) async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.run(
            "/usr/bin/python3",
            ["-c", Path(Self.dialogue), Sandbox.program, "users", "add", "ana", "--"] + answers.map { Path($0) })
        #expect(output.text == shown, "\(output)")
        #expect(try await sandbox.compass("users", "list", "--json").lines.count == (shown.hasPrefix("0") ? 1 : 0))
    }
}
