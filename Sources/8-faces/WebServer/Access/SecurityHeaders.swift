/// What every answer has, so that no browser does more with it than it is meant for.
///
/// Source: OWASP Secure Headers; Fetch and CSP standards.
enum SecurityHeaders {
    static let all: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), interest-cohort=()"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    ]

    /// For a document's bytes: a browser that shows them runs nothing of them.
    static let content = "sandbox; default-src 'none'; frame-ancestors 'self'"
}
