import JSON

/// Reads the input as JSON; what is accepted has to be the same again once it is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONGate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let value = try? JSONValue.parse(octets) else { return 0 }
    var writer = JSONWriter()
    writer.value(value)
    guard let again = try? JSONValue.parse(writer.bytes) else {
        preconditionFailure("what was written is refused")
    }
    precondition(again == value, "what was written is something else")
    // A byte order mark, white space that is none, and a second value are never accepted.
    precondition((try? JSONValue.parse([0xEF, 0xBB, 0xBF] + octets)) == nil, "a byte order mark is accepted")
    precondition((try? JSONValue.parse(octets + [0x2C])) == nil, "a comma at the end is accepted")
    return 0
}
