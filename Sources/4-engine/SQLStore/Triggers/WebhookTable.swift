internal import Pipelines
internal import Platform
internal import SQL

/// Requests to webhooks, through any connection.
struct WebhookTable {
    let connection: any SQLConnection

    private static let columns =
        "hook, message, digest, run, pipeline, owner, inputs, file_url, file_name, created_at, state, announced"

    /// - Returns: the one that has the message.
    func add(_ request: WebhookRequest) throws -> WebhookRequest {
        try connection.execute(
            """
            INSERT INTO webhook_requests (
                hook, message, digest, run, pipeline, owner, inputs, file_url, file_name, state, created_at,
                announced)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (hook, message) DO NOTHING
            """,
            [
                request.hook, request.message, request.digest, request.run, request.pipeline, request.owner,
                StoredRecord.text(request.inputs), request.file?.url, request.file?.name,
                request.createdAt.microseconds, request.announced,
            ] as [any Bindable])
        return try self.request(request.message, of: request.hook) ?? request
    }

    func request(_ message: String, of hook: String) throws -> WebhookRequest? {
        try connection.first(
            "SELECT \(Self.columns) FROM webhook_requests WHERE hook = ? AND message = ?", [hook, message]
        ) { try Self.read($0) }
    }

    func request(ofRun run: String) throws -> WebhookRequest? {
        try connection.first("SELECT \(Self.columns) FROM webhook_requests WHERE run = ?", [run]) { try Self.read($0) }
    }

    static let pending = """
        SELECT \(columns) FROM webhook_requests WHERE state = 'pending' AND digest <> '' AND (created_at, run) > (?, ?)
        ORDER BY created_at, run LIMIT ?
        """

    func pending(after last: WebhookRequest?, limit: Int) throws -> [WebhookRequest] {
        try connection.rows(Self.pending, [last?.createdAt.microseconds ?? .min, last?.run ?? "", limit]) {
            try Self.read($0)
        }
    }

    func pending(of owner: String, after run: String, limit: Int) throws -> [WebhookRequest] {
        try connection.rows(
            """
            SELECT \(Self.columns) FROM webhook_requests
            WHERE owner = ? AND state = 'pending' AND digest <> '' AND run > ? ORDER BY run LIMIT ?
            """, [owner, run, limit]
        ) { try Self.read($0) }
    }

    func end(_ run: String) throws {
        try connection.execute(
            """
            UPDATE webhook_requests SET state = 'ended', inputs = '{}', file_url = NULL, file_name = NULL WHERE run = ?
            """, [run])
    }

    func forget(_ run: String) throws {
        try connection.execute("DELETE FROM webhook_requests WHERE run = ?", [run])
    }

    func forget(before time: Timestamp) throws {
        for some in ["state = 'ended'", "state = 'pending' AND digest = ''"] {
            try connection.execute(
                "DELETE FROM webhook_requests WHERE \(some) AND created_at < ?", [time.microseconds])
        }
    }

    private static func read(_ row: borrowing Row) throws -> WebhookRequest {
        let url = try row.textOrNil(7)
        let name = try row.textOrNil(8)
        return WebhookRequest(
            hook: try row.text(0), message: try row.text(1), digest: try row.text(2), run: try row.text(3),
            pipeline: try row.text(4), owner: try row.text(5), inputs: try StoredRecord.read(row.text(6)),
            file: url.flatMap { url in name.map { WebhookRequest.File(url: url, name: $0) } },
            createdAt: Timestamp(microseconds: try row.integer(9)), isWithRun: try row.text(10) == "ended",
            announced: try row.textOrNil(11))
    }
}
