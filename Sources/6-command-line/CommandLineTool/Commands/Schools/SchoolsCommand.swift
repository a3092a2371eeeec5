internal import Documents
internal import Platform

/// `compass schools`
enum SchoolsCommand {
    static let command = Command(
        group: "schools", "List and add the schools that documents can be shared with",
        [SchoolsList.command, SchoolsAdd.command, SchoolsImport.command])
}

extension School {
    /// As `--json` prints it.
    var record: Record { ["id": .string(id), "name": .string(name)] }
}
