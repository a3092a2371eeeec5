import Platform
import Testing
import YAMLTree

@Suite struct YAMLByteIssueTests {
    @Test(
        "bytes that are no text are found where they are",
        arguments: [
            (
                Array("a: ".utf8) + [0xFF, 0x0A],
                """
                t.yaml:1:4: error[yaml-encoding]: 0xFF is not valid UTF-8 here
                    1 | a: \u{FFFD}
                      |    ^ save the file as UTF-8

                """
            ),
            (
                Array("é: 1\nb: caf".utf8) + [0xE9, 0x20, 0xE8, 0x0A],
                """
                t.yaml:2:7: error[yaml-encoding]: 0xE9 is not valid UTF-8 here
                    2 | b: caf\u{FFFD} \u{FFFD}
                      |       ^ save the file as UTF-8
                   = 2 places in the file are not UTF-8

                """
            ),
            (
                [0x61, 0x0A, 0x62, 0xC3],
                """
                t.yaml:2:2: error[yaml-encoding]: 0xC3 is not valid UTF-8 here
                    2 | b\u{FFFD}
                      |  ^ save the file as UTF-8

                """
            ),
            (
                [0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8, 0x62, 0x00],
                """
                t.yaml:1:2: error[yaml-encoding]: 0xD800 is not valid UTF-16 here
                    1 | a\u{FFFD}b
                      |  ^ save the file as UTF-8

                """
            ),
            (
                [0xFE, 0xFF, 0x00, 0x61, 0x00],
                """
                t.yaml:1:2: error[yaml-encoding]: 0xD800 is not valid UTF-16 here
                    1 | a\u{FFFD}
                      |  ^ save the file as UTF-8

                """
            ),
            (
                Array("a: \0\u{1}".utf8),
                """
                t.yaml:1:4: error[yaml-encoding]: this is a binary file, not text
                    1 | a: \u{FFFD}\u{FFFD}
                      |    ^ a NUL byte stands here

                """
            ),
            (
                Array("a: 'x\u{7}y'\nb: \u{2028}\u{9F}\u{FFFF}\n".utf8),
                """
                t.yaml:1:6: error[yaml-character]: the control character U+0007 may not stand in YAML
                    1 | a: 'x\u{FFFD}y'
                      |      ^ in double quotes it is written `\\x07`
                t.yaml:2:4: error[yaml-character]: the line separator U+2028 may not stand in YAML
                    2 | b: \u{FFFD}\u{FFFD}\u{FFFD}
                      |    ^ in double quotes it is written `\\u2028`
                t.yaml:2:5: error[yaml-character]: the control character U+009F may not stand in YAML
                    2 | b: \u{FFFD}\u{FFFD}\u{FFFD}
                      |     ^ in double quotes it is written `\\x9F`
                t.yaml:2:6: error[yaml-character]: the control character U+FFFF may not stand in YAML
                    2 | b: \u{FFFD}\u{FFFD}\u{FFFD}
                      |      ^

                """
            ),
            (
                Array("\u{FEFF}a: \u{FEFF}b\n".utf8),
                """
                t.yaml:1:4: error[yaml-character]: a byte order mark may only stand at the start of the file
                    1 | a: \u{FFFD}b
                      |    ^ remove this invisible character

                """
            ),
        ] as [([UInt8], String)])
    func bytes(bytes: [UInt8], expected: String) {
        #expect(Reading(bytes).rendered == expected)
    }

    @Test("wrong bytes do not hide what else is wrong")
    func further() {
        let reading = Reading(Array("a: 1\nb: ".utf8) + [0xFF] + Array("\na: *x\nc: [\n".utf8))
        #expect(reading.kinds == ["yaml-encoding", "duplicate-key", "unknown-alias", "yaml-syntax"])
    }

    @Test(
        "lines and columns are those of an editor, with any line end and any text before",
        arguments: ["\n", "\r\n", "\r"])
    func lineEnds(lineEnd: String) {
        let text = ["\u{FEFF}# é", "", "日: {x: 🎥, x: 2}", "b: *b"].joined(separator: lineEnd)
        #expect(
            Reading(text).rendered == """
                t.yaml:3:11: error[duplicate-key]: the key `x` stands here a second time
                    3 | 日: {x: 🎥, x: 2}
                      |             ^
                   = the first one is in line 3
                t.yaml:4:4: error[unknown-alias]: no anchor `&b` stands before this alias
                    4 | b: *b
                      |    ^^

                """)
    }

    @Test("all mistakes of a file are reported, and what is faulty is marked")
    func all() throws {
        let reading = Reading("a: 1\na: 2\nb: *x\nc: !y\n- : z\nd: !!int e\n[f]: g\nh: [\n")
        #expect(reading.kinds == ["duplicate-key", "unknown-alias", "unknown-tag", "yaml-syntax"])
        let root = try #require(Reading("a: 1\na: 2\nb: *x\nc: !y z\nd: !!int e\n[f]: *g\ni: !!seq {}\n").root)
        #expect(root.entries?.map(\.name) == ["a", "b", "c", "d", "i"])
        #expect(root.entries?.map(\.value.isFaulty) == [false, true, true, true, true])
        #expect(root["a"]?.resolved == 1)
    }
}
