import Checklists
import JSON

/// Reads JSON files of other programs. They may begin with a byte order mark and repeat names.
enum JSONFile {
    /// Parses a file with at most `valuesMax` values.
    /// - Throws: `ImportError.malformed` at the first invalid byte.
    static func parse(_ bytes: [UInt8], _ limits: ImportLimits) throws(ImportError) -> JSONValue {
        let body = try content(of: bytes)
        // A value takes some 30 times the memory of its two bytes in the file.
        let count = body.count {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
        }
        if count > limits.valuesMax { try checkCount(of: body, limits) }
        do throws(JSONSyntaxError) {
            return try JSONValue.parse(body, allowsDuplicateNames: true)
        } catch {
            throw .malformed("The file is not JSON: \(error).")
        }
    }

    /// The bytes of UTF-8 without a byte order mark. Some shells write UTF-16.
    static func content(of bytes: [UInt8]) throws(ImportError) -> [UInt8] {
        FileText.isUTF16(bytes)
            ? Array(try FileText.decode(bytes).utf8) : Array(FileText.withoutMark(bytes))
    }

    /// Counts the values exactly: the characters can be in texts.
    private static func checkCount(of bytes: [UInt8], _ limits: ImportLimits) throws(ImportError) {
        var tokens = JSONTokenizer()
        var count = 0
        do throws(JSONSyntaxError) {
            while let token = try tokens.next(in: bytes.span) {
                switch token {
                case .name, .endArray, .endObject: break
                default: count += 1
                }
                if count > limits.valuesMax { break }
            }
        } catch {
            throw .malformed("The file is not JSON: \(error).")
        }
        guard count <= limits.valuesMax else { throw .tooMany(limits.valuesMax, "values; split the file") }
    }
}

extension JSONValue {
    /// The text; `nil` for another value, and for an empty text.
    var text: String? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    /// The elements; empty for another value.
    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members; empty for another value.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Whether the value is `true`.
    var isTrue: Bool { self == .bool(true) }

    /// The whole number, also from a text; `nil` for another value.
    var integer: Int? {
        switch self {
        case .number(let number): number.integer
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// The number; `nil` for another value.
    var double: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }
}
