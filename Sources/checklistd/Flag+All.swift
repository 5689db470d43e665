import HTTPServer

extension Flag {
    /// Every setting there is, in the order of `--help`.
    static let all: [Flag] = [
        Flag(
            name: "listen", value: "ADDRESS", commands: [.serve],
            help: """
                Where to listen: 127.0.0.1:8080, [::1]:8080 or unix:/run/checklistd.sock; port 0 takes a free one.
                      May be repeated. Default 127.0.0.1:8080.
                """,
            repeats: true, reset: { $0.listen = [] },
            set: { (configuration, text) throws(Failure) in
                guard let address = ListenAddress(text) else {
                    throw Failure(
                        .usage,
                        "--listen cannot be '\(text)'; write 127.0.0.1:8080, [::1]:8080 or unix:/run/checklistd.sock.")
                }
                configuration.listen.append(address)
            }),
        Flag(
            name: "data", value: "DIR", commands: [.serve, .verify, .backup],
            help: "The folder with the data; made when it is missing. Default ./data.",
            set: { (configuration, text) throws(Failure) in
                guard !text.isEmpty else { throw Failure(.usage, "--data needs the name of a folder.") }
                configuration.data = text
            }),
        .choice("log-level", \.logLevel, "What is worth a line on standard error"),
        .choice("log-format", \.logFormat, "How such a line looks"),
        .number(
            "stop-seconds", "N", \.stopSeconds, in: 0...3600,
            "How long requests that are running at SIGTERM may take to finish"),
        Flag(
            name: "truncate-at", value: "SEGMENT:OFFSET", commands: [.verify],
            help: """
                Cut a damaged journal where verify says it is damaged, and keep what is cut off as a file beside it.
                      What had been changed from there on is lost.
                """,
            set: { (configuration, text) throws(Failure) in
                configuration.truncateAt = text
            }),
    ]
}
