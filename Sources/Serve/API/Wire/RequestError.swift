import Checklists
import HTTP

/// The error of a request that fails before its resource is looked up.
enum RequestError: Error {
    /// Query parameters that are unknown or break a rule.
    case invalidQuery([QueryFault])
    /// The endpoint accepts no content.
    case unexpectedContent
    /// The client does not accept the media type of the answer.
    case notAcceptable(MediaType)
    /// A condition is not met, or the resource has no `ETag`.
    case preconditionFailed

    /// A query parameter that is unknown or breaks a rule.
    struct QueryFault {
        let parameter: String
        let reason: Violation.Reason
    }
}
