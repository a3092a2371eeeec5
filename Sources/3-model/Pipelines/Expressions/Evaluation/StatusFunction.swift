/// The functions that ask how the run is going.
enum StatusFunction: String, Sendable, CaseIterable {
    case success, failure, rejected, cancelled, always

    func holds(_ outcome: RunStatus) -> Bool {
        switch self {
        case .success: outcome == .running || outcome == .succeeded
        case .failure: outcome == .failed
        case .rejected: outcome == .rejected
        case .cancelled: outcome == .cancelled
        case .always: true
        }
    }
}
