import Pipelines
import Platform
import Testing

@testable import CommandLineTool
@testable import Representations

@Suite struct HelpCommandTests {
    private static func run(_ arguments: Path...) async throws -> (code: ExitCode, output: String, errors: String) {
        let captured = try CapturedStreams()
        let code = await CommandLineTool.run(arguments, streams: captured.streams) { Registry() }
        return (code, try captured.output, try captured.errors)
    }

    @Test("help COMMAND and COMMAND --help are the same")
    func same() async throws {
        let help = try await Self.run("help", "documents", "share")
        #expect(help.code == .success)
        #expect(help.output == (try await Self.run("documents", "share", "--help").output))
        #expect(
            help.output == """
                Usage: compass documents share [OPTIONS] DOCUMENT SCHOOL…

                Share a document with schools.

                A share belongs to the document and follows its current version. Schools may
                view it.

                Arguments:
                  DOCUMENT  Its title, the id of a version, or the beginning of one.
                  SCHOOL…   A school's id or its name, in any case; several with blanks or
                            commas between them.

                Options:
                      --json           Print the result as one JSON object.
                  -w, --workspace DIR  The workspace's folder (default: found from here).
                  -q, --quiet          Leave out progress and hints; the answer and errors stay.
                  -v, --verbose        Show on standard error what is read and done.
                  -h, --help           Show this help.

                Examples:
                  compass documents share 'Fall Highlights' stanford ucla
                  compass documents share clip 'Stanford University'

                """)
        #expect(try await Self.run("help").output == (try await Self.run("--help").output))
    }

    @Test("help for an unknown command is a usage error")
    func unknown() async throws {
        let result = try await Self.run("help", "documents", "shar")
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                compass: unknown command `documents shar`; did you mean `share`?
                usage: compass help [OPTIONS] [COMMAND…]

                """)
    }

    @Test("the version is told in both ways")
    func version() async throws {
        #expect(try await Self.run("version").output == "compass \(Version.current)\n")
        #expect(try await Self.run("--version").output == "compass \(Version.current)\n")
        #expect(try await Self.run("version", "--json").output == "{\"version\":\"\(Version.current)\"}\n")
    }
}
