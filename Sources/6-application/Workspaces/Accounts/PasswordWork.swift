package import Passwords
internal import Platform
internal import Representations

/// Hashes passwords, on two threads of the whole process: each hash has its memory and its processor, and whoever asks for
/// many gets them one after the other.
package struct PasswordWork: Sendable {
    private static let pool = WorkerPool(name: "password", width: 2)

    package let parameters: Argon2id

    package init(_ parameters: Argon2id = .standard) {
        self.parameters = parameters
    }

    /// A password that a person chooses.
    ///
    /// - Throws: `Problem` when they may not have it.
    func chosen(_ text: String, for person: String) throws -> Password {
        do {
            return try Password(chosen: text, for: person)
        } catch {
            throw Problem.invalidRequest(String(error.description.dropLast()))
        }
    }

    /// - Throws: `PasswordError`
    func hash(_ password: Password) async throws -> String {
        try await Self.pool.run { [parameters] in try parameters.hash(password) }
    }

    /// Whether a password is the one of a hash. Without a hash it is not, and that takes as long.
    ///
    /// - Throws: `PasswordError`
    func verify(_ password: Password, _ encoded: String?) async throws -> Bool {
        try await Self.pool.run { [parameters] in
            if let encoded { return try Argon2id.verify(password, encoded) }
            _ = try parameters.hash(password)
            return false
        }
    }
}
