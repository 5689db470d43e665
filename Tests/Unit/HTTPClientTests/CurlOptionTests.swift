import CCurl
import Glibc
import Testing

/// What `curl_easy_option_by_name` gives.
private struct Option {
    var name: UnsafePointer<CChar>?
    var number: UInt32
}

@Suite struct `The options of libcurl` {
    private typealias Look = @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

    @Test(arguments: [
        ("POST", CURLOPT_POST), ("NETRC", CURLOPT_NETRC), ("FOLLOWLOCATION", CURLOPT_FOLLOWLOCATION),
        ("SSL_VERIFYPEER", CURLOPT_SSL_VERIFYPEER), ("HTTPGET", CURLOPT_HTTPGET),
        ("SSL_VERIFYHOST", CURLOPT_SSL_VERIFYHOST), ("HTTP_VERSION", CURLOPT_HTTP_VERSION),
        ("NOSIGNAL", CURLOPT_NOSIGNAL), ("TIMEOUT_MS", CURLOPT_TIMEOUT_MS),
        ("CONNECTTIMEOUT_MS", CURLOPT_CONNECTTIMEOUT_MS), ("PROTOCOLS", CURLOPT_PROTOCOLS),
        ("SUPPRESS_CONNECT_HEADERS", CURLOPT_SUPPRESS_CONNECT_HEADERS),
        ("DISALLOW_USERNAME_IN_URL", CURLOPT_DISALLOW_USERNAME_IN_URL),
        ("HTTP09_ALLOWED", CURLOPT_HTTP09_ALLOWED), ("QUICK_EXIT", CURLOPT_QUICK_EXIT),
        ("FORBID_REUSE", CURLOPT_FORBID_REUSE),
        ("WRITEDATA", CURLOPT_WRITEDATA), ("URL", CURLOPT_URL), ("PROXY", CURLOPT_PROXY),
        ("ERRORBUFFER", CURLOPT_ERRORBUFFER), ("HTTPHEADER", CURLOPT_HTTPHEADER),
        ("HEADERDATA", CURLOPT_HEADERDATA), ("CUSTOMREQUEST", CURLOPT_CUSTOMREQUEST),
        ("CAINFO", CURLOPT_CAINFO), ("CAPATH", CURLOPT_CAPATH), ("PRIVATE", CURLOPT_PRIVATE),
        ("OPENSOCKETDATA", CURLOPT_OPENSOCKETDATA), ("COPYPOSTFIELDS", CURLOPT_COPYPOSTFIELDS),
        ("NOPROXY", CURLOPT_NOPROXY), ("WRITEFUNCTION", CURLOPT_WRITEFUNCTION),
        ("HEADERFUNCTION", CURLOPT_HEADERFUNCTION), ("OPENSOCKETFUNCTION", CURLOPT_OPENSOCKETFUNCTION),
        ("POSTFIELDSIZE_LARGE", CURLOPT_POSTFIELDSIZE_LARGE), ("UPLOAD", CURLOPT_UPLOAD),
        ("SERVER_RESPONSE_TIMEOUT", CURLOPT_SERVER_RESPONSE_TIMEOUT), ("USE_SSL", CURLOPT_USE_SSL),
        ("READDATA", CURLOPT_READDATA), ("READFUNCTION", CURLOPT_READFUNCTION),
        ("INFILESIZE_LARGE", CURLOPT_INFILESIZE_LARGE), ("USERNAME", CURLOPT_USERNAME),
        ("PASSWORD", CURLOPT_PASSWORD), ("MAIL_FROM", CURLOPT_MAIL_FROM), ("MAIL_RCPT", CURLOPT_MAIL_RCPT),
        ("NOPROGRESS", CURLOPT_NOPROGRESS), ("XFERINFODATA", CURLOPT_XFERINFODATA),
        ("XFERINFOFUNCTION", CURLOPT_XFERINFOFUNCTION),
    ])
    func `have the numbers of the library that is installed`(name: String, option: CURLoption) throws {
        let library = try #require(dlopen("libcurl.so.4", RTLD_NOW))
        let symbol = try #require(dlsym(library, "curl_easy_option_by_name"))
        // The function has this type since libcurl 7.73, which brought it.
        let look = unsafeBitCast(symbol, to: Look.self)
        // An option that this version does not know has no number to compare.
        guard let found = look(name) else { return }
        #expect(found.load(as: Option.self).number == option.rawValue)
    }
}
