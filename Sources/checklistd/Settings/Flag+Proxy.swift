import HTTPClient

extension Flag {
    /// The flags for sign-in by a trusted proxy.
    static let proxies: [Flag] = [
        Flag(
            name: "proxy-user-header", value: "NAME", commands: [.serve],
            help: """
                Header by which a trusted proxy states who signed in there, for example Remote-User. A new
                user becomes a new person. Needs --proxy-trusted and --url. Default none.
                """,
            set: { (configuration, text) throws(Failure) in
                let isToken = text.utf8.allSatisfy { octet in
                    switch octet {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
                // No client or proxy may set these for another purpose.
                let used = ["authorization", "host", "cookie", "origin", "connection", "content-type"]
                guard isToken, 1...64 ~= text.utf8.count, !used.contains(text.lowercased()) else {
                    throw Failure(
                        .usage,
                        "--proxy-user-header cannot be '\(text)'; use a name like Remote-User, of letters,"
                            + " digits and hyphens.")
                }
                configuration.proxy.userField = text
            }),
        Flag(
            name: "proxy-trusted", value: "ADDRESS", commands: [.serve],
            help: """
                Addresses of proxies whose X-Forwarded-For and --proxy-user-header count: 127.0.0.1, ::1,
                10.0.0.0/8, or unix for the sockets of --listen. From other addresses the user header gets
                403. May be repeated, and commas separate several.
                """,
            repeats: true,
            reset: { configuration in
                configuration.proxy.trusted = []
                configuration.proxy.trustsSockets = false
            },
            set: { (configuration, text) throws(Failure) in
                for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                    if part == "unix" {
                        configuration.proxy.trustsSockets = true
                        continue
                    }
                    guard let block = CIDR(String(part)) else {
                        throw Failure(
                            .usage,
                            "--proxy-trusted cannot be '\(text)'; use addresses like 127.0.0.1, 10.0.0.0/8 or"
                                + " unix.")
                    }
                    configuration.proxy.trusted.append(block)
                }
            }),
        Flag(
            name: "proxy-owner", value: "NAME", commands: [.serve],
            help: """
                User of --proxy-user-header who is person 1, with all rights. Default the first one who signs
                in, while no token, device or sign-in link exists.
                """,
            set: { (configuration, text) throws(Failure) in
                guard !text.isEmpty else { throw Failure(.usage, "--proxy-owner needs the name of a user.") }
                configuration.proxy.owner = text
            }),
    ]
}
