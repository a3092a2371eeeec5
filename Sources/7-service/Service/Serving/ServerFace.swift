package import Platform

/// A face that listens for requests beside the services of a process, and is asked to end before them.
package protocol ServerFace: Service {
    /// The address that people use, without a slash at its end.
    var url: String { get }
}

/// Where a server listens, and what people call it.
package struct ServerConfiguration: Sendable {
    package enum Listener: Sendable, Hashable {
        /// - Parameter port: 0: any that is free.
        case tcp(host: String, port: UInt16)
        /// A Unix socket that only its owner may use, as a reverse proxy of the same account does.
        ///
        /// - Parameter group: whether its group may use it, too.
        case unix(Path, group: Bool = false)
    }

    /// At least one.
    package let listeners: [Listener]
    /// The address that people use, where a reverse proxy stands before the server; nil: its own.
    package let url: String?

    package init(listeners: [Listener], url: String? = nil) {
        self.listeners = listeners
        self.url = url
    }
}

/// The server of this program, to be made where it is wanted.
package struct ServerFactory: Sendable {
    /// Makes a server, which listens from the return on.
    package let make: @Sendable (RunningService, ServerConfiguration) async throws -> any ServerFace
    /// What it answers, as an OpenAPI document.
    package let openAPI: @Sendable () -> String

    package init(
        make: @escaping @Sendable (RunningService, ServerConfiguration) async throws -> any ServerFace,
        openAPI: @escaping @Sendable () -> String
    ) {
        self.make = make
        self.openAPI = openAPI
    }
}
