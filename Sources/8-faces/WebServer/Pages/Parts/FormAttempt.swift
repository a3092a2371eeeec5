internal import Representations

extension RouteRequest {
    /// Does what a form asks for. What is wrong with that is said in the form; what is not the form's fault is thrown.
    ///
    /// - Returns: nil when it was not done.
    func attempt<Result>(_ form: inout FormValues, _ change: () async throws -> Result) async throws -> Result? {
        guard form.isValid else { return nil }
        do {
            return try await change()
        } catch {
            let details = ProblemAnswer.details(of: error, seesInternals: visitor.isAdmin)
            guard [400, 409, 422].contains(details.status) else { throw error }
            form.problem = ([details.message] + details.lines).joined(separator: " ")
            return nil
        }
    }
}
