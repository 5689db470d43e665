/// A field that breaks a rule.
public struct Violation: Hashable, Sendable {
    /// A JSON Pointer (RFC 6901) into what was sent, such as `/location/city`; empty for the whole.
    public var pointer: String
    /// The rule that is broken.
    public var reason: Reason

    /// A violation at a pointer.
    public init(_ pointer: String, _ reason: Reason) {
        self.pointer = pointer
        self.reason = reason
    }

    /// Names the rule; stable on the wire.
    public var code: Code { reason.code }
    /// A clause for a person that follows the name of the field: `must have at most 200 characters`.
    public var detail: String { reason.detail }

    /// The violation of a part of something larger.
    /// - Parameter pointer: Where the part is.
    public func within(_ pointer: String) -> Violation { Violation(pointer + self.pointer, reason) }
}

extension Violation {
    /// A broken rule: its code, its parameters and its sentence. The static members are all rules there are;
    /// each says its sentence once.
    public struct Reason: Hashable, Sendable {
        /// Names the rule.
        public let code: Code
        /// The values in the sentence, so that a client can write its own.
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

        /// The sentence, without the name of the field and without a full stop.
        public var detail: String {
            let rule = rule + (allowsNull ? " or null" : "")
            let whole = example.map { "\(rule), for example \($0)" } ?? rule
            return ([whole] + explanations).joined(separator: "; ")
        }

        /// The same rule for a field that can also be `null`.
        public var orNull: Reason {
            var reason = self
            reason.allowsNull = true
            return reason
        }

        /// The same rule with an explanation, or with what follows from breaking it: `the item is left out`.
        public func with(_ explanation: String?) -> Reason {
            var reason = self
            if let explanation { reason.explanations.append(explanation) }
            return reason
        }
    }

    /// The named values of a rule, in their order.
    public struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
        /// One of them.
        public struct Element: Hashable, Sendable {
            /// As `parameters` has it on the wire.
            public let name: String
            /// What it is this time.
            public let value: Value
        }

        /// A number, a text, or several of them.
        public enum Value: Hashable, Sendable {
            case integer(Int)
            case text(String)
            case texts([String])
            case integers([Int])
        }

        /// All of them.
        public let elements: [Element]

        public init(dictionaryLiteral elements: (String, Value)...) {
            self.elements = elements.map { Element(name: $0, value: $1) }
        }
    }
}
