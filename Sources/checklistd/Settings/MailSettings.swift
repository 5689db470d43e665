import Foundation
import HTTPClient
import Mail

/// How mail is sent, as somebody set it.
struct MailSettings {
    /// The server, without its password.
    var server: SMTPServer?
    /// Whom mail comes from.
    var from: MailAddress?
    /// The file that has the password, in its first line.
    var passwordFile: String?

    /// How long a password may be, in bytes.
    private static let passwordBytesMax = 1_024

    /// What mail goes out by; `nil` where no server is named.
    func route() throws(Failure) -> MailRoute? {
        guard var server else {
            guard from == nil, passwordFile == nil else {
                throw Failure(.usage, "--smtp-from and --smtp-password-file need --smtp.")
            }
            return nil
        }
        guard let from else {
            throw Failure(.usage, "--smtp needs --smtp-from, the address that mail comes from.")
        }
        guard (server.user == nil) == (passwordFile == nil) else {
            throw Failure(.usage, "A user in --smtp and --smtp-password-file need each other.")
        }
        if let passwordFile { server.password = try Self.password(in: passwordFile) }
        return MailRoute(server: server, from: from)
    }

    private static func password(in file: String) throws(Failure) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw Failure(.noInput, "The password in \(file) cannot be read. Name a file that is there.")
        }
        let line = data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard (1...passwordBytesMax).contains(line.count), let password = String(data: line, encoding: .utf8),
            !password.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw Failure(.data, "The first line of \(file) has to be a password.") }
        return password
    }
}
