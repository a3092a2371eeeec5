public import Platform

extension BatchRecord {
    /// When the schedule that started it was due; nil: something else started it.
    public var slot: Timestamp? {
        trigger["kind"] == "schedule" ? trigger["at"]?.string.flatMap(Timestamp.init(rfc3339:)) : nil
    }

    /// What the ages of its source count from: its slot, however late it began, so that slots that follow one another
    /// share the time out; otherwise its start.
    public var referenceTime: Timestamp { slot ?? startedAt }
}
