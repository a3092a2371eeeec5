/// What is wrong with a file of time zone data: the end of "the data is bad: …".
struct TZifError: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
