import Glibc
import Platform
import Testing

/// A receiver of webhooks on a port of its own, which it has before it listens there.
final class WebhookReceiver: Sendable {
    private static let server = """
        import http.server, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        statuses = [int(status) for status in sys.argv[1].split(",")]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0]); self.end_headers()
                print(self.headers["webhook-id"], self.headers["webhook-signature"], body.decode(), flush=True)
            def log_message(self, *rest): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
        server.server_bind()
        print(server.server_address[1], flush=True)
        signal.sigwait({signal.SIGUSR1})
        server.server_activate()
        print("listens", flush=True)
        server.serve_forever()
        """

    let port: Int
    private let child: ChildProcess

    /// - Parameters:
    ///   - statuses: what it answers, one after the other; the last one from then on.
    ///   - listens: whether it does so from the start; before it does, connections are refused.
    init(_ statuses: [Int] = [204], listens: Bool = true) throws {
        child = try ChildProcess(
            "/usr/bin/python3", ["-c", Path(Self.server), Path(statuses.map(String.init).joined(separator: ","))])
        let line = try child.output?.line().dropLast() ?? []
        port = try #require(Int(String(decoding: line, as: UTF8.self)))
        if listens { try listen() }
    }

    /// Returns when connections are taken.
    func listen() throws {
        child.signal(SIGUSR1)
        #expect(try child.output?.line() == Array("listens\n".utf8))
    }

    /// Waits for the next message: its id, its signature and its body.
    func message() throws -> String { String(decoding: try #require(child.output).line(), as: UTF8.self) }

    // A dead child that nobody waits for would keep tests that await the end of their own from seeing it.
    deinit {
        child.signal(SIGKILL)
        do { _ = try child.wait() } catch { Issue.record(error) }
    }
}
