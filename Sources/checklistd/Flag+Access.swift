import API
import Checklists
import HTTP

extension Flag {
    /// Who is let in, and how often.
    static let access: [Flag] = [
        .toggle(
            "no-auth", \.allowsEveryone,
            """
            Listen on other addresses than this machine's own without any token, so that whoever comes can
            read and change everything. Tokens that are in force are asked for all the same.
            """),
        .toggle(
            "create-token", \.createsToken,
            """
            Make a token that allows everything and print it to standard output, at a start where none was
            ever made. Not with --no-auth.
            """),
        Flag(
            name: "cors-origin", value: "ORIGIN", commands: [.serve],
            help: """
                An origin whose pages may use the service, such as https://lists.example; * is all of them.
                May be repeated. Default none.
                """,
            repeats: true, reset: { $0.corsOrigins = [] },
            set: { (configuration, text) throws(Failure) in
                guard text == "*" || OriginMiddleware.isOrigin(text) else {
                    throw Failure(
                        .usage,
                        "--cors-origin cannot be '\(text)'; write it as browsers do: https://lists.example."
                    )
                }
                configuration.corsOrigins.append(text)
            }),
        Flag(
            name: "rate-limit", value: "N/UNIT", commands: [.serve],
            help:
                "How often one token, or one address, may ask: 100/s, 1000/m, 5000/h. Default no limit.",
            set: { (configuration, text) throws(Failure) in
                guard let limit = RateLimit(text) else {
                    throw Failure(.usage, "--rate-limit cannot be '\(text)'; write 100/s, 1000/m or 5000/h.")
                }
                configuration.rateLimit = limit
            }),
        .number(
            "wrong-tokens-per-minute-max", "N", \.wrongTokensPerMinuteMax, in: 0...1_000_000,
            "How many wrong tokens one address may show in a minute, 0 for any number"),
        Flag(
            name: "name", value: "NAME", commands: [.createToken],
            help: "What to call the token: 1 to 64 characters that can be seen.",
            set: { (configuration, text) throws(Failure) in
                let isVisible = text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace || $0 == " " }
                let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
                guard 1...64 ~= text.count, isVisible, !hasControl else {
                    throw Failure(.usage, "--name needs 1 to 64 characters that can be seen.")
                }
                configuration.tokenName = text
            }),
        Flag(
            name: "scope", value: "SCOPE", commands: [.createToken],
            help: """
                What the token allows: read, write as well, or admin, which is everything; or feed, to follow
                calendars and nothing else: it alone may stand in an address, as ?token=….
                """,
            choices: Scope.allCases.map(\.rawValue),
            set: { (configuration, text) throws(Failure) in
                guard let scope = Scope(rawValue: text) else {
                    throw Failure(.usage, "--scope cannot be '\(text)'; use one of feed, read, write, admin.")
                }
                configuration.tokenScope = scope
            }),
    ]
}
