@testable import Representations
import Platform
import Testing

@testable import Diagnosis

@Suite struct UnitPathTests {
    @Test(
        "a path means itself in a unit file",
        arguments: [
            ("/srv/compass", "/srv/compass", "/srv/compass"),
            ("/srv/in box", #""/srv/in box""#, #""/srv/in box""#),
            ("/srv/100%", "/srv/100%%", "/srv/100%%"),
            ("/srv/$HOME", "/srv/$HOME", "/srv/$$HOME"),
            (#"/srv/a"b\c"#, #""/srv/a\"b\\c""#, #""/srv/a\"b\\c""#),
            ("/srv/it's", #""/srv/it's""#, #""/srv/it's""#),
            ("/srv/höher", #""/srv/höher""#, #""/srv/höher""#),
            ("/srv/a;b#c", #""/srv/a;b#c""#, #""/srv/a;b#c""#),
        ] as [(Path, String, String)])
    func quoting(_ path: Path, _ word: String, _ argument: String) throws {
        #expect(try UnitPath(path).word == word)
        #expect(try UnitPath(path).argument == argument)
    }

    @Test(
        "a path that a unit file cannot hold is refused",
        arguments: ["relative", "/a\nExecStart=/bin/sh", "/a\tb", Path(bytes: [0x2F, 0xFF]), "/a\u{7F}"] as [Path])
    func refused(_ path: Path) {
        #expect(throws: Problem.self) { try UnitPath(path) }
    }
}
