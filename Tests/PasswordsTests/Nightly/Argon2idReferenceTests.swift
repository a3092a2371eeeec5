import Testing

/// The rest of the reference tests, of 64 MiB each.
@Suite struct Argon2idReferenceTests {
    @Test(
        "hashes of much memory are those of the reference tests",
        arguments: [
            (1, "password", "somesalt", "9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg"),
            (2, "differentpassword", "somesalt", "C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94"),
            (2, "password", "diffsalt", "vfMrBczELrFdWP0ZsfhWsRPaHppYdP3MVEMIVlqoFBw"),
        ])
    func reference(passes: Int, password: String, salt: String, hash: String) throws {
        try Argon2idTests.check(
            memory: 65_536, passes: passes, lanes: 1, password: password, salt: salt, hash: hash)
    }
}
