internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass schools import FILE`
enum SchoolsImport {
    private static let file = Positional<Path>.required(
        "FILE", .path, "A YAML or JSON file: a list of `{ id, name }`, or ids with their names.")

    static let command = Command(
        "import", "Add all schools of a file; known ones take the names it gives",
        discussion: "All of them are added, or none when something in the file is wrong.",
        positionals: [file.spec]
    ) { context in
        let schools = try SchoolsFile.read(context[file])
        try await context.workspace(storing: false).catalog.addSchools(schools, replacing: true)
        try context.streams.print("Imported \(HumanFormat.count(schools.count, "school")).")
        return .success
    }
}
