import HTTP
import HTTPServer

extension Flag {
    /// The limits of connections that operators rarely change.
    static let connectionLimits: [Flag] = [
        .optionalNumber(
            "body-bytes-max", "N", \.serverLimits.bodyBytesMax, in: 1024...1_073_741_824,
            "Upper bound for request bodies, in bytes. Paths with a smaller limit keep it."),
        .time(
            "body-grace-seconds", .seconds, \.serverLimits.bodyGraceTime, in: 1...3600,
            "Seconds after which the rate of a request body is checked"),
        .number(
            "body-bytes-per-second-min", "N", \.serverLimits.bodyBytesPerSecondMin, in: 1...1_048_576,
            "Minimum rate of a request body, in bytes per second, over any --body-seconds-max"),
        .number(
            "bodies-bytes-max", "N", \.serverLimits.bodiesBytesMax, in: 65_536...1_099_511_627_776,
            "Maximum memory for the bodies of unfinished requests, in bytes"),
        .number(
            "empty-lines-max", "N", \.messageLimits.emptyLinesMax, in: 1...1000,
            "Maximum number of empty lines before a request"),
        .number(
            "chunk-extension-bytes-max", "N", \.messageLimits.chunkExtensionBytesMax, in: 0...1_048_576,
            "Maximum length of all chunk extensions of a request, in bytes"),
        .number(
            "trailer-bytes-max", "N", \.messageLimits.trailerBytesMax, in: 2...1_048_576,
            "Maximum length of all trailers of a request, in bytes"),
        .number(
            "json-depth-max", "N", \.messageLimits.jsonDepthMax, in: 1...1000,
            "Maximum depth of nested arrays and objects in JSON"),
        .time(
            "linger-seconds-max", .seconds, \.serverLimits.lingerTimeMax, in: 0...60,
            "Seconds that a client may take to close the connection after the last response"),
        .number(
            "linger-bytes-max", "N", \.serverLimits.lingerBytesMax, in: 0...16_777_216,
            "Maximum number of bytes that it may still send meanwhile"),
        .number(
            "held-answer-bytes-max", "N", \.serverLimits.heldAnswerBytesMax, in: 1...16_777_216,
            "Maximum size of responses to pipelined requests that are sent together, in bytes"),
        .optionalNumber(
            "connections-max", "N", \.serverLimits.connectionsMax, in: 1...1_048_576,
            "Maximum number of connections. Default the limit of file descriptors less 64."),
        .optionalNumber(
            "connections-per-client-max", "N", \.serverLimits.connectionsPerClientMax, in: 1...1_048_576,
            "Maximum number of connections of one address. Default a quarter of --connections-max."),
        .number(
            "refusals-max", "N", \.serverLimits.refusalsMax, in: 0...10_000,
            "Maximum number of excess connections that get a 503 at a time; others are closed"),
        .number(
            "retry-after-seconds", "N", \.serverLimits.retryAfterSeconds, in: 1...3600,
            "Seconds in the Retry-After field of that response"),
        .time(
            "accept-pause-milliseconds-min", .milliseconds, \.serverLimits.acceptPauseMin, in: 1...60_000,
            "Milliseconds without accepting at first, after the file descriptors run out"),
        .time(
            "accept-pause-milliseconds-max", .milliseconds, \.serverLimits.acceptPauseMax, in: 1...60_000,
            "Maximum number of milliseconds without accepting"),
        .number(
            "accept-queue-max", "N", \.serverLimits.acceptQueueMax, in: 1...65_535,
            "Maximum number of connections that wait to be accepted"),
    ]
}
