internal import Documents
internal import Platform

extension School {
    /// As `--json` prints it.
    var record: Record { ["id": .string(id), "name": .string(name)] }
}
