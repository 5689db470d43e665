/// Parses the octets of a connection into requests (RFC 9112), however the network splits them.
///
/// Call `feed` with what arrives, then `next` until it returns `nil`. After `.head` set `bodyBytesMax` before
/// the next call. After an error that does not close, the parser continues with the next request. After one
/// that closes, or a request with `Connection: close`, there are no more events.
public struct RequestParser: Sendable {
    /// A result of `next`.
    public enum Event: Sendable {
        /// The head of a request is complete.
        case head(RequestHead, BodyFraming)
        /// The request is complete. An unfinished request never yields this event.
        case complete(body: [UInt8])
    }

    /// The position of the parser within a message.
    public enum Phase: Hashable, Sendable {
        /// Between two requests, before the first octet of the next one.
        case idle
        /// Within the request line or the fields.
        case head
        /// Between the head and the end of the content.
        case body
        /// After the last request of the connection.
        case closed
    }

    private enum State {
        case requestLine
        case fields
        case framed(BodyFraming)
        case length
        case chunked
        case closed
    }

    /// The limit of the current request's content, in octets. Each head resets it to the default.
    public var bodyBytesMax = MessageLimits.bodyBytesMax
    /// Whether the connection stays open after the current request (RFC 9112 §9.3).
    public private(set) var persists = true
    private let limits: MessageLimits
    private var state = State.requestLine
    /// The decoder of the current body, if that is chunked.
    private var decoder = ChunkedDecoder()
    private var head = HeadParser()
    private var emptyLines = 0
    private var expectsContinue = false

    /// Octets that have arrived and are not consumed.
    @usableFromInline var buffer: [UInt8] = []
    /// The index in the buffer where the current head or the unread rest of the body begins.
    private var position = 0
    /// The index in the buffer where the current line begins.
    private var lineStart = 0
    /// The buffer has no line end between `lineStart` and this index.
    private var searched = 0
    /// The content of the current request so far.
    @usableFromInline var body: [UInt8] = []
    /// The missing octets of a content of known length; 0 until the limit is checked.
    @usableFromInline var bodyBytesMissing = 0

    /// Makes a parser for one connection.
    public init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
    }

    /// The current position within a message.
    public var phase: Phase {
        switch state {
        case .requestLine: position == buffer.count ? .idle : .head
        case .fields: .head
        case .framed, .length, .chunked: .body
        case .closed: .closed
        }
    }

    /// Whether the client waits for `100 Continue` and has sent no content yet (RFC 9110 §10.1.1). Read it
    /// when `next` returns `nil` after a head.
    public var awaitsContinue: Bool {
        expectsContinue && phase == .body && body.isEmpty && position == buffer.count
    }

    /// The octets that the parser holds in its buffers.
    public var heldBytes: Int { body.count + buffer.count }

    /// Adds octets that have arrived.
    @inlinable
    public mutating func feed(_ octets: some Collection<UInt8>) {
        if octets.count <= bodyBytesMissing {
            // Skips the buffer: all octets belong to the body.
            bodyBytesMissing -= octets.count
            body.append(contentsOf: octets)
        } else if makeRoom() {
            buffer.append(contentsOf: octets)
        }
    }

    /// The next event; `nil` until more octets arrive.
    /// - Throws: `ParseError`, which the server answers with its response.
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

    /// Reports that the client will send nothing more.
    /// - Throws: `ParseError` if a request is incomplete. The server must not execute it (RFC 9112 §8).
    public mutating func finish() throws(ParseError) {
        let phase = phase
        close()
        if phase == .head || phase == .body {
            throw .malformed("The connection ended before the request was complete.")
        }
    }
}

// MARK: - Parsing

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
            case .chunked:
                let isComplete = try decoder.advance(
                    buffer, from: &position, into: &body, bodyBytesMax: bodyBytesMax, limits: limits)
                return isComplete ? complete() : nil
            case .closed:
                return nil
            }
        }
    }

    /// The next line of the head, as a range relative to `position`; `nil` until it is complete.
    private mutating func nextLine(isRequestLine: Bool) throws(ParseError) -> Range<Int>? {
        let line = try Line.next(in: buffer.span, from: lineStart, searched: searched)
        let end = line?.upperBound ?? max(lineStart, buffer.count - 1)
        if isRequestLine, end - lineStart > limits.requestLineBytesMax {
            // A line without a space has no target, so 414 would not apply.
            guard buffer[lineStart..<lineStart + limits.requestLineBytesMax].contains(.space) else {
                throw .malformed(
                    "The request line must begin with a method and a space, for example GET / HTTP/1.1.")
            }
            throw ParseError(
                .uriTooLong, "The request line is longer than \(limits.requestLineBytesMax) bytes.")
        }
        if !isRequestLine, end - lineStart > limits.fieldBytesMax {
            throw ParseError(
                .headerFieldsTooLarge, "A header field is longer than \(limits.fieldBytesMax) bytes.")
        }
        if end - position > limits.headBytesMax {
            throw ParseError(
                .headerFieldsTooLarge, "The request header is longer than \(limits.headBytesMax) bytes.")
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
        guard emptyLines <= limits.emptyLinesMax else { throw .malformed("The request line is missing.") }
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

    /// Starts the content; `false` if there is none.
    private mutating func start(_ framing: BodyFraming) throws(ParseError) -> Bool {
        switch framing {
        case .none:
            return false
        case .chunked:
            decoder = ChunkedDecoder()
            state = .chunked
        case .length(let length):
            guard length <= bodyBytesMax else {
                throw ParseError(.contentTooLarge, "The content is larger than \(bodyBytesMax) bytes.")
            }
            bodyBytesMissing = length
            state = .length
        }
        return true
    }

    /// Moves the available part of a content of known length from the buffer to the body.
    private mutating func takeBody() {
        let count = min(bodyBytesMissing, buffer.count - position)
        guard count > 0 else { return }
        body.append(contentsOf: buffer[position..<position + count])
        position += count
        bodyBytesMissing -= count
        // `feed` appends the rest directly to the body, so the buffer is not needed for some time.
        if position == buffer.count { emptyBuffer() }
    }

    private mutating func complete() -> Event {
        let content = body
        if persists { startOver() } else { close() }
        return .complete(body: content)
    }

    /// Prepares for the next request.
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

    /// Clears the buffer, which is consumed completely.
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

    /// Ends the connection: later input is ignored.
    private mutating func close() {
        buffer = []
        position = 0
        startOver()
        persists = false
        state = .closed
    }

    /// Removes the consumed part of the buffer; `false` if the parser is closed.
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
