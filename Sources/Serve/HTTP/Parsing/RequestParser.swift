/// Turns the octets of a connection into requests (RFC 9112), however they are cut.
///
/// Feed it what arrives, then ask for events until there is none. After `.head` say how large the content may
/// be, in `bodyBytesMax`, before asking again. An error that does not close leaves the parser at the next
/// request; behind one that closes, and behind a request that asked for it, there are no more events.
public struct RequestParser: Sendable {
    /// What has been read.
    public enum Event: Sendable {
        /// The head of a request is complete.
        case head(RequestHead, BodyFraming)
        /// All of the request is there. Of an unfinished one this is never said.
        case complete(body: [UInt8])
    }

    /// Where in a connection's life the parser is.
    public enum Phase: Hashable, Sendable {
        /// Between two requests: nothing of the next one has arrived.
        case idle
        /// In request line or fields.
        case head
        /// Behind a head, before the end of the content.
        case body
        /// Behind the last request of the connection.
        case closed
    }

    private enum State {
        case requestLine
        case fields
        case framed(BodyFraming)
        case length
        case chunked(ChunkedDecoder)
        case closed
    }

    /// How large the content of the request at hand may be, in octets; set back with every head.
    public var bodyBytesMax = MessageLimits.bodyBytesMax
    /// Whether the connection stays open behind the request at hand (RFC 9112 §9.3).
    public private(set) var persists = true
    private let limits: MessageLimits
    private var state = State.requestLine
    private var head = HeadParser()
    private var emptyLines = 0
    private var expectsContinue = false

    /// What has arrived and not been taken in yet.
    @usableFromInline var buffer: [UInt8] = []
    /// Where in the buffer the head begins, or what has not been read of the body.
    private var position = 0
    /// Where in the buffer the line begins that is being read.
    private var lineStart = 0
    /// Up to where in the buffer there is no line end.
    private var searched = 0
    /// The content so far.
    @usableFromInline var body: [UInt8] = []
    /// How much of a content of known length is still to come, once it is clear that it may come.
    @usableFromInline var bodyBytesMissing = 0

    /// A parser for one connection.
    public init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
    }

    /// Where it is.
    public var phase: Phase {
        switch state {
        case .requestLine: position == buffer.count ? .idle : .head
        case .fields: .head
        case .framed, .length, .chunked: .body
        case .closed: .closed
        }
    }

    /// Whether the client waits for `100 Continue` and nothing of the content has come without it
    /// (RFC 9110 §10.1.1). Ask when `next` had nothing to say after the head.
    public var awaitsContinue: Bool {
        expectsContinue && phase == .body && body.isEmpty && position == buffer.count
    }

    /// How many octets it holds of what has arrived.
    public var heldBytes: Int { body.count + buffer.count }

    /// Takes in what has arrived.
    @inlinable
    public mutating func feed(_ octets: some Collection<UInt8>) {
        if octets.count <= bodyBytesMissing {
            // Straight to where it belongs.
            bodyBytesMissing -= octets.count
            body.append(contentsOf: octets)
        } else if makeRoom() {
            buffer.append(contentsOf: octets)
        }
    }

    /// The next event, or `nil` until more arrives.
    /// - Throws: `ParseError`, to be answered.
    public mutating func next() throws(ParseError) -> Event? {
        do throws(ParseError) {
            return try advance()
        } catch {
            var error = error
            error.method = head.method
            if error.closes { close() } else { startOver() }
            throw error
        }
    }

    /// Takes note that nothing more will arrive.
    /// - Throws: `ParseError`, if a request has been begun. It is not to be acted on (RFC 9112 §8).
    public mutating func finish() throws(ParseError) {
        let phase = phase
        close()
        if phase == .head || phase == .body { throw .badRequest("The request ends in the middle.") }
    }
}

// MARK: - The way of a message

extension RequestParser {
    private mutating func advance() throws(ParseError) -> Event? {
        while true {
            switch state {
            case .requestLine:
                guard let line = try nextLine(isRequestLine: true) else { return nil }
                try readRequestLine(line)
            case .fields:
                guard let line = try nextLine(isRequestLine: false) else { return nil }
                if line.isEmpty { return try finishHead() }
                try head.readField(buffer[position...], line, fieldsMax: limits.fieldsMax)
            case .framed(let framing):
                guard try start(framing) else { return complete() }
            case .length:
                takeBody()
                return bodyBytesMissing == 0 ? complete() : nil
            case .chunked(var decoder):
                let isComplete = try decoder.advance(
                    buffer, from: &position, into: &body, bodyBytesMax: bodyBytesMax, limits: limits)
                state = .chunked(decoder)
                return isComplete ? complete() : nil
            case .closed:
                return nil
            }
        }
    }

    /// The next line of the head, as a range behind `position`; `nil` until it has arrived.
    private mutating func nextLine(isRequestLine: Bool) throws(ParseError) -> Range<Int>? {
        let line = try Line.next(in: buffer.span, from: lineStart, searched: searched)
        let end = line?.upperBound ?? max(lineStart, buffer.count - 1)
        if isRequestLine, end - lineStart > limits.requestLineBytesMax {
            // What has no space in all that length has no target that could be too long.
            guard buffer[lineStart..<lineStart + limits.requestLineBytesMax].contains(.space) else {
                throw .badRequest("The request line does not begin with a method and a space.")
            }
            throw ParseError(
                .uriTooLong, "The request line is longer than \(limits.requestLineBytesMax) octets.")
        }
        if !isRequestLine, end - lineStart > limits.fieldBytesMax {
            throw ParseError(.headerFieldsTooLarge, "A field is longer than \(limits.fieldBytesMax) octets.")
        }
        if end - position > limits.headBytesMax {
            throw ParseError(.headerFieldsTooLarge, "The head is longer than \(limits.headBytesMax) octets.")
        }
        searched = buffer.count
        guard let line else { return nil }
        lineStart = line.upperBound + 2
        searched = lineStart
        return line.lowerBound - position..<line.upperBound - position
    }

    private mutating func readRequestLine(_ line: Range<Int>) throws(ParseError) {
        guard line.isEmpty else {
            try head.readRequestLine(buffer[position...], line)
            state = .fields
            return
        }
        // RFC 9112 §2.2.
        emptyLines += 1
        guard emptyLines <= limits.emptyLinesMax else { throw .badRequest("There is no request line.") }
        position = lineStart
    }

    private mutating func finishHead() throws(ParseError) -> Event {
        let octets = Array(buffer[position..<lineStart])
        position = lineStart
        let result = try head.finish(octets)
        persists = result.persists
        expectsContinue = result.expectsContinue
        bodyBytesMax = MessageLimits.bodyBytesMax
        state = .framed(result.framing)
        return .head(result.head, result.framing)
    }

    /// Begins with the content, if there is any and it may be as long as it says it is.
    private mutating func start(_ framing: BodyFraming) throws(ParseError) -> Bool {
        switch framing {
        case .none:
            return false
        case .chunked:
            state = .chunked(ChunkedDecoder())
        case .length(let length):
            guard length <= bodyBytesMax else {
                throw ParseError(.contentTooLarge, "The content is larger than \(bodyBytesMax) octets.")
            }
            bodyBytesMissing = length
            state = .length
        }
        return true
    }

    /// Moves what is there of a content of known length from the buffer. The rest goes past it.
    private mutating func takeBody() {
        let count = min(bodyBytesMissing, buffer.count - position)
        guard count > 0 else { return }
        body.append(contentsOf: buffer[position..<position + count])
        position += count
        bodyBytesMissing -= count
        // The rest may take long to come, and does not come this way.
        if position == buffer.count { emptyBuffer() }
    }

    private mutating func complete() -> Event {
        let content = body
        if persists { startOver() } else { close() }
        return .complete(body: content)
    }

    /// Goes on to the next request.
    private mutating func startOver() {
        state = .requestLine
        head = HeadParser()
        emptyLines = 0
        expectsContinue = false
        body = []
        bodyBytesMissing = 0
        if position == buffer.count { emptyBuffer() }
        lineStart = position
        searched = position
    }

    /// Forgets what the buffer has, all of which has been read.
    private mutating func emptyBuffer() {
        if buffer.capacity > MessageLimits.emptyBufferBytesMax {
            buffer = []
        } else {
            buffer.removeAll(keepingCapacity: true)
        }
        position = 0
        lineStart = 0
        searched = 0
    }

    /// Lets nothing come after this.
    private mutating func close() {
        buffer = []
        position = 0
        startOver()
        persists = false
        state = .closed
    }

    /// Frees the part of the buffer that has been read; `false` if nothing more is to come in.
    @usableFromInline mutating func makeRoom() -> Bool {
        if case .closed = state { return false }
        if position > 0 {
            buffer.removeSubrange(..<position)
            lineStart = max(lineStart - position, 0)
            searched = max(searched - position, 0)
            position = 0
        }
        return true
    }
}
