/// Decodes the chunked transfer coding (RFC 9112 §7.1).
struct ChunkedDecoder {
    private enum State {
        case size
        case data(missing: Int)
        case dataEnd
        case trailers
    }

    private var state = State.size
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailers = 0

    /// Decodes as much of the buffer as has arrived.
    /// - Returns: Whether the last chunk and the trailers are complete.
    /// - Throws: `ParseError` that closes: 413 if a chunk would exceed the limit of the body, 431 for the
    ///   trailers, 400 for everything else.
    mutating func advance(
        _ buffer: [UInt8], from position: inout Int, into body: inout [UInt8], bodyBytesMax: Int,
        limits: MessageLimits
    ) throws(ParseError) -> Bool {
        while true {
            switch state {
            case .size:
                guard let line = try sizeLine(buffer, position, limits: limits) else { return false }
                let size = try readSize(buffer.span, line, limits: limits)
                guard size <= bodyBytesMax - body.count else {
                    throw ParseError(.contentTooLarge, "The content is larger than \(bodyBytesMax) bytes.")
                }
                position = line.upperBound + 2
                state = size == 0 ? .trailers : .data(missing: size)
            case .data(let missing):
                let count = min(missing, buffer.count - position)
                guard count > 0 else { return false }
                body.append(contentsOf: buffer[position..<position + count])
                position += count
                state = count == missing ? .dataEnd : .data(missing: missing - count)
            case .dataEnd:
                guard position < buffer.count else { return false }
                guard buffer[position] == .carriageReturn else { throw Self.unterminated }
                guard position + 1 < buffer.count else { return false }
                guard buffer[position + 1] == .lineFeed else { throw Self.unterminated }
                position += 2
                state = .size
            case .trailers:
                guard let line = try trailerLine(buffer, position, limits: limits) else { return false }
                position = line.upperBound + 2
                if line.isEmpty { return true }
                try readTrailer(buffer.span, line, limits: limits)
            }
        }
    }

    private static let unterminated = ParseError.malformed("A chunk must end with CRLF.")
}

// MARK: - Chunk sizes

extension ChunkedDecoder {
    /// The maximum number of hexadecimal digits of an `Int`.
    private static let sizeDigitsMax = 16

    /// The line with the chunk size, without its line end; `nil` until it is complete.
    private func sizeLine(
        _ buffer: [UInt8], _ position: Int, limits: MessageLimits
    ) throws(ParseError) -> Range<Int>? {
        if let line = try Line.next(in: buffer.span, from: position) { return line }
        guard
            buffer.count - position <= Self.sizeDigitsMax + limits.chunkExtensionBytesMax - extensionBytes + 1
        else {
            throw .malformed("The chunk extensions are too long.")
        }
        return nil
    }

    /// `chunk-size [ chunk-ext ]` (§7.1).
    private mutating func readSize(
        _ octets: Span<UInt8>, _ line: Range<Int>, limits: MessageLimits
    ) throws(ParseError) -> Int {
        var size = 0
        var index = line.lowerBound
        while index < line.upperBound, let digit = octets[index].hexadecimalValue {
            guard size <= Int.max >> 4 else { throw .malformed("A chunk size is too large.") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard 1...Self.sizeDigitsMax ~= index - line.lowerBound else {
            throw .malformed("A chunk size must be a hexadecimal number.")
        }
        extensionBytes += line.upperBound - index
        guard extensionBytes <= limits.chunkExtensionBytesMax else {
            throw .malformed("The chunk extensions are too long.")
        }
        while index < line.upperBound {
            guard Self.skipExtension(octets, &index, before: line.upperBound) else {
                throw .malformed("A chunk extension is malformed (RFC 9112 section 7.1.1).")
            }
        }
        return size
    }

    /// Skips one `BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ]` (§7.1.1). The server ignores all
    /// extensions.
    private static func skipExtension(_ octets: Span<UInt8>, _ index: inout Int, before end: Int) -> Bool {
        func skip(_ octet: UInt8) -> Bool {
            var next = index
            while next < end, octets[next].isWhiteSpace { next += 1 }
            guard next < end, octets[next] == octet else { return false }
            index = next + 1
            return true
        }
        func skipWord() -> Bool {
            while index < end, octets[index].isWhiteSpace { index += 1 }
            let start = index
            while index < end, octets[index].isToken { index += 1 }
            return index > start
        }
        guard skip(.semicolon), skipWord() else { return false }
        guard skip(.equals) else { return true }
        guard skip(.quote) else { return skipWord() }
        while index < end, octets[index] != .quote {
            if octets[index] == .backslash { index += 1 }
            guard index < end, !octets[index].isControl else { return false }
            index += 1
        }
        return skip(.quote)
    }
}

// MARK: - Trailers

extension ChunkedDecoder {
    /// The next trailer line, without its line end; `nil` until it is complete.
    private func trailerLine(
        _ buffer: [UInt8], _ position: Int, limits: MessageLimits
    ) throws(ParseError) -> Range<Int>? {
        let line = try Line.next(in: buffer.span, from: position)
        guard trailerBytes + (line?.count ?? buffer.count - position - 1) <= limits.trailerBytesMax else {
            throw ParseError(.headerFieldsTooLarge, "The trailer section is too long.")
        }
        return line
    }

    /// Checks a trailer like a field, then discards it. Merged into the fields it could change their meaning
    /// (§7.1.2).
    private mutating func readTrailer(
        _ octets: Span<UInt8>, _ line: Range<Int>, limits: MessageLimits
    ) throws(ParseError) {
        trailerBytes += line.count + 2
        trailers += 1
        guard trailers <= limits.fieldsMax else {
            throw ParseError(
                .headerFieldsTooLarge, "The request has more than \(limits.fieldsMax) trailer fields.")
        }
        if try FieldLine(octets, line).hasControl {
            throw .malformed("A trailer field contains a control character.")
        }
    }
}
