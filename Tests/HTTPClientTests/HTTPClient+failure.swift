import HTTPClient
import Testing

extension HTTPClient {
    /// The error that a request ends with; nil, and an issue, when it is answered.
    func failure(_ request: HTTPRequest, limits: HTTPLimits = HTTPLimits()) async -> HTTPError? {
        do {
            let response = try await send(request, limits: limits)
            Issue.record("an answer came: \(response.status)")
            return nil
        } catch {
            return error
        }
    }
}
