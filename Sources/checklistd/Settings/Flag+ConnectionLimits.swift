import HTTP
import HTTPServer

extension Flag {
    /// What connections may cost, beside the limits that are set more often.
    static let connectionLimits: [Flag] = [
        .optionalNumber(
            "body-bytes-max", "N", \.serverLimits.bodyBytesMax, in: 1024...1_073_741_824,
            "How large the content of a request may be where more would be taken. Default by address."),
        .time(
            "body-grace-seconds", .seconds, \.serverLimits.bodyGraceTime, in: 1...3600,
            "How long content may take to get going before its rate counts"),
        .number(
            "body-bytes-per-second-min", "N", \.serverLimits.bodyBytesPerSecondMin, in: 1...1_048_576,
            "The least rate of content over any --body-seconds-max"),
        .number(
            "bodies-bytes-max", "N", \.serverLimits.bodiesBytesMax, in: 65_536...1_099_511_627_776,
            "How much the contents of unfinished requests may hold in memory, in all"),
        .number(
            "empty-lines-max", "N", \.messageLimits.emptyLinesMax, in: 1...1000,
            "How many empty lines may come before a request"),
        .number(
            "chunk-extension-bytes-max", "N", \.messageLimits.chunkExtensionBytesMax, in: 0...1_048_576,
            "How long the chunk extensions of a request may be, in all"),
        .number(
            "trailer-bytes-max", "N", \.messageLimits.trailerBytesMax, in: 2...1_048_576,
            "How long the trailers of a request may be, in all"),
        .number(
            "json-depth-max", "N", \.messageLimits.jsonDepthMax, in: 1...1000,
            "How deep arrays and objects may lie in one another in JSON"),
        .time(
            "linger-seconds-max", .seconds, \.serverLimits.lingerTimeMax, in: 0...60,
            "How long a client may take to close after the last answer"),
        .number(
            "linger-bytes-max", "N", \.serverLimits.lingerBytesMax, in: 0...16_777_216,
            "How much it may still send meanwhile"),
        .number(
            "held-answer-bytes-max", "N", \.serverLimits.heldAnswerBytesMax, in: 1...16_777_216,
            "How large answers to pipelined requests may get that leave together"),
        .optionalNumber(
            "connections-max", "N", \.serverLimits.connectionsMax, in: 1...1_048_576,
            "How many connections there may be. Default the limit on descriptors less 64."),
        .number(
            "refusals-max", "N", \.serverLimits.refusalsMax, in: 0...10_000,
            "How many connections past that are told so at once; others are closed on the spot"),
        .number(
            "retry-after-seconds", "N", \.serverLimits.retryAfterSeconds, in: 1...3600,
            "When they are told to come back"),
        .time(
            "accept-pause-milliseconds-min", .milliseconds, \.serverLimits.acceptPauseMin, in: 1...60_000,
            "How long accepting rests at first when there is no descriptor left"),
        .time(
            "accept-pause-milliseconds-max", .milliseconds, \.serverLimits.acceptPauseMax, in: 1...60_000,
            "How long it rests at most"),
        .number(
            "accept-queue-max", "N", \.serverLimits.acceptQueueMax, in: 1...65_535,
            "How many connections may wait to be accepted"),
    ]
}
