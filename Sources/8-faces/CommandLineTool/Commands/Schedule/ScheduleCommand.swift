/// `compass schedule`
enum ScheduleCommand {
    static let command = Command(
        group: "schedule", "Show when schedules fire, and what became of their slots",
        discussion: """
            A slot is one time of a schedule. `next` and `simulate` look at the schedules alone and change nothing; \
            they compute what `compass up` does. `slots` lists what was done.
            """,
        [ScheduleNext.command, ScheduleSimulate.command, ScheduleSlots.command, ScheduleSlots.history])
}
