import HTTPClient
import Mail

extension Flag {
    /// The flags for mail.
    static let mail: [Flag] = [
        Flag(
            name: "smtp", value: "URL", commands: [.serve],
            help: """
                SMTP server for reminders by mail: smtps://USER@HOST, or smtp://USER@HOST:587 with STARTTLS,
                which is optional on this machine. Needs --url too, for the links in messages. The
                certificates of --webhook-ca are trusted. Default none.
                """,
            set: { (configuration, text) throws(Failure) in
                // The error omits the value, which can contain a password.
                guard let server = SMTPServer(text) else {
                    throw Failure(
                        .usage,
                        "--smtp needs smtps://USER@HOST or smtp://USER@HOST:PORT. Put the password in"
                            + " --smtp-password-file.")
                }
                configuration.mail.server = server
            }),
        Flag(
            name: "smtp-from", value: "ADDRESS", commands: [.serve],
            help: "Sender of mail: lists@example.org, or Lists <lists@example.org>.",
            set: { (configuration, text) throws(Failure) in
                do throws(MailError) {
                    configuration.mail.from = try MailAddress(written: text)
                } catch {
                    throw Failure(.usage, "--smtp-from cannot be '\(text)': \(error).")
                }
            }),
        Flag(
            name: "smtp-password-file", value: "FILE", commands: [.serve],
            help: """
                File whose first line is the password of the user in --smtp. %d/NAME is a credential of
                systemd.
                """,
            set: { (configuration, text) throws(Failure) in
                configuration.mail.passwordFile = configuration.path(text)
            }),
    ]
}
