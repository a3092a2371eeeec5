internal import CMicrohttpd
internal import Glibc

/// libmicrohttpd's threads, and the callbacks through which they speak to us.
///
/// None of the callbacks blocks: each takes short locks of ours at most. Locks of ours may be held while a connection is
/// suspended or resumed, which takes a mutex of libmicrohttpd's: it never holds that one when it calls back.
///
/// It listens nowhere: `MHD_quiesce_daemon` of 0.9.75 ends the process when it races with a thread that takes the listening
/// socket out of its epoll itself, and limits of our own on connections need our own accept(2) anyway.
///
/// `@unchecked Sendable`: `add` and `stop` may be called from any thread, and `stop` once, after which nothing is called.
struct Daemon: @unchecked Sendable {
    private let library: MicrohttpdLibrary
    private let pointer: OpaquePointer

    /// - Parameter core: has to live until `stop` has returned.
    /// - Throws: `HTTPServerError.unavailable`
    init(library: MicrohttpdLibrary, core: ServerCore) throws(HTTPServerError) {
        let limits = core.limits
        let threads = max(limits.threads, 1)
        // Any thread may get all of them.
        let connections = limits.connections + ServerCore.extraConnections + 1
        // What the head of a request takes is needed twice, since its fields are listed beside
        // it, and the head of the answer needs room as well.
        let started = compass_microhttpd_start(
            library.table, UInt32(threads), UInt32(threads * connections), limits.headBytes * 2 + 16_384,
            Unmanaged.passUnretained(core).toOpaque(), access, target, completed, connection)
        guard let started else {
            throw .unavailable("libmicrohttpd did not start: \(String(cString: strerror(errno)))")
        }
        self.library = library
        pointer = started
    }

    /// Hands over a connection, which is closed by libmicrohttpd from now on, also when it fails.
    func add(_ descriptor: Int32) -> Bool {
        // It wants to know an address, and has no use for it.
        var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: sockaddr().sa_data)
        let size = socklen_t(MemoryLayout<sa_family_t>.size)
        return library.table.pointee.add_connection(pointer, descriptor, &address, size) == .YES
    }

    /// Closes all connections and joins the threads, so it blocks. No connection may be suspended.
    func stop() {
        library.table.pointee.stop_daemon(pointer)
    }
}

private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(of handle: OpaquePointer, _ core: ServerCore) -> Connection? {
    compass_microhttpd_context(core.library.table, handle).map {
        Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
    }
}

/// A connection has begun or ended. It keeps our object for it in between.
private func connection(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
    place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
    guard let core = core(context), let handle, let place else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
        let descriptor = compass_microhttpd_descriptor(core.library.table, handle)
        guard let connection = core.connection(withDescriptor: descriptor) else { return }
        place.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let object = place.pointee {
        place.pointee = nil
        // Before the descriptor is closed: from now on nobody uses its number.
        Unmanaged<Connection>.fromOpaque(object).takeRetainedValue().close()
    }
}

/// The first line of a request has come. What is returned comes with each later callback of the request, and `completed` is
/// certain to be called from now on.
private func target(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let core = core(context), let handle, let target, let connection = connection(of: handle, core) else {
        return nil
    }
    let exchange = Exchange(connection, target: String(cString: target))
    // The query is ours to read. libmicrohttpd would list its parts in the memory that the connection has, and never answers
    // where there are too many of them (0.9.75): so it finds none. It writes a NUL to the "?" itself as soon as this returns.
    if let query = strchr(target, CInt(UInt8(ascii: "?"))) { query[1] = 0 }
    connection.begin(exchange)
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// libmicrohttpd wants something done for a request: see `Exchange.access`.
private func access(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>?, place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let core = core(context), let handle, let count, let object = place?.pointee else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(object).takeUnretainedValue()
    if count.pointee > 0, let bytes {
        let goesOn = exchange.received(UnsafeRawBufferPointer(start: bytes, count: count.pointee), handle)
        count.pointee = 0
        return goesOn ? .YES : .NO
    }
    guard let method, let url, let version else { return .NO }
    let line = RequestHead.Line(method: method, url: url, version: version)
    return exchange.called(handle, line, core) ? .YES : .NO
}

/// A request is done with, well or not. It is not called back again.
private func completed(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
    place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
    guard let place, let object = place.pointee else { return }
    place.pointee = nil
    Unmanaged<Exchange>.fromOpaque(object).takeRetainedValue().end(wasSent: code == .REQUEST_TERMINATED_COMPLETED_OK)
}
