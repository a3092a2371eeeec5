import Testing

@testable import WebServer

@Suite struct RouterTests {
    private static func route(_ method: HTTPMethod, _ path: PathPattern, _ id: String) -> Route {
        Route(method, path, id, .service, "Test", access: .anyone, answers: []) { _ in .empty() }
    }

    private static let router = Router([
        route(.get, "/", "root"), route(.get, "/a", "a"), route(.post, "/a", "post-a"),
        route(.get, "/a/{x}", "item"), route(.delete, "/a/{x}", "delete"), route(.get, "/a/new", "new"),
        route(.head, "/a/{x}/y", "head-y"), route(.get, "/a/{x}/y", "y"), route(.get, "/a/{x}/{y}", "two"),
        route(.get, "/a/{x}/y/{z}", "z"),
    ])

    private static func found(_ method: String, _ path: [String]) -> String {
        switch router.find(method, path) {
        case .route(let route, let values):
            "\(route.id) \(values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
        case .otherMethods(let methods): "405 \(methods.map(\.rawValue).joined(separator: " "))"
        case .none: "404"
        }
    }

    @Test(
        "paths and methods: a fixed word goes before a parameter, HEAD is a GET, and other methods are told",
        arguments: [
            ("GET", [], "root "), ("POST", [], "405 GET HEAD"), ("GET", ["a"], "a "), ("HEAD", ["a"], "a "),
            ("POST", ["a"], "post-a "), ("get", ["a"], "405 GET HEAD POST"), ("GET", ["b"], "404"),
            ("GET", ["a", "1"], "item x=1"), ("GET", ["a", "new"], "new "), ("DELETE", ["a", "1"], "delete x=1"),
            // Of the most particular pattern only.
            ("DELETE", ["a", "new"], "405 GET HEAD"),
            ("GET", ["a", "1", "y"], "y x=1"), ("HEAD", ["a", "1", "y"], "head-y x=1"),
            ("GET", ["a", "1", "2"], "two x=1 y=2"), ("GET", ["a", "1", "y", "3"], "z x=1 z=3"),
            ("GET", ["a", "1", "2", "3"], "404"), ("GET", ["a", "1", "y", "3", "4"], "404"),
            // An empty part is no value.
            ("GET", ["a", ""], "404"), ("GET", ["", "a"], "404"), ("GET", [""], "404"),
        ] as [(String, [String], String)])
    func find(method: String, path: [String], expected: String) {
        #expect(Self.found(method, path) == expected)
    }

    @Test("the routes of the server: each is found by its own path, and none hides another")
    func all() throws {
        let router = Router(Routes.all)
        for route in Routes.all {
            let path = route.path.segments.map { segment in
                switch segment {
                case .fixed(let word): word
                case .parameter: "0"
                }
            }
            guard case .route(let found, _) = router.find(route.method.rawValue, path) else {
                Issue.record("\(route.name) is not found")
                continue
            }
            #expect(found.id == route.id)
        }
    }
}
