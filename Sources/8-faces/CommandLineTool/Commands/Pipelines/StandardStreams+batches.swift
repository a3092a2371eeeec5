internal import Pipelines
internal import Representations
internal import Workspaces

extension StandardStreams {
    func report(_ event: BatchStart.Event) {
        switch event {
        case .otherUnfinished(let batch):
            report(
                sentence:
                    "compass: batch \(batch.id) of \(errorTimes.text(batch.startedAt)), which had other inputs, is not finished; `compass runs "
                    + "resume` resumes it")
        case .continues(let batch):
            note(
                sentence:
                    "compass: resumes batch \(batch.id) of \(errorTimes.text(batch.startedAt)), which was interrupted"
            )
        }
    }

    func reportGivenUp(_ count: Int) {
        report(
            sentence: "compass: \(HumanFormat.count(count, "notification")) could not be delivered and "
                + "\(count == 1 ? "was" : "were") given up; `compass runs show RUN` says why")
    }
}
