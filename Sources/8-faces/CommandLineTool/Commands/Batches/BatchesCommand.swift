/// `compass batches`
enum BatchesCommand {
    static let command = Command(
        group: "batches", "Look at batches, the runs of a pipeline with a `source`, and give them up",
        [BatchesList.command, BatchesShow.command, BatchesCancel.command])
}
