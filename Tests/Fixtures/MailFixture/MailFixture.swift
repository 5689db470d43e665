import Foundation
import HTTPClient
import Mail

/// Sends a mail for each line of standard input: `server <tab> password <tab> certificate file <tab>
/// receiver <tab> subject <tab> message id <tab> timeout in seconds`. Password and file may be empty.
///
/// It prints `sent`, or `permanent` or `temporary` with a tab and the error.
@main enum MailFixture {
    static func main() async throws {
        while let line = readLine() {
            print(try await answer(line))
            // Standard output is a pipe, so it is buffered.
            fflush(nil)
        }
    }

    private struct Unusable: Error {
        let line: String
    }

    private static func answer(_ line: String) async throws -> String {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, var server = SMTPServer(parts[0]), let seconds = Int(parts[6]) else {
            throw Unusable(line: line)
        }
        server.password = parts[1].isEmpty ? nil : parts[1]
        var configuration = HTTPClient.Configuration()
        configuration.additionalCertificatesPath = parts[2].isEmpty ? nil : parts[2]
        let message = MailMessage(
            from: try MailAddress("lists@example.org", name: "Einkäufe"),
            to: try MailAddress(written: parts[3]), subject: parts[4],
            text: ".\nMilch ☕\n..\n" + String(repeating: "x", count: 2_000), html: "<p>Milch ☕</p>",
            id: parts[5], secondsSince1970: 1_796_140_799)
        var limits = MailLimits()
        limits.totalTimeMax = .seconds(seconds)
        limits.replyTimeMax = .seconds(seconds)
        do throws(OutgoingError) {
            try await HTTPClient(configuration).send(OutgoingMail(message, through: server, limits: limits))
            return "sent"
        } catch {
            return "\(error.isPermanent ? "permanent" : "temporary")\t\(error)"
        }
    }
}
