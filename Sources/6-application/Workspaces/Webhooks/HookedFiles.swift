internal import Digests
internal import Glibc
internal import HTTPClient
package import HTTPMessages
package import Platform

/// Why a file that a webhook was told of is not there now.
package struct HookedFileError: Error, CustomStringConvertible {
    /// A sentence for whoever looks at the run.
    package let description: String
    /// Whether it may be there at another try.
    package let isPassing: Bool

    package init(_ description: String, isPassing: Bool) {
        self.description = description
        self.isPassing = isPassing
    }
}

/// Gets files that webhooks are told of.
package struct HookedFiles: Sendable {
    /// Writes what is at an address to a file; throws `HookedFileError`.
    package typealias Fetch =
        @Sendable (
            _ url: String, _ file: FileDescriptor, _ maxSize: Int64, _ reach: NetworkReach
        ) async throws -> Void

    package let fetch: Fetch
    /// Between one try and the next.
    package let pauses: [Duration]

    package init(
        fetch: @escaping Fetch = Self.download, pauses: [Duration] = [.seconds(5), .seconds(30), .seconds(120)]
    ) {
        self.fetch = fetch
        self.pauses = pauses
    }

    /// What is wrong with the address of a file, to follow its name; nil: nothing.
    package static func fault(of url: String) -> String? {
        guard url.hasPrefix("https://") else { return "must start with `https://`" }
        if url.utf8.count > 4_096 { return "must have at most 4096 bytes" }
        return HTTPAddress.fault(of: url)
    }

    private static let client = HTTPClient(userAgent: "compass", connectionsPerServer: 2)

    package static let download: Fetch = { url, file, maxSize, reach in
        var limits = HTTPLimits()
        // For a large film over a slow line.
        limits.timeout = .seconds(1_800)
        limits.maxResponseBytes = Int(clamping: maxSize)
        limits.reach = reach
        let response: HTTPResponse
        do {
            response = try await client.download(HTTPRequest(url: url), to: file, limits: limits)
        } catch let error as HTTPError {
            switch error.kind {
            case .cancelled: throw CancellationError()
            case .tooLarge:
                throw HookedFileError(
                    "The file at \(error.url ?? "the address") is larger than the \(maxSize) bytes that its type may have.",
                    isPassing: false)
            case .badURL, .badRequest, .forbidden: throw HookedFileError(error.description, isPassing: false)
            case .network, .timeout, .tls, .badResponse, .disk, .unavailable:
                throw HookedFileError(error.description, isPassing: true)
            }
        }
        if response.status == 200 { return }
        let server = HTTPAddress.server(of: url) ?? "The server"
        throw HookedFileError(
            "\(server) answered \(response.status) in place of the file."
                + (300..<400 ~= response.status ? " Redirects are not followed." : ""),
            isPassing: response.status >= 500 || [408, 425, 429].contains(response.status))
    }

    /// Tries until it is there, or it makes no sense any more.
    ///
    /// - Parameter file: empty; it is emptied before each try.
    /// - Throws: `HookedFileError` after the last try; `CancellationError`, `SystemError`.
    func get(_ url: String, to file: FileDescriptor, maxSize: Int64, reach: NetworkReach) async throws {
        for pause in pauses {
            do {
                return try await fetch(url, file, maxSize, reach)
            } catch let error as HookedFileError where error.isPassing {
                try await Task.sleep(for: pause)
                try Self.empty(file)
            }
        }
        try await fetch(url, file, maxSize, reach)
    }

    private static func empty(_ file: FileDescriptor) throws(SystemError) {
        guard ftruncate(file.number, 0) == 0, lseek(file.number, 0, SEEK_SET) == 0 else {
            throw SystemError("empty", on: "a file that is fetched")
        }
    }
}
