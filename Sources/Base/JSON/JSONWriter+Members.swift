extension JSONWriter {
    /// Writes the members of an object whose names a closure accepts.
    ///
    /// - Parameter object: An object that a `JSONWriter` wrote: it has no white space, and its names need no
    ///   escaping.
    public mutating func members(of object: Span<UInt8>, where isIncluded: (String) -> Bool) {
        var index = 1
        while index < object.count, object[index] == UInt8(ascii: "\"") {
            let nameEnd = object.endOfString(at: index)
            let end = object.endOfValue(at: nameEnd + 1)
            let name = (index + 1..<nameEnd - 1).map { object[$0] }
            if isIncluded(String(decoding: name, as: UTF8.self)) {
                raw(object.extracting(index..<end))
            }
            // Skips the comma or the brace.
            index = end + 1
        }
    }
}

extension Span<UInt8> {
    /// The index after the string whose opening quote is at an index.
    fileprivate func endOfString(at start: Int) -> Int {
        var index = start + 1
        while index < count, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    /// The index after the value that begins at an index.
    fileprivate func endOfValue(at start: Int) -> Int {
        var index = start
        var depth = 0
        while index < count {
            switch self[index] {
            case UInt8(ascii: "\""):
                index = endOfString(at: index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return index }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return index
            default: break
            }
            index += 1
        }
        return index
    }
}
