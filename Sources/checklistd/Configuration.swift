import HTTP
import HTTPServer

/// Everything that can be set, with its defaults.
struct Configuration {
    var listen: [ListenAddress] = []
    var data = "./data"
    var logLevel = Log.Level.info
    var logFormat = Log.Format.text
    var messageLimits = MessageLimits()
    var serverLimits = ServerLimits()
    var stopSeconds = 10

    /// The addresses to listen on; the default where none is named.
    var addresses: [ListenAddress] {
        listen.isEmpty ? [.tcp(host: "127.0.0.1", port: 8080)] : listen
    }
}
