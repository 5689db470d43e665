import HTTP

/// What is wrong with a request before anybody looks at what it is about.
enum RequestError: Error {
    /// Query parameters that are unknown or cannot have their values, each as a clause.
    case invalidQuery([String])
    /// There is content where none is taken.
    case unexpectedContent
    /// The client takes nothing that could be given, which is of this type.
    case notAcceptable(MediaType)
    /// A condition is not met, or what it is about has no `ETag` that could meet it.
    case preconditionFailed
}
