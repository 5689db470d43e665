import HTTPClient
import Mail

extension Flag {
    /// How mail is sent.
    static let mail: [Flag] = [
        Flag(
            name: "smtp", value: "URL", commands: [.serve],
            help: """
                The server that sends mail on, for who wants to be reminded by it: smtps://USER@HOST, or
                smtp://USER@HOST:587 with STARTTLS, which a server on this machine may do without. It takes
                --url as well, for the links in messages. Certificates can be those of --webhook-ca. Default
                none.
                """,
            set: { (configuration, text) throws(Failure) in
                // What it says is not repeated: it may have a password in it.
                guard let server = SMTPServer(text) else {
                    throw Failure(
                        .usage,
                        "--smtp needs smtps://USER@HOST or smtp://USER@HOST:PORT; a password stands in"
                            + " --smtp-password-file.")
                }
                configuration.mail.server = server
            }),
        Flag(
            name: "smtp-from", value: "ADDRESS", commands: [.serve],
            help: "The address that mail comes from: lists@example.org, or Lists <lists@example.org>.",
            set: { (configuration, text) throws(Failure) in
                do throws(MailError) {
                    configuration.mail.from = try MailAddress(written: text)
                } catch {
                    throw Failure(.usage, "--smtp-from cannot be '\(text)': \(error).")
                }
            }),
        Flag(
            name: "smtp-password-file", value: "FILE", commands: [.serve],
            help: "The file whose first line is the password of the user in --smtp.",
            set: { (configuration, text) throws(Failure) in configuration.mail.passwordFile = text }),
    ]
}
