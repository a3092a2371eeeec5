public import HTTPMessages

/// Cookies that a client sends (RFC 6265).
public enum Cookies {
    /// Names and values of `Cookie`, in their order; what is no pair is left out. A name may come several times: clients send
    /// the one with the longest path first.
    public static func read(_ headers: HTTPHeaders) -> [(name: String, value: String)] {
        headers.values(of: "Cookie").flatMap { value in
            value.split(separator: ";").compactMap { part -> (name: String, value: String)? in
                let part = HeaderText.trimmed(part)
                guard let equals = part.firstIndex(of: "="), equals > part.startIndex else { return nil }
                return (String(part[..<equals]), HeaderText.unquoted(part[part.index(after: equals)...]))
            }
        }
    }

    /// The value of a cookie that was sent once. One that was sent several times, of which somebody else may have set one, is
    /// as good as none.
    public static func value(of name: String, in headers: HTTPHeaders) -> String? {
        let values = read(headers).filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }
}

/// A cookie that a client is to keep.
public struct SetCookie: Sendable, Hashable, CustomStringConvertible {
    /// With which requests of other sites it is sent.
    public enum SameSite: String, Sendable, Hashable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    /// A token.
    public var name: String
    /// As it is sent.
    public var value: String
    /// With requests of this path and those below it the client sends it.
    public var path = "/"
    /// nil: until the browser is closed; zero: it is to be forgotten.
    public var maxAge: Duration?
    /// Whether it is sent over TLS only.
    public var isSecure = true
    /// Whether scripts of pages cannot read it.
    public var isHTTPOnly = true
    /// With which requests of other sites it is sent.
    public var sameSite = SameSite.lax

    /// For the host that sets it, and no other. A name with the prefix "__Host-" needs `isSecure` and the path "/".
    ///
    /// - Parameters:
    ///   - name: a token; anything else is a mistake of the program.
    ///   - value: without spaces, quotes, commas, semicolons, backslashes and controls; as above.
    public init(_ name: String, _ value: String) {
        precondition(HTTPHeaders.isName(name), "the name of a cookie is a token")
        precondition(
            value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) },
            "the value of a cookie holds no spaces, quotes, commas, semicolons or backslashes")
        self.name = name
        self.value = value
    }

    /// One that makes the client forget it.
    public static func removing(_ name: String) -> SetCookie {
        var cookie = SetCookie(name, "")
        cookie.maxAge = .zero
        return cookie
    }

    /// The value of the field `Set-Cookie`.
    public var description: String {
        precondition(!name.hasPrefix("__Host-") || (isSecure && path == "/"), "a __Host- cookie is secure and for /")
        var text = "\(name)=\(value); Path=\(path)"
        if let maxAge { text += "; Max-Age=\(max(maxAge.components.seconds, 0))" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }
}
