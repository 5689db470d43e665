import HTTP

/// What a parser made of the octets of a connection, in a form that can be compared.
struct Transcript: Equatable {
    var steps: [Step] = []

    enum Step: Equatable {
        case head(String, fields: [String], BodyFraming, persists: Bool)
        case complete(String)
        case refused(Int, closes: Bool)
    }

    /// Feeds the pieces one after the other and notes all events.
    init(
        _ pieces: [some Collection<UInt8>], limits: MessageLimits = MessageLimits(), bodyBytesMax: Int? = nil
    ) {
        var parser = RequestParser(limits: limits)
        for piece in pieces {
            parser.feed(piece)
            while let step = Self.step(of: &parser, bodyBytesMax: bodyBytesMax) { steps.append(step) }
        }
    }

    /// Feeds all of a text at once.
    init(_ text: String, limits: MessageLimits = MessageLimits(), bodyBytesMax: Int? = nil) {
        self.init([Array(text.utf8)], limits: limits, bodyBytesMax: bodyBytesMax)
    }

    private static func step(of parser: inout RequestParser, bodyBytesMax: Int?) -> Step? {
        do throws(ParseError) {
            switch try parser.next() {
            case .head(let head, let framing):
                if let bodyBytesMax { parser.bodyBytesMax = bodyBytesMax }
                let version = head.version == .http10 ? "1.0" : "1.1"
                let query = head.target.query.map { "?\($0)" } ?? ""
                let line =
                    "\(head.method.rawValue) \(head.target.path)\(query) \(version) [\(head.authority)]"
                let fields = head.fields.map { "\($0.name.lowercased): \($0.value)" }
                return .head(line, fields: fields, framing, persists: parser.persists)
            case .complete(let body):
                return .complete(String(decoding: body, as: UTF8.self))
            case nil:
                return nil
            }
        } catch {
            return .refused(error.status.code, closes: error.closes)
        }
    }

    /// The request lines, with the authority behind them.
    var lines: [String] {
        steps.compactMap { if case .head(let line, _, _, _) = $0 { line } else { nil } }
    }

    /// The bodies of the requests that were complete.
    var bodies: [String] {
        steps.compactMap { if case .complete(let body) = $0 { body } else { nil } }
    }

    /// The first refusal, as status and whether it closes.
    var refusal: Refusal? {
        for case .refused(let status, let closes) in steps { return Refusal(status, closes: closes) }
        return nil
    }
}

/// How a request was refused.
struct Refusal: Equatable {
    let status: Int
    let closes: Bool

    init(_ status: Int, closes: Bool = true) {
        self.status = status
        self.closes = closes
    }
}
