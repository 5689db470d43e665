import Foundation
import HTTPClient
import Mail
import Receivers
import Testing

extension MailMessage {
    fileprivate static func example() throws -> MailMessage {
        MailMessage(
            from: try MailAddress("lists@example.org"), to: try MailAddress("ada@example.net", name: "Ada"),
            subject: "Bins out", text: String(repeating: "Bins out\n.\n", count: 5_000), html: "<p>.</p>",
            id: "dlv_1", secondsSince1970: 0)
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Mail` {
    /// What came of sending the example; `nil` where the server took it.
    private func outcome(
        _ server: SMTPServer, totalMilliseconds: Int = 120_000, replySeconds: Int = 60,
        client: HTTPClient = HTTPClient()
    ) async throws -> OutgoingError? {
        var limits = MailLimits()
        limits.replyTimeMax = .seconds(replySeconds)
        limits.totalTimeMax = .milliseconds(totalMilliseconds)
        let mail = OutgoingMail(try .example(), through: server, limits: limits)
        do throws(OutgoingError) {
            try await client.send(mail)
            return nil
        } catch {
            return error
        }
    }

    @Test func `is handed over whole`() async throws {
        let server = try MailServer()
        #expect(try await outcome(server.address()) == nil)
        let content = String(decoding: try MailMessage.example().content(), as: UTF8.self)
        let lines = server.record.lines
        #expect(lines.first?.hasPrefix("EHLO ") == true)
        let commands = ["MAIL FROM:<lists@example.org>", "RCPT TO:<ada@example.net>", "DATA"]
        #expect(Array(lines.dropFirst().prefix(3)) == commands)
        let sent = content.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        #expect(Array(lines.dropFirst(4).dropLast()) == Array(sent.dropLast()))
        #expect(lines.last == "QUIT")
    }

    @Test func `goes out with a name and a password`() async throws {
        let server = try MailServer(offers: ["SIZE 1000000", "AUTH PLAIN"])
        #expect(try await outcome(server.address(user: "ada%40example.org", password: "s3cret")) == nil)
        let login = Data("\0ada@example.org\0s3cret".utf8).base64EncodedString()
        let lines = server.record.lines
        #expect(lines.contains(login))
    }

    @Test func `never repeats a password`() async throws {
        for answer in ["535 5.7.8 no s3cret", "535 AGFkYQBzM2NyZXQ="] {
            let server = try MailServer(offers: ["AUTH PLAIN"], ["LOGIN": .answer(answer)])
            let address = try server.address(user: "ada", password: "s3cret")
            let error = try #require(try await outcome(address))
            #expect(error == .loginDenied)
            #expect(!error.isPermanent)
            for text in ["\(error)", String(reflecting: error), "\(address)", String(reflecting: address)] {
                #expect(!text.contains("s3cret"))
                #expect(!text.contains("AGFkYQBzM2NyZXQ="))
            }
        }
    }

    @Test(arguments: ["", "MAIL", "RCPT", "DATA", "."])
    func `is judged by the answer`(command: String) async throws {
        for (code, isPermanent) in [(421, false), (451, false), (550, true), (554, true)] {
            let server = try MailServer([
                command: .answer("\(code)-5.1.1 no\r\n\(code) 5.1.1 no \u{7}such user")
            ])
            let error = try #require(try await outcome(server.address()))
            let reply = "5.1.1 no such user"
            #expect(
                error
                    == (command == "RCPT"
                        ? .receiverRejected(code: code, reply: reply) : .rejected(code: code, reply: reply)))
            #expect(error.isPermanent == isPermanent)
            #expect("\(error)" == "the mail server answered \(code) 5.1.1 no such user")
        }
    }

    @Test(arguments: [
        ("<ada@example.net>: no mailbox", "… no mailbox"), ("user=<ADA@example.net>, no", "… no"),
        ("There is no 'Ada', nor bob@example.net.", "There is no … nor …"), ("Adam is here", "Adam is here"),
        ("<bob@\u{338}example.net> no", "… no"),
    ])
    func `is refused without a word of whom it was for`(reply: String, shown: String) async throws {
        let server = try MailServer(["RCPT": .answer("550 \(reply)")])
        #expect(try await outcome(server.address()) == .receiverRejected(code: 550, reply: shown))
    }

    @Test(arguments: ["", "EHLO", "MAIL", "RCPT", "DATA", "."])
    func `is tried again where a server says nothing`(command: String) async throws {
        let server = try MailServer([command: .silence])
        let error = try #require(try await outcome(server.address(), totalMilliseconds: 300, replySeconds: 1))
        guard case .timedOut = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!error.isPermanent)
    }

    @Test(arguments: ["", "EHLO", "MAIL", "RCPT", "DATA", "."])
    func `is tried again where a server goes away`(command: String) async throws {
        let server = try MailServer([command: .close])
        let error = try #require(try await outcome(server.address()))
        #expect(!error.isPermanent)
        if case .rejected = error { Issue.record("\(error)") }
    }

    @Test func `is taken once that is said, whatever the server does then`() async throws {
        for reaction in [MailServer.Reaction.silence, .close, .answer("500 what")] {
            let server = try MailServer(["QUIT": reaction])
            #expect(try await outcome(server.address(), replySeconds: 60) == nil)
        }
    }

    @Test func `needs STARTTLS where the server is elsewhere`() async throws {
        let server = try MailServer(offers: ["AUTH PLAIN"])
        var address = try server.address(user: "ada", password: "s3cret")
        address.security = .startTLS
        let error = try #require(try await outcome(address))
        guard case .untrusted = error else {
            Issue.record("\(error)")
            return
        }
        #expect(server.record.lines.allSatisfy { $0.hasPrefix("EHLO") || $0 == "QUIT" })
    }

    @Test func `is not sent where it is no message`() async throws {
        let server = try MailServer()
        var message = try MailMessage.example()
        message.subject = "a\r\nBcc: eve@example.com"
        await #expect(throws: OutgoingError.invalidRequest("the subject contains a control character")) {
            try await HTTPClient().send(OutgoingMail(message, through: server.address()))
        }
        #expect(server.record.lines.isEmpty)
    }

    @Test func `has nowhere to go without a server`() async throws {
        let server = try #require(SMTPServer("smtp://127.0.0.1:1"))
        let error = try await outcome(server)
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `is given up with its task`() async throws {
        let server = try MailServer(["DATA": .silence])
        let address = try server.address()
        let task = Task { try await outcome(address, totalMilliseconds: 600_000) }
        while !server.record.lines.contains("DATA"), !Task.isCancelled { await Task.yield() }
        task.cancel()
        #expect(try await task.value == .cancelled)
        // The end of a message that was not whole would have it delivered.
        #expect(!server.record.lines.contains("."))
    }

    @Test func `is given up when its client stops`() async throws {
        let server = try MailServer([".": .silence])
        let (address, client) = (try server.address(), HTTPClient())
        let task = Task { try await outcome(address, totalMilliseconds: 600_000, client: client) }
        let end = "--=_alternative--"
        while !server.record.lines.contains(end), !Task.isCancelled { await Task.yield() }
        client.stop()
        #expect(try await task.value == .cancelled)
        #expect(try await outcome(address, client: client) == .cancelled)
    }

    @Test func `says when there is no library`() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.library = "libcurl-that-is-not-there.so.4"
        let server = try #require(SMTPServer("smtp://127.0.0.1:1"))
        let error = try await outcome(server, client: HTTPClient(configuration))
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

@Suite struct `A mail server` {
    @Test(
        arguments: [
            ("smtps://mail.example.org", "smtps://mail.example.org:465", nil, .tls),
            ("smtps://ada@mail.example.org:2465/", "smtps://ada@mail.example.org:2465", "ada", .tls),
            ("smtp://mail.example.org", "smtp://mail.example.org:587", nil, .startTLS),
            (
                "SMTP://ada@example.org@Mail.Example.org:25", "smtp://ada%40example.org@mail.example.org:25",
                "ada@example.org", .startTLS
            ),
            ("smtp://a%40b%3A@192.0.2.1", "smtp://a%40b%3A@192.0.2.1:587", "a@b:", .startTLS),
            ("smtp://[2001:db8::1]:25", "smtp://[2001:db8::1]:25", nil, .startTLS),
            ("smtp://localhost", "smtp://localhost:587", nil, .none),
            ("smtp://127.0.0.2:1025", "smtp://127.0.0.2:1025", nil, .none),
            ("smtp://[::1]", "smtp://[::1]:587", nil, .none),
            ("smtps://localhost", "smtps://localhost:465", nil, .tls),
            // Names that are not this machine's.
            ("smtp://localhost.example.org", "smtp://localhost.example.org:587", nil, .startTLS),
            ("smtp://127.0.0.1.example.org", "smtp://127.0.0.1.example.org:587", nil, .startTLS),
        ] as [(String, String, String?, SMTPServer.Security)])
    func `is written as a URL`(text: String, whole: String, user: String?, security: SMTPServer.Security)
        throws
    {
        let server = try #require(SMTPServer(text))
        #expect("\(server)" == whole)
        #expect(server.user == user)
        #expect(server.security == security)
    }

    @Test(arguments: [
        "", "smtp", "smtp://", "mail.example.org", "http://mail.example.org", "smtp://@mail.example.org",
        "smtp://ada:s3cret@mail.example.org", "smtp://mail.example.org/name", "smtp://mail.example.org?a",
        "smtp://mail.example.org:", "smtp://mail.example.org:0", "smtp://mail.example.org:65536",
        "smtp://mail.example.org:+25", "smtp://ma il", "smtp://mäil", "smtp://a%0D%0A@mail.example.org",
        "smtp://a%@mail.example.org", "smtp://a%FF@mail.example.org", "smtp://[::1", "smtp://[127.0.0.1]",
        "smtp://[::1]x", "smtp://mail.example.org\r\nQUIT", "smtp://mail.example.org\0", "smtp://.org",
    ])
    func `cannot be anything`(text: String) {
        #expect(SMTPServer(text) == nil)
    }
}
