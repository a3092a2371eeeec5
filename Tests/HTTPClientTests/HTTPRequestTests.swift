import HTTPClient
import HTTPMessages
import Testing

@Suite struct HTTPRequestTests {
    let client = HTTPClient()

    @Test(
        "what is no http URL is refused, and the message does not repeat it",
        arguments: [
            ("file:///secret", "the URL's scheme is neither http nor https."),
            ("ftp://secret/", "the URL's scheme is neither http nor https."),
            ("http://host/secret\r\nHost: other", "the URL has a space or a control character."),
            ("http://host/a secret", "the URL has a space or a control character."),
            ("http://host/\u{0}secret", "the URL has a space or a control character."),
        ])
    func badURL(url: String, reason: String) async {
        let error = await client.failure(HTTPRequest(url: url))
        #expect(error?.kind == .badURL)
        #expect(error?.reason == reason)
        #expect(error?.description == "The request failed: \(reason) Write it as https://host/path.")
    }

    @Test(
        "what libcurl cannot read as a URL is refused, and the message does not repeat it",
        arguments: [
            "", "secret.example.org/x", "http://", "http://secret:x/", "http://[secret]/", "http://secret:70000/",
        ])
    func malformedURL(url: String) async {
        let error = await client.failure(HTTPRequest(url: url))
        #expect(error?.kind == .badURL)
        #expect(error?.description.hasPrefix("The request failed: the URL is not valid: ") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(
        "headers that would break out of their line are refused before anything is sent",
        arguments: [
            ("X-A", "1\r\nX-B: 2", "the value of the header `X-A` has a line break or a control character."),
            ("X-A", "1\nsecret", "the value of the header `X-A` has a line break or a control character."),
            ("X-A", "secret\u{0}", "the value of the header `X-A` has a line break or a control character."),
            ("X-A", "\u{7F}", "the value of the header `X-A` has a line break or a control character."),
            ("X-A: 1\r\nX-B", "2", "the header name `X-A: 1\\r\\nX-B` has characters that no header name may have."),
            ("", "2", "the header name `` has characters that no header name may have."),
            ("Ä", "2", "the header name `Ä` has characters that no header name may have."),
            ("content-length", "2", "the header `content-length` is set by the client itself."),
            ("Transfer-Encoding", "chunked", "the header `Transfer-Encoding` is set by the client itself."),
        ])
    func headerInjection(name: String, value: String, reason: String) async {
        var headers = HTTPHeaders()
        headers.append(.init(name: name, value: value))
        let error = await client.failure(HTTPRequest(url: "http://127.0.0.1:1/", headers: headers))
        #expect(error?.kind == .badRequest)
        #expect(error?.description == "The request failed: \(reason)")
    }

    @Test("a method that is no token is refused", arguments: ["", "GE T", "GET / HTTP/1.1\r\nX: y", "GÉT"])
    func badMethod(method: String) async {
        let error = await client.failure(HTTPRequest(method: method, url: "http://127.0.0.1:1/"))
        #expect(error?.description == "The request failed: the method is not a token of RFC 9110.")
    }

    @Test("no description of a request or its headers shows a value")
    func descriptions() {
        let request = HTTPRequest(
            method: "POST", url: "https://user:secret@host/secret", headers: ["Authorization": "secret"],
            body: Array("secret".utf8))
        #expect("\(request)" == "POST request")
        #expect(String(reflecting: request) == "POST request")
        #expect("\(request.headers)" == "[Authorization]")
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}
