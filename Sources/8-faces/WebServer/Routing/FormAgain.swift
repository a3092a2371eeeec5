/// How a page's form is shown again with what was typed into it, where nothing was done: since a field is not what it must be,
/// or since nobody was signed in when the form came.
struct FormAgain: Sendable {
    /// The names of the fields that are kept. No secrets, which have to be typed again, and no files.
    let fields: [String]
    /// Makes the page, and changes nothing.
    let page: @Sendable (RouteRequest, FormValues) async throws -> WebPage

    init(_ fields: [String], _ page: @escaping @Sendable (RouteRequest, FormValues) async throws -> WebPage) {
        self.fields = fields
        self.page = page
    }
}

extension RouteRequest {
    /// The form of this request once more, with what was typed.
    ///
    /// - Parameter problem: what is wrong with the whole of it.
    func page(_ again: FormAgain, problem: String? = nil) async throws -> Answer {
        var form = FormValues(values: typed, errors: faults)
        form.problem = problem
        return try await page(try await again.page(self, form), status: 422)
    }
}
