/// A header field whose name and value never change. It is checked once and appended as one piece.
public struct ConstantField: Sendable {
    /// The line in wire format, with its line end.
    let octets: [UInt8]
    let line: Fields.Line

    /// Makes a field of a name that is not empty.
    public init(_ name: FieldName, _ value: String) {
        var fields = Fields()
        fields.append(name, value)
        guard let line = fields.lines.first else { preconditionFailure("a field needs a name") }
        octets = fields.octets
        self.line = line
    }
}
