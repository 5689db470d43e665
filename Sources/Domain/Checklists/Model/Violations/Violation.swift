/// A field that breaks a rule.
public struct Violation: Hashable, Sendable {
    /// A JSON Pointer (RFC 6901) into the request content, such as `/location/city`; empty for the whole
    /// content.
    public var pointer: String
    /// The broken rule.
    public var reason: Reason

    /// Creates a violation at a pointer.
    public init(_ pointer: String, _ reason: Reason) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The code of the rule, stable on the wire.
    public var code: Code { reason.code }
    /// The rule as a clause that follows the name of the field: `must have at most 200 characters`.
    public var detail: String { reason.detail }

    /// The violation as part of a larger content.
    /// - Parameter pointer: The pointer to the part.
    public func within(_ pointer: String) -> Violation { Violation(pointer + self.pointer, reason) }
}

extension Violation {
    /// A broken rule with its code, parameters and sentence. The static members are all rules.
    public struct Reason: Hashable, Sendable {
        /// The code of the rule.
        public let code: Code
        /// The values in the sentence, so that clients can build their own sentences.
        public let parameters: Parameters
        private let rule: String
        private let example: String?
        private var allowsNull = false
        private var explanations: [String] = []

        init(_ code: Code, _ rule: String, example: String? = nil, _ parameters: Parameters = [:]) {
            self.code = code
            self.rule = rule
            self.example = example
            self.parameters = parameters
        }

        /// The sentence without the name of the field and without a full stop.
        public var detail: String {
            let rule = rule + (allowsNull ? " or null" : "")
            let whole = example.map { "\(rule), for example \($0)" } ?? rule
            return ([whole] + explanations).joined(separator: "; ")
        }

        /// The rule for a field that can also be `null`.
        public var orNull: Reason {
            var reason = self
            reason.allowsNull = true
            return reason
        }

        /// The rule with an explanation, or with the consequence of breaking it: `the item is left out`.
        public func with(_ explanation: String?) -> Reason {
            var reason = self
            if let explanation { reason.explanations.append(explanation) }
            return reason
        }
    }

    /// The named values in a rule's sentence, in order.
    public struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
        /// A named value.
        public struct Element: Hashable, Sendable {
            /// The name in `parameters` on the wire.
            public let name: String
            /// The value.
            public let value: Value
        }

        /// A number, a text, or an array of them.
        public enum Value: Hashable, Sendable {
            case integer(Int)
            case decimal(Double)
            case text(String)
            case texts([String])
            case integers([Int])
        }

        /// The values, in order.
        public let elements: [Element]

        public init(dictionaryLiteral elements: (String, Value)...) {
            self.elements = elements.map { Element(name: $0, value: $1) }
        }
    }
}
