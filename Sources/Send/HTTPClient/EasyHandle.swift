import CCurl

/// libcurl's handle of one transfer, with the memory that it points to.
///
/// libcurl allows a handle on one thread at a time.
final class EasyHandle {
    let library: Library
    let pointer: OpaquePointer
    /// Keeps the file open whose path libcurl holds.
    private let certificates: TrustedCertificates
    /// The buffer for libcurl's error messages. Its address must not change.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    /// Creates a handle that trusts only these certificates and ignores the environment.
    /// - Throws: `failed`.
    init(_ library: Library, trusting certificates: TrustedCertificates) throws(OutgoingError) {
        guard let pointer = library.functions.curl_easy_init() else {
            throw .failed("libcurl ran out of memory")
        }
        self.library = library
        self.pointer = pointer
        self.certificates = certificates
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try check(curl_easy_set_pointer(library.functions, pointer, CURLOPT_ERRORBUFFER, errorText))
        try set(CURLOPT_NETRC, 0)
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let path = certificates.path { try set(CURLOPT_CAINFO, path) }
        // A libcurl whose TLS has no such folders rejects the option, and does not need it.
        if certificates.isWhole {
            _ = curl_easy_set_pointer(library.functions, pointer, CURLOPT_CAPATH, nil)
        }
        try set(CURLOPT_NOSIGNAL, 1)
        // Otherwise an unresponsive name server blocks the thread when its request times out. Versions before
        // 7.87 do not know the option.
        _ = curl_easy_set_long(library.functions, pointer, CURLOPT_QUICK_EXIT, 1)
    }

    deinit {
        library.functions.curl_easy_cleanup(pointer)
        for list in lists { library.functions.curl_slist_free_all(list) }
        errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) throws(OutgoingError) {
        try check(curl_easy_set_long(library.functions, pointer, option, value))
    }

    func set(_ option: CURLoption, offset value: Int) throws(OutgoingError) {
        try check(curl_easy_set_offset(library.functions, pointer, option, Int64(value)))
    }

    func set(_ option: CURLoption, _ value: String) throws(OutgoingError) {
        try check(value.withCString { curl_easy_set_pointer(library.functions, pointer, option, $0) })
    }

    func set(_ option: CURLoption, at address: UnsafeRawPointer?) throws(OutgoingError) {
        try check(curl_easy_set_pointer(library.functions, pointer, option, address))
    }

    func set(_ option: CURLoption, _ lines: [String]) throws(OutgoingError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = library.functions.curl_slist_append(list, line) else {
                library.functions.curl_slist_free_all(list)
                throw .failed("libcurl ran out of memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try set(option, at: list)
    }

    func set(_ option: CURLoption, call value: @escaping curl_bytes_callback) throws(OutgoingError) {
        try check(curl_easy_set_bytes_callback(library.functions, pointer, option, value))
    }

    /// libcurl's message for the code of a transfer that has ended.
    func text(of code: CURLcode) -> String {
        let written = String(cString: errorText)
        return written.isEmpty ? String(cString: library.functions.curl_easy_strerror(code)) : written
    }

    func check(_ code: CURLcode) throws(OutgoingError) {
        guard code == CURLE_OK else {
            throw .failed(String(cString: library.functions.curl_easy_strerror(code)))
        }
    }
}
