internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass schools add ID NAME`
enum SchoolsAdd {
    private static let id = Positional<String>.required(
        "ID", .word, "Lower-case letters, digits, `.`, `_` and `-`: `stanford`.")
    private static let name = Positional<String>.required("NAME", .word, "For people: `Stanford University`.")
    private static let force = CommandOption.flag("force", short: "f", "Rename a school that is there.")
    private static let json = CommandOption.flag("json", "Print the school as one JSON object.")

    static let command = Command(
        "add", "Add a school", examples: ["schools add stanford 'Stanford University'"],
        options: [force.spec, json.spec], positionals: [id.spec, name.spec]
    ) { context in
        let school = try School(id: context[id], name: context[name])
        try await context.workspace(storing: false).catalog.addSchools([school], replacing: context[force])
        if context[json] {
            try context.streams.print(json: school.record)
        } else {
            try context.streams.print("Added \(school.id), \(Printable.text(school.name)).")
        }
        return .success
    }
}
