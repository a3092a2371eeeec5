import Testing

@testable import Passwords

@Suite struct PasswordTests {
    private static let short = """
        A password has at least 10 bytes: 10 letters or digits, or fewer of other characters.
        """

    @Test(
        "a password that is chosen has a length, and is not the person's id",
        arguments: [
            ("", short), ("123456789", short), ("1234567890", nil), ("äöüäö", nil), ("äöü3", short),
            (String(repeating: "x", count: 1_024), nil),
            (String(repeating: "x", count: 1_025), "A password has at most 1,024 bytes of UTF-8."),
            (String(repeating: "x", count: 20_000), "A password has at most 1,024 bytes of UTF-8."),
            ("maria.lopez", "A password must not be the id of the person who has it."),
            ("Maria.Lopez", "A password must not be the id of the person who has it."),
            ("maria.lopez1", nil), ("          ", nil),
        ] as [(String, String?)])
    func chosen(text: String, message: String?) {
        var found: String?
        do throws(PasswordError) {
            _ = try Password(chosen: text, for: "maria.lopez")
        } catch {
            found = error.description
        }
        #expect(found == message)
    }

    @Test("one password in two Unicode forms is the same bytes; look-alikes are not")
    func composed() throws {
        func bytes(_ text: String) -> [UInt8] { Password(attempt: text).withBytes { Array($0) } }
        #expect(bytes("caf\u{E9} secret") == bytes("cafe\u{301} secret"))
        #expect(bytes("\u{FB01}sh") != bytes("fish"))
    }

    @Test("an attempt is cut where no password goes on")
    func cut() {
        #expect(Password(attempt: String(repeating: "x", count: 5_000)).withBytes(\.count) == 1_025)
        #expect(Password(attempt: "").withBytes(\.count) == 0)
    }

    @Test("nothing of a password is shown")
    func hidden() {
        let password = Password(attempt: "correct horse")
        var dumped = ""
        dump(password, to: &dumped)
        for text in ["\(password)", String(reflecting: password), String(describing: [password]), dumped] {
            #expect(!text.contains("horse") && !text.contains("13"))
        }
    }
}
