package import Documents
package import Platform

extension School: JSONRepresentable {
    /// As `--json` prints it.
    package var record: Record { ["id": .string(id), "name": .string(name)] }
}
