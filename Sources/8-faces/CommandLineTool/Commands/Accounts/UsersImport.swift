internal import Accounts
internal import Platform
internal import Representations
internal import Workspaces

/// `compass users import FILE`
enum UsersImport {
    private static let file = Positional<Path>.required(
        "FILE", .path, "A CSV file with the columns `id` and `name`, and perhaps `role`, as a spreadsheet saves it.")

    /// So many of those who were there already are named.
    private static let named = 20

    private static let json = CommandOption.flag("json", "Print each person who was added as one JSON object.")

    static let command = Command(
        "import", "Add all people of a file; those that are there stay as they are",
        discussion: """
            All of them are added, or none when something in the file is wrong. Without a role they are owners. They have no \
            password: `users passwd` gives a person one.

            \(CSVHelp.charsets)
            """,
        examples: ["users import team.csv"], options: [json.spec], positionals: [file.spec]
    ) { context in
        let path = context[file]
        try NamedFiles.require(path)
        let (people, warnings) = try PeopleFile.read(path)
        if let warnings { context.warn(warnings) }
        let (added, known) = try await People(of: context.workspace(storing: false)).add(people, by: context.actor)
        if context[json] {
            for person in added { try context.streams.print(json: person.record) }
        } else {
            try context.streams.print("Imported \(count(added.count)).")
        }
        if !known.isEmpty {
            let ids = known.prefix(named).map { Printable.text($0) } + (known.count > named ? ["…"] : [])
            context.streams.note(
                "\(count(known.count)) \(known.count == 1 ? "is" : "are") there already: \(ids.joined(separator: ", "))"
            )
        }
        if !added.isEmpty {
            context.streams.note("They cannot sign in until `compass users passwd ID` gives them a password.")
        }
        return .success
    }

    private static func count(_ people: Int) -> String { people == 1 ? "1 person" : "\(people) people" }
}
