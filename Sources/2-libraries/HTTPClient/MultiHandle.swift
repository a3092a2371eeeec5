internal import CCurl

/// The transfers that one thread drives together, with their connections, resolved names and TLS sessions.
///
/// `@unchecked Sendable`: all methods belong to the thread of the loop, except `wake`, which libcurl lets any thread call
/// (curl_multi_wakeup(3)); the reference that a caller holds keeps the handle from being freed meanwhile.
final class MultiHandle: @unchecked Sendable {
    let curl: CurlLibrary
    /// Owned; freed in `deinit` and nowhere else.
    private let pointer: UnsafeMutableRawPointer

    init(curl: CurlLibrary) throws(HTTPError) {
        guard let pointer = curl.table.pointee.multi_init() else {
            throw HTTPError(.unavailable, reason: "libcurl is out of memory.")
        }
        self.curl = curl
        self.pointer = pointer
    }

    deinit {
        _ = curl.table.pointee.multi_cleanup(pointer)
    }

    func add(_ handle: EasyHandle) throws(HTTPError) {
        try check(curl.table.pointee.multi_add_handle(pointer, handle.pointer))
    }

    /// Ends a transfer, finished or not.
    func remove(_ handle: EasyHandle) {
        _ = curl.table.pointee.multi_remove_handle(pointer, handle.pointer)
    }

    /// Does whatever can be done without waiting.
    func perform() throws(HTTPError) {
        var running: Int32 = 0
        try check(curl.table.pointee.multi_perform(pointer, &running))
    }

    /// Waits until there is something to do, `wake` is called or the time is over.
    func poll(milliseconds: Int) throws(HTTPError) {
        try check(curl.table.pointee.multi_poll(pointer, nil, 0, Int32(clamping: milliseconds), nil))
    }

    /// Ends the current call of `poll`, or the next one at once. From any thread.
    func wake() {
        _ = curl.table.pointee.multi_wakeup(pointer)
    }

    /// The next transfer that has ended.
    func nextDone() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl.table.pointee.multi_info_read(pointer, &left) {
            if message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle {
                return (handle, message.pointee.data.result)
            }
        }
        return nil
    }

    private func check(_ code: CURLMcode) throws(HTTPError) {
        if code != CURLM_OK {
            throw HTTPError(.unavailable, reason: "libcurl failed: \(curl.reason(code)) (multi code \(code.rawValue)).")
        }
    }
}
