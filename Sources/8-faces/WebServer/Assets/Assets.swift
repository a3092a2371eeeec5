internal import Compression
internal import Digests
internal import HTTPServer
internal import Synchronization

/// The assets by name and by path, decoded when they are first asked for.
final class Assets: Sendable {
    static let shared = Assets(EmbeddedAsset.all)

    /// An asset in one of its forms.
    struct Form: Sendable {
        let bytes: [UInt8]
        /// nil: as it is.
        let coding: String?
    }

    private let byPath: [String: EmbeddedAsset]
    private let paths: [String: String]
    private let decoded = Mutex<[String: Form]>([:])

    init(_ assets: [EmbeddedAsset]) {
        byPath = Dictionary(uniqueKeysWithValues: assets.map { ($0.path, $0) })
        paths = Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0.path) })
    }

    /// The address of an asset.
    ///
    /// - Parameter name: one that there is; the pages' tests ask for each.
    static func address(_ name: String) -> String {
        guard let path = shared.paths[name] else {
            if shared.paths.isEmpty { return "/assets/\(name)" }
            preconditionFailure("there is no asset \(name)")
        }
        return "/assets/\(path)"
    }

    /// The addresses of scripts and of all that they import when they begin, each once. Names of which there is no script are
    /// left out.
    static func modules(from names: [String]) -> [String] {
        var found: [String] = []
        var next = names[...]
        while let name = next.popFirst() {
            guard !found.contains(name), let path = shared.paths[name] else { continue }
            found.append(name)
            next += shared.byPath[path]?.imports ?? []
        }
        return found.map(address)
    }

    func asset(at path: String) -> EmbeddedAsset? { byPath[path] }

    /// The form that a client reads best.
    ///
    /// - Parameter accepted: its `Accept-Encoding`.
    func form(of asset: EmbeddedAsset, accepting accepted: String?) -> Form {
        let coding = Negotiation.coding(accepted, from: ["br", "gzip"])
        let key = "\(asset.path) \(coding ?? "")"
        if let form = decoded.withLock({ $0[key] }) { return form }
        let form = Form(bytes: Self.bytes(of: asset, coding), coding: coding)
        decoded.withLock { $0[key] = form }
        return form
    }

    private static func bytes(of asset: EmbeddedAsset, _ coding: String?) -> [UInt8] {
        let text = coding == "br" ? asset.brotli : asset.gzip
        let decoded = Base64.decode(text.description)
        guard let bytes = coding == nil ? decoded.flatMap({ GzipDecoder.decompress($0, atMost: asset.size) }) : decoded
        else { preconditionFailure("the asset \(asset.name) was not bundled well") }
        return bytes
    }
}
