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
            help.output.hasPrefix(
                """
                Usage: compass documents share [OPTIONS] DOCUMENT [SCHOOL…]

                Share documents with schools.

                A share belongs to the document and follows its current version. Schools may
                view it. Nothing is shared before all names are known.

                Arguments:

                """))
        #expect(help.output.contains("\n\nExamples:\n  compass documents share 'Fall Highlights' stanford ucla\n"))
        #expect(try await Self.run("help").output == (try await Self.run("--help").output))
    }

    @Test("help for an unknown command is a usage error")
    func unknown() async throws {
        let result = try await Self.run("help", "documents", "shar")
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                compass: unknown command `documents shar`; did you mean `compass documents share`?
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
