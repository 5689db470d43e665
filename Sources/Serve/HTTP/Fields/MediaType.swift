/// A media type (RFC 9110 §8.3.1). Type, subtype and parameter names are case-insensitive.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// Type and subtype in lower case, such as `application/json`.
    public let essence: String
    /// The parameters, with names in lower case.
    public let parameters: [Parameter]

    /// One parameter of a media type.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, unquoted.
        public let value: String
    }

    /// Parses text such as `text/html; charset="utf-8"`; `nil` if it is malformed.
    public init?(_ text: String) {
        var words = WordReader(text)
        guard let type = words.token(), words.take(.slash), let subtype = words.token() else { return nil }
        guard let parameters = Self.parameters(&words), words.isAtEnd else { return nil }
        essence = "\(type)/\(subtype)".lowercased()
        self.parameters = parameters
    }

    /// The value of the first parameter with this name, in any case.
    public subscript(parameter name: String) -> String? {
        parameters.first { $0.name == name.lowercased() }?.value
    }

    /// The media type as a field value.
    public var description: String {
        essence + parameters.map { "; \($0.name)=\(WordReader.quotedIfNeeded($0.value))" }.joined()
    }

    /// `*( OWS ";" OWS [ parameter ] )` (§5.6.6).
    static func parameters(_ words: inout WordReader) -> [Parameter]? {
        var parameters: [Parameter] = []
        words.skipWhiteSpace()
        while words.take(.semicolon) {
            words.skipWhiteSpace()
            if let name = words.token() {
                guard words.take(.equals), let value = words.tokenOrQuoted() else { return nil }
                parameters.append(Parameter(name: name.lowercased(), value: value))
            }
            words.skipWhiteSpace()
        }
        return parameters
    }
}
