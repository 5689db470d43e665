import HTTP
import JSON

/// A fault of a message, as JSON-RPC reports it. The model cannot mend it; its client has to.
struct ProtocolError: Error {
    let code: Code
    /// The fault, and what the client can do about it.
    let message: String
    /// Further data; `nil` for none.
    let data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The codes of JSON-RPC 2.0 §5.1 and of revision 2026-07-28.
    enum Code: Int {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case internalError = -32_603
        /// A field of the request is missing, repeated, or differs from the body.
        case headerMismatch = -32_020
        case unsupportedVersion = -32_022
    }

    /// The status of the response.
    ///
    /// - Parameter era: The era of the request; `nil` if the message does not tell.
    func status(in era: ProtocolEra?) -> Status {
        switch code {
        case .parseError, .invalidRequest, .headerMismatch, .unsupportedVersion: .badRequest
        // Clients of the earlier revisions read errors of methods from a response with status 200 only.
        case .invalidParams: era == .stateless ? .badRequest : .ok
        case .methodNotFound: era == .stateless ? .notFound : .ok
        // The log has the cause.
        case .internalError: .ok
        }
    }
}
