internal import Platform
internal import Representations

/// The OpenAPI document as it is served and written to docs/api.
struct OpenAPIText: Sendable {
    let record: Record

    /// - Parameter routes: those of pages are left out.
    init(_ routes: [Route]) {
        record = OpenAPIDocument.record(of: routes.filter { !$0.isPage }, schemas: Schemas.all)
    }

    /// With line breaks, for people and version control.
    var text: String { JSONText.indented(.record(record)) + "\n" }
}
