internal import CCurl
internal import Platform

/// libcurl's state of one transfer at a time. Connections belong to the `MultiHandle`, so a handle can be used for any
/// server.
final class EasyHandle {
    let curl: CurlLibrary
    /// Owned; freed in `deinit` and nowhere else.
    let pointer: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>

    init(curl: CurlLibrary) throws(HTTPError) {
        guard let pointer = curl.table.pointee.easy_init() else {
            throw HTTPError(.unavailable, reason: "libcurl is out of memory.")
        }
        self.curl = curl
        self.pointer = pointer
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl.table.pointee.easy_cleanup(pointer)
        message.deallocate()
    }

    /// Forgets all options of the last transfer.
    func reset() throws(HTTPError) {
        curl.table.pointee.easy_reset(pointer)
        message.pointee = 0
        try check(compass_curl_set_pointer(curl.table, pointer, CURLOPT_ERRORBUFFER, message))
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(compass_curl_set_long(curl.table, pointer, option, value))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try check(compass_curl_set_string(curl.table, pointer, option, value))
    }

    /// libcurl keeps the pointer: what it leads to has to outlive the transfer.
    func set(_ option: CURLoption, _ value: UnsafeRawPointer) throws(HTTPError) {
        try check(compass_curl_set_pointer(curl.table, pointer, option, value))
    }

    /// libcurl keeps the pointer: the list has to outlive the transfer.
    func set(_ option: CURLoption, _ value: HeaderList) throws(HTTPError) {
        try check(compass_curl_set_list(curl.table, pointer, option, value.pointer))
    }

    func set(_ option: CURLoption, _ value: @escaping compass_curl_data_callback) throws(HTTPError) {
        try check(compass_curl_set_data_callback(curl.table, pointer, option, value))
    }

    func set(_ option: CURLoption, opening value: @escaping curl_opensocket_callback) throws(HTTPError) {
        try check(compass_curl_set_open_callback(curl.table, pointer, option, value))
    }

    func set(_ option: CURLoption, asking value: @escaping curl_prereq_callback) throws(HTTPError) {
        try check(compass_curl_set_request_callback(curl.table, pointer, option, value))
    }

    /// libcurl copies the bytes.
    func setBody(_ bytes: [UInt8]) throws(HTTPError) {
        try check(
            compass_curl_set_offset(curl.table, pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
        // An empty array may have no address, which would mean a body that is read from a callback.
        let code = (bytes.isEmpty ? [0] : bytes).withUnsafeBytes {
            compass_curl_set_pointer(curl.table, pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        }
        try check(code)
    }

    /// The status of the last answer; 0 when none came.
    var status: Int {
        var status = 0
        let code = compass_curl_get_long(curl.table, pointer, CURLINFO_RESPONSE_CODE, &status)
        return code == CURLE_OK ? status : 0
    }

    /// libcurl's text for this transfer, or its sentence for the code.
    func reason(_ code: CURLcode) -> String {
        let text = Printable.text(String(cString: message))
        return (text.isEmpty ? curl.reason(code) : text) + "."
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        if code != CURLE_OK {
            throw HTTPError(
                HTTPError.Kind(code), code: CurlCode(rawValue: code.rawValue),
                reason: "libcurl does not take an option: \(reason(code))")
        }
    }
}
