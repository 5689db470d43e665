package import HTTPClient
import Synchronization

/// A mail server that does what mail servers do, but for what a test says.
package final class MailServer: Sendable {
    /// What it does instead of giving its usual answer.
    package enum Reaction: Sendable {
        case answer(String)
        case silence
        case close
    }

    /// What clients have said.
    package final class Record: Sendable {
        private let kept = Mutex<[String]>([])

        /// The lines so far, those of messages among them.
        package var lines: [String] { kept.withLock { $0 } }

        fileprivate func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    package let record: Record
    private let receiver: Receiver

    /// - Parameters:
    ///   - offers: what it can besides, such as `AUTH PLAIN`.
    ///   - reactions: to what begins so; that to `.` is for a whole message, that to `LOGIN` for a name with
    ///     its password, and that to no text is the first thing it does.
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
            /// False where the connection is to end.
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

    /// Where it is, for whom it lets in.
    package func address(user: String? = nil, password: String? = nil) throws -> SMTPServer {
        let text = "smtp://\(user.map { "\($0)@" } ?? "")127.0.0.1:\(receiver.port)"
        guard var server = SMTPServer(text) else { throw Receiver.Failure() }
        server.password = password
        return server
    }
}
