import API
import Checklists
import HTTP

extension Flag {
    /// The flags for access and rate limits.
    static let access: [Flag] = [
        .toggle(
            "no-auth", \.allowsEveryone,
            """
            Listen on public addresses without a token: any client can read and change everything. If tokens
            exist, requests still need one.
            """),
        .toggle(
            "create-token", \.createsToken,
            """
            At the first start, create a token with the scope admin and print it to standard output. Has no
            effect with --no-auth, or if a token was ever created.
            """),
        Flag(
            name: "cors-origin", value: "ORIGIN", commands: [.serve],
            help: """
                An origin whose pages may use the API, for example https://lists.example; * allows all. May be
                repeated. Default none.
                """,
            repeats: true, reset: { $0.corsOrigins = [] },
            set: { (configuration, text) throws(Failure) in
                guard text == "*" || OriginMiddleware.isOrigin(text) else {
                    throw Failure(
                        .usage,
                        "--cors-origin cannot be '\(text)'; use an origin like https://lists.example, or *."
                    )
                }
                configuration.corsOrigins.append(text)
            }),
        Flag(
            name: "rate-limit", value: "N/UNIT", commands: [.serve],
            help:
                "Maximum rate of one token or one address: 100/s, 1000/m or 5000/h. Default no limit.",
            set: { (configuration, text) throws(Failure) in
                guard let limit = RateLimit(text) else {
                    throw Failure(.usage, "--rate-limit cannot be '\(text)'; use 100/s, 1000/m or 5000/h.")
                }
                configuration.rateLimit = limit
            }),
        .number(
            "wrong-tokens-per-minute-max", "N", \.wrongTokensPerMinuteMax, in: 0...1_000_000,
            "Maximum number of wrong tokens from one address in a minute; 0 for no limit"),
        .number(
            "streams-per-client-max", "N", \.streamsPerClientMax, in: 1...1_000_000,
            """
            Maximum number of open event streams for one person, for one share link, for the guests at one
            address, and for the guests on all lists of one owner
            """),
        Flag(
            name: "name", value: "NAME", commands: [.createToken],
            help: "Name of the token: 1 to 64 visible characters or spaces.",
            set: { (configuration, text) throws(Failure) in
                let isVisible = text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace || $0 == " " }
                let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
                guard 1...64 ~= text.count, isVisible, !hasControl else {
                    throw Failure(.usage, "--name needs 1 to 64 visible characters or spaces.")
                }
                configuration.tokenName = text
            }),
        Flag(
            name: "scope", value: "SCOPE", commands: [.createToken, .addPerson, .linkPerson],
            help: """
                Scope of the token, or of the device that signs in: read, write (includes read) or admin
                (everything). Tokens may also have feed, which only reads calendars and may be part of an
                address, as ?token=…. Default for devices: write.
                """,
            choices: Scope.allCases.map(\.rawValue),
            set: { (configuration, text) throws(Failure) in
                guard let scope = Scope(rawValue: text) else {
                    throw Failure(
                        .usage, "--scope cannot be '\(text)'; use one of feed, read, assist, write, admin.")
                }
                configuration.tokenScope = scope
            }),
        Flag(
            name: "url", value: "URL",
            commands: [.serve, .addPerson, .linkPerson],
            help: """
                Address of the page, for example http://192.168.1.2:8080. Links begin with it. Default the
                address of --listen.
                """,
            set: { (configuration, text) throws(Failure) in
                // Compose sets the variable to an empty text if no domain is named.
                guard !text.isEmpty else { return configuration.url = nil }
                guard isAddress(text) else {
                    throw Failure(.usage, "--url needs an address that begins with https:// or http://.")
                }
                guard isPageAddress(text) else {
                    throw Failure(
                        .usage,
                        "--url needs an address of at most \(urlBytesMax) bytes of ASCII without a query, for"
                            + " example https://lists.example. Write other letters in Punycode:"
                            + " https://xn--bcher-kva.example.")
                }
                configuration.url = text
            }),
        Flag(
            name: "person", value: "ID", commands: [.listDevices, .revokeDevice],
            help: "Id of the person whose devices to list or revoke. Default: list all, revoke of person 1.",
            set: { (configuration, text) throws(Failure) in
                configuration.personID = try person(text, of: "person")
            }),
        Flag(
            name: "transfer-to", value: "ID", commands: [.removePerson],
            help: "Id of the person who gets the lists that only the removed person owns.",
            set: { (configuration, text) throws(Failure) in
                configuration.newOwner = try person(text, of: "transfer-to")
            }),
    ]

    /// The maximum length of the page's address, in bytes. Links in mail headers begin with it.
    private static let urlBytesMax = 500

    /// Whether links can begin with an address, also in a mail header.
    private static func isPageAddress(_ text: String) -> Bool {
        text.utf8.count <= urlBytesMax
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>?".utf8.contains($0) }
    }

    private static func person(_ text: String, of name: String) throws(Failure) -> Person.ID {
        guard let number = Int(text), number > 0 else {
            throw Failure(.usage, "--\(name) cannot be '\(text)'; use an id from checklistd person list.")
        }
        return Person.ID(rawValue: number)
    }
}
