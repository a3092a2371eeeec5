package import Documents
package import Platform

extension School: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record { ["id": .string(id), "name": .string(name)] }
}
