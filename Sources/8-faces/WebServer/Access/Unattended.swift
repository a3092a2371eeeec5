internal import HTTPMessages

/// Requests that nobody stands behind who looks at the answer.
enum Unattended {
    /// Whether a program asks by itself: to show what stands behind an address, to have it ready, or to gather it.
    ///
    /// Who does so under the name of a browser is not told apart.
    static func isSent(_ headers: HTTPHeaders) -> Bool {
        for name in ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"] {
            guard let purpose = headers[name]?.lowercased() else { continue }
            if purpose.contains("prefetch") || purpose.contains("prerender") || purpose.contains("preview") {
                return true
            }
        }
        return isProgram(headers["User-Agent"] ?? "")
    }

    private static let endings = ["bot", "crawler", "spider", "preview", "externalhit", "externalagent"]
    private static let names: Set<Substring> = ["whatsapp", "iframely", "embedly"]
    /// A maker of telephones.
    private static let exceptions: Set<Substring> = ["cubot"]

    private static func isProgram(_ agent: String) -> Bool {
        agent.lowercased().split { !$0.isLetter }.contains { word in
            names.contains(word) || endings.contains { word.hasSuffix($0) } && !exceptions.contains(word)
        }
    }
}
