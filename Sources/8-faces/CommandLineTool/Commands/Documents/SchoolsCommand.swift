/// `compass schools`
enum SchoolsCommand {
    static let command = Command(
        group: "schools", "List and add the schools that documents can be shared with",
        [SchoolsList.command, SchoolsAdd.command, SchoolsImport.command])
}
