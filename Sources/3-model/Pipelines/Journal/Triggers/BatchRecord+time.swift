public import Platform

extension BatchRecord {
    /// When the schedule that started it was due; nil: something else started it.
    public var slot: Timestamp? {
        if case .schedule(_, let time, _)? = Trigger(trigger) { time } else { nil }
    }

    /// What the ages of its source count from: its slot, however late it began, so that slots that follow one another
    /// share the time out; otherwise its start.
    public var referenceTime: Timestamp { slot ?? startedAt }
}
