internal import HTTPServer
internal import Platform
internal import Service
internal import Workspaces

/// What all routes of a server share.
struct ServerParts: Sendable {
    let service: RunningService
    let links: Links
    let streams: StreamPlaces
    /// A rehearsal has a database of its own for a moment, so that there are few at a time.
    let rehearsals = StreamPlaces(maxPerVisitor: 1, maxInAll: 2)
    /// An export takes room on the disk while it is made.
    let exports = StreamPlaces(maxPerVisitor: 1, maxInAll: 2)
    let senders = UploadSenders()
    let hosts: RequestGuard
    let cookies: SessionCookie
    /// The address that people use, without a slash at its end: `https://compass.example`.
    let url: String
    let router: Router
    /// All routes, as the OpenAPI document shows them.
    let document: OpenAPIText
    /// Of each listener.
    let figures: @Sendable () -> [HTTPServerFigures]

    var legal: LegalDocuments { LegalDocuments(service.workspace.stores.legal) }

    /// The figures of the server as Prometheus reads them.
    var metrics: String { ServerMetrics.text(figures(), streams: streams.count, followers: service.events.followers) }
}
