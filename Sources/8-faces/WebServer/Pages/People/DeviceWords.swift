/// What a browser said it is, as people call it. A guess, by names that have been stable for years: it decides nothing.
enum DeviceWords {
    /// "Chrome on Android"; "a program" for what is no browser.
    static func text(_ userAgent: String?) -> String {
        guard let userAgent else { return "An unknown program" }
        let browser = first(
            [
                ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
                ("Chrome/", "Chrome"), ("Safari/", "Safari"),
            ], userAgent)
        let system = first(
            [
                ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
                ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
            ], userAgent)
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let browser?, nil): return browser
        case (nil, let system?): return "A browser on \(system)"
        case (nil, nil): return String(userAgent.prefix { $0 != "/" && $0 != " " }.prefix(40))
        }
    }

    private static func first(_ names: [(String, String)], _ text: String) -> String? {
        names.first { text.contains($0.0) }?.1
    }
}
