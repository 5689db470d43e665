import Foundation
import HTTPClient
import Mail

/// The settings of mail.
struct MailSettings {
    /// The SMTP server, without its password.
    var server: SMTPServer?
    /// The sender.
    var from: MailAddress?
    /// The file with the password in its first line.
    var passwordFile: String?

    /// The maximum length of a password, in bytes.
    private static let passwordBytesMax = 1_024
    /// The maximum size of the file, in bytes.
    private static let fileBytesMax = 65_536

    /// The route of mail; `nil` if no server is named.
    func route() throws(Failure) -> MailRoute? {
        guard var server else {
            guard from == nil, passwordFile == nil else {
                throw Failure(.usage, "--smtp-from and --smtp-password-file need --smtp.")
            }
            return nil
        }
        guard let from else {
            throw Failure(.usage, "--smtp needs --smtp-from, the sender of mail.")
        }
        guard (server.user == nil) == (passwordFile == nil) else {
            throw Failure(.usage, "A user in --smtp and --smtp-password-file need each other.")
        }
        if let passwordFile { server.password = try Self.password(in: passwordFile) }
        return MailRoute(server: server, from: from)
    }

    private static func password(in file: String) throws(Failure) -> String {
        let data = try NamedFile(file, flag: "smtp-password-file", bytesMax: fileBytesMax).content()
        let line = data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard (1...passwordBytesMax).contains(line.count),
            let password = String(validating: line, as: UTF8.self),
            !password.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Failure(
                .data, "--smtp-password-file: \(file) has no password in its first line. Write it there.")
        }
        return password
    }
}
