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
        .number(
            "streams-per-client-max", "N", \.streamsPerClientMax, in: 1...1_000_000,
            """
            How many event streams may be open at a time for one person, for one share link, for the guests at
            one address, and for the guests on all lists of one owner
            """),
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
            name: "scope", value: "SCOPE", commands: [.createToken, .addPerson, .linkPerson],
            help: """
                What the token, or the device that signs in, allows: read, write as well, or admin, which is
                everything; or feed, for tokens alone, to follow calendars and nothing else: that one may
                stand in an address, as ?token=…. Default write for devices.
                """,
            choices: Scope.allCases.map(\.rawValue),
            set: { (configuration, text) throws(Failure) in
                guard let scope = Scope(rawValue: text) else {
                    throw Failure(.usage, "--scope cannot be '\(text)'; use one of feed, read, write, admin.")
                }
                configuration.tokenScope = scope
            }),
        Flag(
            name: "url", value: "URL",
            commands: [.serve, .addPerson, .removePerson, .linkPerson, .revokeDevice],
            help: """
                Where people reach the page, for links to it, and where commands ask a service that runs:
                http://192.168.1.2:8080. Default where --listen says.
                """,
            set: { (configuration, text) throws(Failure) in
                guard isAddress(text) else {
                    throw Failure(.usage, "--url needs an address that begins with https:// or http://.")
                }
                guard isPageAddress(text) else {
                    throw Failure(
                        .usage,
                        "--url needs an address of up to \(urlBytesMax) bytes of ASCII without a query, such"
                            + " as https://lists.example; a name with other letters is written as in"
                            + " https://xn--bcher-kva.example.")
                }
                configuration.url = text
            }),
        Flag(
            name: "person", value: "ID", commands: [.listDevices, .revokeDevice],
            help: "The number of the person whose devices are meant. Default all to list, and 1 to revoke.",
            set: { (configuration, text) throws(Failure) in
                configuration.personID = try person(text, of: "person")
            }),
        Flag(
            name: "transfer-to", value: "ID", commands: [.removePerson],
            help: "The number of the person who gets the lists that nobody else owns.",
            set: { (configuration, text) throws(Failure) in
                configuration.heir = try person(text, of: "transfer-to")
            }),
    ]

    /// How long the address of the page may be, in bytes: links in mail, which stand in a header, begin with
    /// it.
    private static let urlBytesMax = 500

    /// Whether links can begin with an address, also in the header of a mail.
    private static func isPageAddress(_ text: String) -> Bool {
        text.utf8.count <= urlBytesMax
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>?".utf8.contains($0) }
    }

    private static func person(_ text: String, of name: String) throws(Failure) -> Person.ID {
        guard let number = Int(text), number > 0 else {
            throw Failure(.usage, "--\(name) cannot be '\(text)'; use a number that person list has.")
        }
        return Person.ID(rawValue: number)
    }
}
