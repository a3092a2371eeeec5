internal import HTTPServer
internal import Service

/// What the server does, as figures for Prometheus.
enum ServerMetrics {
    static func text(_ all: [HTTPServerFigures], streams: Int, followers: Int) -> String {
        var figures = HTTPServerFigures()
        for one in all { figures.add(one) }
        var metrics = MetricsText()
        metrics.add("compass_http_connections", .gauge, "Connections that are open.", Double(figures.connections))
        metrics.add("compass_http_active_requests", .gauge, "Requests that are being answered.", Double(figures.active))
        metrics.add("compass_http_event_streams", .gauge, "Streams of events that are open.", Double(streams))
        metrics.add("compass_http_event_followers", .gauge, "Streams that follow runs now.", Double(followers))
        metrics.add("compass_http_requests_total", .counter, "Requests that came.", Double(figures.requests))
        metrics.add("compass_http_connections_total", .counter, "Connections that came.", Double(figures.accepted))
        metrics.add("compass_http_received_bytes_total", .counter, "Of bodies.", Double(figures.bytesIn))
        metrics.add(
            "compass_http_sent_bytes_total", .counter, "Of answers, without their heads.", Double(figures.bytesOut))
        metrics.add(
            "compass_http_refused_total", .counter, "What a limit kept out or ended, by what it was.",
            [
                ([("what", "connection")], Double(figures.refused)), ([("what", "cut")], Double(figures.cut)),
                ([("what", "request")], Double(figures.rejected)),
            ])
        return metrics.text
    }
}

extension HTTPServerFigures {
    fileprivate mutating func add(_ other: HTTPServerFigures) {
        connections += other.connections
        active += other.active
        requests += other.requests
        accepted += other.accepted
        bytesIn += other.bytesIn
        bytesOut += other.bytesOut
        refused += other.refused
        cut += other.cut
        rejected += other.rejected
    }
}
