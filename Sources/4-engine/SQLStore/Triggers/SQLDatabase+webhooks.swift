public import Pipelines
public import Platform
internal import SQL

/// As `WebhookStore`.
extension SQLDatabase {
    public func addWebhookRequest(_ request: WebhookRequest) async throws -> WebhookRequest {
        try await write { try WebhookTable(connection: $0).add(request) }
    }

    public func webhookRequest(_ message: String, of hook: String) async throws -> WebhookRequest? {
        try await read { try WebhookTable(connection: $0).request(message, of: hook) }
    }

    public func webhookRequest(ofRun run: String) async throws -> WebhookRequest? {
        try await read { try WebhookTable(connection: $0).request(ofRun: run) }
    }

    public func pendingWebhookRequests(after last: WebhookRequest?, limit: Int) async throws -> [WebhookRequest] {
        let limit = Self.clamp(limit)
        return try await read { try WebhookTable(connection: $0).pending(after: last, limit: limit) }
    }

    public func pendingWebhookRequests(
        of owner: String, after run: String, limit: Int
    ) async throws -> [WebhookRequest] {
        let limit = Self.clamp(limit)
        return try await read { try WebhookTable(connection: $0).pending(of: owner, after: run, limit: limit) }
    }

    public func endWebhookRequest(ofRun run: String) async throws {
        try await write { try WebhookTable(connection: $0).end(run) }
    }

    public func forgetWebhookRequest(ofRun run: String) async throws {
        try await write { try WebhookTable(connection: $0).forget(run) }
    }

    public func forgetWebhookRequests(before time: Timestamp) async throws {
        try await write { try WebhookTable(connection: $0).forget(before: time) }
    }
}
