/// `compass quarantine`
enum QuarantineCommand {
    static let command = Command(
        group: "quarantine", "Files of runs that were rejected or failed: look, release, discard",
        discussion: """
            A file that a run refuses or cannot finish is kept with the reason, the run and the line of the pipeline that \
            decided: as a clone or a copy, a large one by a second name, in the worst case by reference. Nothing is lost \
            when the original is overwritten meanwhile.
            """,
        standard: "list",
        [
            QuarantineList.command, QuarantineShow.command, QuarantineReleaseCommand.command,
            QuarantineDiscardCommand.command,
        ])

    static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .quarantine),
        "The entry's id, as `quarantine list` shows it, or the beginning of one.", minimum: 1)
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
}
