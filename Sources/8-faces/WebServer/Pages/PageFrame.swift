internal import Digests

/// What all pages have around them.
enum PageFrame {
    static func page(_ title: String, _ body: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>\(title)</title>
        <style>\(HTML(stringLiteral: style))</style>
        </head>
        <body>
        <main>
        \(body)
        </main>
        </body>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        body { margin: 0; }
        main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; }
        ul { list-style: none; padding: 0; }
        li { padding: 1rem 0; border-top: 1px solid #8886; }
        p { margin: 0.25rem 0; overflow-wrap: anywhere; }
        .facts { opacity: 0.8; }
        a, button { min-height: 2.75rem; display: inline-flex; align-items: center; margin-right: 1rem; font: inherit; }
        button { padding: 0 1.25rem; border-radius: 0.5rem; border: 0; background: #0b57d0; color: #fff; cursor: pointer; }
        """

    /// The style is allowed by its digest, so that nothing else that gets into a page is one.
    static let policy =
        "default-src 'none'; style-src 'sha256-\(Base64.encode(SHA256.digest(of: Array(style.utf8)).bytes))'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}
