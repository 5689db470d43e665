package import HTTPClient
import Synchronization

/// An SMTP server with the usual replies, except where a test sets another reaction.
package final class MailServer: Sendable {
    /// A reaction in place of the usual reply.
    package enum Reaction: Sendable {
        case answer(String)
        case silence
        case close
    }

    /// The lines that clients have sent.
    package final class Record: Sendable {
        private let kept = Mutex<[String]>([])

        /// The lines so far, including those of messages.
        package var lines: [String] { kept.withLock { $0 } }

        fileprivate func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    package let record: Record
    private let receiver: Receiver

    /// - Parameters:
    ///   - offers: the extensions that it offers, such as `AUTH PLAIN`.
    ///   - reactions: by the start of a line. `.` is for a whole message, `LOGIN` for the credentials, and
    /// the
    ///     empty text for the greeting.
    package init(offers: [String] = [], _ reactions: [String: Reaction] = [:]) throws {
        let record = Record()
        self.record = record
        receiver = try Receiver { connection in
            let greeting = (offers.isEmpty ? [] : ["250-local"] + offers.dropLast().map { "250-\($0)" })
            let usual: [(begins: String, answer: String)] = [
                ("", "220 local"),
                ("EHLO", (greeting + ["250 \(offers.last ?? "local")"]).joined(separator: "\r\n")),
                ("AUTH", "334 "), ("MAIL", "250 sender"), ("RCPT", "250 receiver"),
                ("DATA", "354 go on"),
                (".", "250 taken"), ("LOGIN", "235 welcome"), ("QUIT", "221 bye"),
            ]
            /// Returns `false` if the connection must end.
            func react(to line: String) -> Bool {
                let reaction = reactions.first { !$0.key.isEmpty && line.hasPrefix($0.key) || $0.key == line }
                let answer = usual.last { line.hasPrefix($0.begins) }?.answer ?? "500 what"
                switch reaction?.value ?? .answer(answer) {
                case .answer(let text): return connection.write(text + "\r\n")
                case .silence:
                    while let line = connection.readLine() { record.add(line) }
                    return false
                case .close: return false
                }
            }
            guard react(to: "") else { return }
            while let line = connection.readLine() {
                record.add(line)
                guard react(to: line), !line.hasPrefix("QUIT") else { return }
                if line.hasPrefix("AUTH"), let login = connection.readLine() {
                    record.add(login)
                    guard react(to: "LOGIN") else { return }
                }
                guard line == "DATA", reactions["DATA"] == nil else { continue }
                while let line = connection.readLine(), line != "." { record.add(line) }
                guard react(to: ".") else { return }
            }
        }
    }

    /// The server's address with credentials.
    package func address(user: String? = nil, password: String? = nil) throws -> SMTPServer {
        let text = "smtp://\(user.map { "\($0)@" } ?? "")127.0.0.1:\(receiver.port)"
        guard var server = SMTPServer(text) else { throw Receiver.Failure() }
        server.password = password
        return server
    }
}
