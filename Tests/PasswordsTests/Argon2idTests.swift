import Testing

@testable import Passwords

@Suite struct Argon2idTests {
    /// `src/test.c` of https://github.com/P-H-C/phc-winner-argon2, version 0x13 of Argon2id.
    @Test(
        "hashes are those of the reference tests",
        arguments: [
            (65_536, 2, 1, "password", "somesalt", "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
            (256, 2, 1, "password", "somesalt", "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"),
            (256, 2, 2, "password", "somesalt", "bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
        ])
    func reference(memory: Int, passes: Int, lanes: Int, password: String, salt: String, hash: String) throws {
        try Self.check(memory: memory, passes: passes, lanes: lanes, password: password, salt: salt, hash: hash)
    }

    static func check(memory: Int, passes: Int, lanes: Int, password: String, salt: String, hash: String) throws {
        let argon2 = Argon2id(memory: memory, passes: passes, lanes: lanes)
        let encoded = try argon2.hash(Password(attempt: password), salt: Array(salt.utf8))
        let salt = salt == "somesalt" ? "c29tZXNhbHQ" : "ZGlmZnNhbHQ"
        #expect(encoded == "$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)$\(salt)$\(hash)")
        #expect(try Argon2id.verify(Password(attempt: password), encoded))
        #expect(try !Argon2id.verify(Password(attempt: password + "x"), encoded))
    }

    private static let quick = Argon2id(memory: 8, passes: 1, lanes: 1)

    @Test("two hashes of a password differ, and both are of it")
    func salted() throws {
        let password = Password(attempt: "correct horse")
        let hashes = try (0..<2).map { _ in try Self.quick.hash(password) }
        #expect(hashes[0] != hashes[1])
        for hash in hashes { #expect(try Argon2id.verify(password, hash)) }
    }

    @Test("the parameters that are used now are told from others")
    func rehash() throws {
        let encoded = try Self.quick.hash(Password(attempt: "correct horse"))
        #expect(!Self.quick.needsRehash(encoded))
        for other in [
            Argon2id(memory: 16, passes: 1, lanes: 1), Argon2id(memory: 8, passes: 2, lanes: 1),
            Argon2id(memory: 16, passes: 1, lanes: 2), .standard,
        ] {
            #expect(other.needsRehash(encoded))
        }
        #expect(Argon2id.standard == Argon2id(memory: 65_536, passes: 3, lanes: 1))
    }

    @Test(
        "what is no encoded hash is told, and does not let anybody in",
        arguments: [
            "", "$argon2id$", "secret", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$", "$argon2i$v=19$m=8,t=1,p=1$c29t",
        ])
    func damaged(encoded: String) throws {
        let error = #expect(throws: PasswordError.self) {
            try Argon2id.verify(Password(attempt: "correct horse"), encoded)
        }
        #expect(error?.description.hasPrefix("The password could not be verified: ") ?? false)
    }
}
