import CompassTesting
import Pipelines
import Platform
import Testing

@Suite struct PathPatternTests {
    @Test(
        "a path matches as a shell would have it, and its captures are told",
        arguments: [
            ("in", "in", [:]), ("in/", "./in", [:]), ("in", "In", nil), ("in", "in/x", nil), (".", ".", [:]),
            ("inbox/{user}/video", "inbox/u1/video", ["user": "u1"]), ("inbox/{user}/video", "inbox/video", nil),
            ("{a}/{b}", "x/y", ["a": "x", "b": "y"]), ("in/u-{user}.d", "in/u-max.d", ["user": "max"]),
            ("in/u-{user}.d", "in/u-.d", nil), ("in/{u}", "in/..", nil), ("in/a{u}", "in/a..", nil),
            ("in/a{u}", "in/a.", nil), ("in/*", "in/..", nil), ("in/*/c", "in/b/c", [:]), ("in/?", "in/é", [:]),
            ("in/[a-c]x", "in/bx", [:]), ("in/[!a-c]x", "in/bx", nil), ("in/[]]", "in/]", [:]), ("in/[{]", "in/{", [:]),
            ("in/[a-]", "in/-", [:]), ("**", "a/b", [:]), ("**", ".", [:]), ("a/**/z", "a/z", [:]),
            ("a/**/z", "a/b/c/z", [:]), ("a/**/z", "a/b/c", nil), ("a/**/{x}", "a/b/c", ["x": "c"]),
            ("**/{x}/**/e", "a/b/e", ["x": "a"]), ("**/b/{x}", "b/b/b/c", ["x": "c"]), ("/in/{u}", "/in/a", ["u": "a"]),
            ("/in/{u}", "in/a", nil), ("../in/{u}", "../in/a", ["u": "a"]), ("a/**", "a/../b", nil),
            ("*.d/x", "a.b.d/x", [:]), ("a*b*c", "aXbYbZc", [:]), ("a*b*c", "aXbYbZ", nil),
        ] as [(String, Path, [String: String]?)])
    func match(_ pattern: String, _ path: Path, _ captures: [String: String]?) throws {
        #expect(try PathPattern(pattern).match(path) == captures)
    }

    @Test("W20: paths are bytes: what looks alike is not the same, and a capture that is no text matches nothing")
    func bytes() throws {
        let (composed, decomposed) = ("in/caf\u{e9}", "in/cafe\u{301}")
        #expect(try PathPattern(composed).match(Path(composed)) != nil)
        #expect(try PathPattern(composed).match(Path(decomposed)) == nil)
        let broken = Path(bytes: Array("in/a".utf8) + [0xFF])
        #expect(try PathPattern("in/{user}").match(broken) == nil)
        #expect(try PathPattern("in/a?").match(broken) == [:])
        #expect(try PathPattern("in/*").match(broken) == [:])
    }

    @Test("a name that only its bytes keep from being captured is told from those that would never be")
    func wantsText() throws {
        let name = Path(bytes: [0x61, 0xFF])
        let inside = Path("in").appending(name)
        let pattern = try PathPattern("in/{user}/docs")
        #expect(pattern.wantsText(inside))
        #expect(pattern.wantsText(inside.appending("docs")))
        #expect(!pattern.wantsText(inside.appending("other")))
        #expect(!pattern.wantsText(Path("out").appending(name)))
        #expect(!pattern.wantsText("in/a"))
        #expect(!pattern.wantsText("in/a/other"))
        #expect(try PathPattern("in/{user}").wantsText(inside))
        #expect(try PathPattern("in/a{user}").wantsText(inside))
        #expect(try !PathPattern("in/b{user}").wantsText(inside))
        #expect(try !PathPattern("in/*/docs").wantsText(inside))
    }

    @Test(
        "what is wrong with a pattern is told",
        arguments: [
            ("", "it is empty; write `.` for the folder itself"),
            ("in/{user", "a brace has no partner; write `{name}`"),
            ("in/user}", "a brace has no partner; write `{name}`"),
            ("in/}{", "a brace has no partner; write `{name}`"),
            ("in/{a{b}}", "a brace has no partner; write `{name}`"),
            ("in/{}", "`{}` has no name; write `{name}`, or `*`"),
            ("in/{a}{b}", "`{a}{b}` captures twice in one segment; write a `/` between them"),
            ("in/{a}/{a}", "it captures `a` twice; write `*` for one of them"),
            ("in/*{a}", "`*{a}` has a glob beside `{a}`; only plain text may stand beside it in its segment"),
            ("in/[ab", "a bracket in `[ab` is not closed; write `[[]` for the character itself"),
            ("in/[z-a]", "a range in brackets in `[z-a]` goes from high to low; write `[a-z]`"),
            ("in/../x", "`..` stands after a folder; write the path without it"),
            ("/../x", "`..` stands after a folder; write the path without it"),
            (String(repeating: "{a}", count: 1_366), "it has 4098 bytes, and a path has at most 4096"),
        ])
    func mistakes(_ pattern: String, _ message: String) {
        let error = #expect(throws: LiteralError.self) { try PathPattern(pattern) }
        #expect(error?.description == message)
    }

    @Test(
        "the base is what comes before the first glob or capture",
        arguments: [
            ("in", "in"), ("in/{u}/x", "in"), ("{u}", "."), (".", "."), ("/", "/"), ("/a//b/./*", "/a/b"),
            ("../a/**", "../a"),
            ("a/b{u}", "a"), ("**/a", "."),
        ] as [(String, Path)])
    func base(_ pattern: String, _ base: Path) throws {
        #expect(try PathPattern(pattern).base == base)
    }

    @Test("a folder is worth looking into exactly if something below it can match")
    func below() throws {
        let pattern = try PathPattern("in/{u}/x")
        for path in [".", "in", "in/a"] as [Path] { #expect(pattern.mayMatch(below: path)) }
        for path in ["out", "in/a/x", "in/a/y", "/in", "in/a/x/z"] as [Path] { #expect(!pattern.mayMatch(below: path)) }
        let deep = try PathPattern("a/**/z")
        for path in ["a", "a/b", "a/z", "a/b/c/z"] as [Path] { #expect(deep.mayMatch(below: path)) }
        #expect(!deep.mayMatch(below: "b"))
        #expect(try PathPattern("**").mayMatch(below: "any/where"))
        #expect(try !PathPattern(".").mayMatch(below: "."))
        #expect(try PathPattern("../in").mayMatch(below: "."))
    }

    @Test("a hostile pattern takes no time that grows with the number of its globs", .timeLimit(.minutes(1)))
    func hostile() throws {
        let pattern = try PathPattern(String(repeating: "a*", count: 100) + "b")
        #expect(pattern.match(Path(String(repeating: "a", count: 255))) == nil)
        let deep = try PathPattern(String(repeating: "**/a/", count: 50) + "b")
        #expect(deep.match(Path(String(repeating: "a/", count: 500))) == nil)
    }

    @Test(
        "names match globs, ASCII letters in either case",
        arguments: [
            ("*.mp4", "clip.MP4", true), ("*.MP4", "clip.mp4", true), ("*.mp4", "clip.mov", false), ("*", "any", true),
            ("[a-c]*", "Bob", true), ("[!a-c]*", "Bob", false), ("É*", "é", false), ("?.txt", "é.txt", true),
            ("a.b", "aXb", false),
        ] as [(String, Path, Bool)])
    func names(_ glob: String, _ name: Path, _ isMatch: Bool) throws {
        #expect(try NameGlob(glob).matches(name) == isMatch)
    }

    @Test("W35: the marker of a file is known from both sides")
    func markers() throws {
        let marker = try MarkerName("{name}.done")
        #expect(marker.marker(for: "clip.mp4") == "clip.mp4.done")
        #expect(marker.file(of: "clip.mp4.done") == "clip.mp4")
        #expect(marker.file(of: ".done") == nil && marker.file(of: "clip.mp4") == nil)
        #expect(marker.marker(for: "/a/clip.mp4") == "/a/clip.mp4.done")
        #expect(marker.file(of: "/a/clip.mp4.done") == "/a/clip.mp4" && marker.file(of: "/a.done/clip.mp4") == nil)
        #expect(try MarkerName("ready-{name}").file(of: "ready-a") == "a")
        for (text, message) in [
            ("done", "a marker's name has `{name}` in it once; write `{name}.done`"),
            ("{name}{name}", "a marker's name has `{name}` in it once; write `{name}.done`"),
            ("{name}.{x}", "a marker's name has `{name}` in it once; write `{name}.done`"),
            ("{name}", "a marker cannot be called like its file; write `{name}.done`"),
            ("a/{name}", "a marker lies beside its file, and its name has no slash; write `{name}.done`"),
        ] {
            let error = #expect(throws: LiteralError.self) { try MarkerName(text) }
            #expect(error?.description == message)
        }
    }
}
