package import Accounts
package import Platform

extension Person: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
            "has-password": .boolean(hasPassword), "created-at": .string(createdAt.description),
        ]
    }
}

extension Session: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(id), "person": .string(person), "origin": .string(origin.rawValue),
            "created-at": .string(createdAt.description), "last-seen": .string(lastSeen.description),
            "ends-at": .string(endsAt.description), "address": Value(address), "user-agent": Value(userAgent),
        ]
    }
}

extension APIToken {
    /// As `docs/json.md` has it.
    ///
    /// - Parameter time: at which it has its state.
    package func record(at time: Timestamp) -> Record {
        [
            "id": .string(id), "name": .string(name), "person": .string(person),
            "scopes": .list(scopes.map { .string($0.rawValue) }), "state": .string(state(at: time).rawValue),
            "created-at": .string(createdAt.description), "expires-at": .string(expiresAt.description),
            "last-used": Value(lastUsed?.description), "revoked-at": Value(revokedAt?.description),
        ]
    }
}

extension AuditEntry: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(id), "at": .string(at.description), "actor-kind": .string(by.kind.rawValue),
            "actor": .string(by.name), "credential": Value(by.credential), "address": Value(by.address),
            "action": .string(action), "subject-kind": .string(subject.kind), "subject": .string(subject.id),
            "detail": Value(detail), "outcome": Value(outcome?.rawValue), "reason": Value(reason),
            "finished-at": Value(finishedAt?.description),
        ]
    }
}
