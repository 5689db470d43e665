import OpenID

extension Flag {
    /// The flags for sign-in at an OpenID provider.
    static let provider: [Flag] = [
        Flag(
            name: "oidc-issuer", value: "URL", commands: [.serve],
            help: """
                OpenID provider at which people sign in, exactly as it states its issuer. It sends browsers
                back to URL/v1/sign-in/oidc/callback with the address of --url. Needs --oidc-client-id, --url
                and a claim. Default none.
                """,
            set: { (configuration, text) throws(Failure) in
                guard OpenIDSettings.isIssuer(text) else {
                    throw Failure(
                        .usage,
                        "--oidc-issuer cannot be '\(text)'; use an address that begins with https://, without"
                            + " a query. On this machine http:// is allowed.")
                }
                configuration.provider.issuer = text
            }),
        Flag(
            name: "oidc-client-id", value: "ID", commands: [.serve],
            help: "Id of this server at the provider.",
            set: { (configuration, text) throws(Failure) in
                guard !text.isEmpty else { throw Failure(.usage, "--oidc-client-id needs an id.") }
                configuration.provider.clientID = text
            }),
        Flag(
            name: "oidc-client-secret-file", value: "FILE", commands: [.serve],
            help: """
                File whose first line is the secret of this server at the provider. %d/NAME is a credential of
                systemd. Default none, for a public client.
                """,
            set: { (configuration, text) throws(Failure) in
                configuration.provider.secretFile = configuration.path(text)
            }),
        claim(
            "oidc-allow-claim", \.provider.allowed,
            """
            Claim whose accounts become new people when they first sign in, for example groups=family. Other
            accounts sign in only if a person has them already.
            """),
        claim(
            "oidc-owner-claim", \.provider.owners,
            "Claim of the account of person 1, who gets all rights, for example email=me@example.org."),
        Flag(
            name: "oidc-name", value: "NAME", commands: [.serve],
            help: "Name of the provider on the page. Default its host.",
            set: { (configuration, text) throws(Failure) in
                guard 1...50 ~= text.count else {
                    throw Failure(.usage, "--oidc-name needs a name of 1 to 50 characters.")
                }
                configuration.provider.name = text
            }),
    ]

    private static func claim(
        _ name: String, _ path: any WritableKeyPath<Configuration, [OpenIDSettings.Claim]> & Sendable,
        _ help: String
    ) -> Flag {
        Flag(
            name: name, value: "NAME=VALUE", commands: [.serve], help: "\(help) May be repeated.",
            repeats: true,
            reset: { $0[keyPath: path] = [] },
            set: { (configuration, text) throws(Failure) in
                guard let claim = OpenIDSettings.Claim(text) else {
                    throw Failure(
                        .usage, "--\(name) cannot be '\(text)'; use NAME=VALUE, like groups=family.")
                }
                configuration[keyPath: path].append(claim)
            })
    }
}
