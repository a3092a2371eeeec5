import HTTPMessages
import Testing

@testable import WebServer

@Suite struct UnattendedTests {
    static let programs: [HTTPHeaders] = [
        ["User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
        ["User-Agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
        ["User-Agent": "TelegramBot (like TwitterBot)"], ["User-Agent": "WhatsApp/2.23.20.0"],
        ["User-Agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
        ["User-Agent": "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
        ["User-Agent": "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0"],
        ["User-Agent": "Mozilla/5.0 (compatible; Baiduspider/2.0)"],
        ["User-Agent": "Firefox", "Sec-Purpose": "prefetch;prerender"],
        ["User-Agent": "Firefox", "purpose": "Prefetch"], ["User-Agent": "Firefox", "X-Moz": "prefetch"],
        ["User-Agent": "Safari", "X-Purpose": "preview"],
    ]

    @Test("what asks by itself is told by its name or its purpose", arguments: programs)
    func unattended(_ headers: HTTPHeaders) {
        #expect(Unattended.isSent(headers))
    }

    static let people: [HTTPHeaders] = [
        [:], ["User-Agent": ""], ["User-Agent": "curl/8.14.1"],
        ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
        [
            "User-Agent":
                "Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36"
        ],
        ["User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile [FBAN/FBIOS;FBAV/441.0]"],
        ["User-Agent": "Mozilla/5.0 (X11) HeadlessChrome/143.0", "Sec-Purpose": ""],
    ]

    @Test("a browser of a person is none of these, whatever its telephone is called", arguments: people)
    func attended(_ headers: HTTPHeaders) {
        #expect(!Unattended.isSent(headers))
    }
}
