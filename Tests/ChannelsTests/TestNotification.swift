import Pipelines
import Platform

enum TestNotification {
    /// A notification of a run's stage.
    static func make(id: String = "01J0000000000000000000000R.notify", subject: String = "New video: clip")
        -> Notification
    {
        Notification(
            id: id, channel: "coaches", subject: subject, body: "A line.\nAnother \"line\".",
            data: [
                "run": "01J0000000000000000000000R", "pipeline": "video",
                "document": ["name": "clip.mp4", "size": 12], "subject": "not this one",
            ],
            run: "01J0000000000000000000000R", stage: "notify",
            createdAt: Timestamp(microseconds: 1_772_953_200_123_000))
    }
}
