import Testing

@testable import CommandLineTool

@Suite struct HelpTextTests {
    @Test("the help of a command names everything that the parser accepts")
    func command() throws {
        let run = try #require(SampleCommands.root.subcommand("run"))
        #expect(
            HelpText(width: 60).render(path: ["tool", "run"], command: run) == """
                Usage: tool run [OPTIONS] PIPELINE [FILE…]

                Run something.

                Arguments:
                  PIPELINE  The pipeline.
                  [FILE…]   The files.

                Options:
                  -f, --force          Do it anyway.
                  -n, --count N        How often. Default: 3.
                      --colour COLOUR  The colour. One of: red, green, blue.
                  -t, --tag TAG        A tag. May be given several times.
                      --shared ANSWER  Whether it is shared. One of: yes,
                                       no.
                  -w, --workspace DIR  The workspace's folder (default:
                                       found from here).
                  -q, --quiet          Leave out progress and hints; the
                                       answer and errors stay.
                  -v, --verbose        Show on standard error what is read
                                       and done.
                  -h, --help           Show this help.

                """)
    }

    @Test("the help of a group lists its commands, without hidden ones")
    func group() {
        let text = HelpText(width: 80).render(path: ["tool"], command: SampleCommands.root)
        #expect(
            text == """
                Usage: tool COMMAND

                A sample.

                Commands:
                  run PIPELINE [FILE…]  Run something
                  things                Look after things

                Options:
                  -w, --workspace DIR  The workspace's folder (default: found from here).
                  -q, --quiet          Leave out progress and hints; the answer and errors stay.
                  -v, --verbose        Show on standard error what is read and done.
                      --version        Show the version.
                  -h, --help           Show this help.

                """)
    }

    @Test("no line of any command's help is wider than the terminal", arguments: [40, 60, 80, 200])
    func widths(width: Int) {
        for (path, command) in CommandTree.all(RootCommand.tree) {
            let text = HelpText(width: width).render(path: path, command: command)
            // The usage line, names and examples are never broken: they are to be copied.
            for line in text.split(separator: "\n") where line.hasPrefix("      ") || !line.hasPrefix(" ") {
                if line.hasPrefix("Usage:") { continue }
                #expect(DisplayWidth.of(line) <= min(width, 100), "\(path): \(line)")
            }
        }
    }
}
