import HTTP

/// The error of a request that fails before its resource is looked up.
enum RequestError: Error {
    /// Unknown query parameters or invalid values, each as a clause.
    case invalidQuery([String])
    /// The endpoint accepts no content.
    case unexpectedContent
    /// The client does not accept the media type of the answer.
    case notAcceptable(MediaType)
    /// A condition is not met, or the resource has no `ETag`.
    case preconditionFailed
}
