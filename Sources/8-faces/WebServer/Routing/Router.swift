internal import HTTPServer

/// Finds the route that a request is for.
struct Router: Sendable {
    enum Outcome: Sendable {
        case route(Route, path: [String: String])
        /// There is something at the path, which takes these methods.
        case otherMethods([HTTPMethod])
        case none
    }

    let routes: [Route]
    /// By the number of segments and the first fixed ones: few are compared one by one.
    private let byShape: [Shape: [Int]]

    private struct Shape: Hashable {
        let count: Int
        let first: String
    }

    /// - Parameter routes: no two of the same method match the same path but by a fixed segment in the place of a parameter,
    ///   which wins.
    init(_ routes: [Route]) {
        // A fixed segment is tried before a parameter at its place.
        let sorted = routes.sorted { Self.weight($0) < Self.weight($1) }
        self.routes = sorted
        var byShape: [Shape: [Int]] = [:]
        for (index, route) in sorted.enumerated() {
            guard let first = route.path.segments.first else {
                byShape[Shape(count: 0, first: ""), default: []].append(index)
                continue
            }
            guard case .fixed(let word) = first else { preconditionFailure("a route begins with a fixed segment") }
            byShape[Shape(count: route.path.segments.count, first: word), default: []].append(index)
        }
        self.byShape = byShape
    }

    func find(_ method: String, _ path: some Collection<String>) -> Outcome {
        guard let indices = byShape[Shape(count: path.count, first: path.first ?? "")] else { return .none }
        var methods: [HTTPMethod] = []
        // Of the most particular pattern only: `/uploads/new` is not also `/uploads/{upload}`.
        var pattern: PathPattern?
        // A HEAD without a route of its own is a GET whose body is not sent.
        var reading: (Route, [String: String])?
        for index in indices {
            let route = routes[index]
            if let pattern, pattern != route.path { continue }
            guard let values = route.path.match(path) else { continue }
            pattern = route.path
            if route.method.rawValue == method { return .route(route, path: values) }
            if method == "HEAD", route.method == .get { reading = (route, values) }
            methods.append(route.method)
            if route.method == .get { methods.append(.head) }
        }
        if let reading { return .route(reading.0, path: reading.1) }
        return methods.isEmpty ? .none : .otherMethods(methods)
    }

    private static func weight(_ route: Route) -> Int {
        route.path.segments.reduce(0) { weight, segment in
            if case .parameter = segment { weight * 2 + 1 } else { weight * 2 }
        }
    }
}
