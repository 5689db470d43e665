import Exchange
import JSON

/// Reads JSON token by token.
struct JSONDocumentReader: DocumentReader {
    private var tokens = JSONTokenizer()

    var offset: Int { tokens.offset }

    mutating func next(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken? {
        let token: JSONTokenizer.Token?
        do throws(JSONSyntaxError) {
            token = try tokens.next(in: bytes)
        } catch {
            throw .malformed("The document is not JSON: \(error).")
        }
        return switch token {
        case .beginObject: .beginObject
        case .endObject: .endObject
        case .beginArray: .beginArray
        case .endArray: .endArray
        case .name(let name): .name(name)
        case .string(let text): .string(text)
        case .number(let number): number.double.map(DocumentToken.number) ?? .other
        case .bool(let flag): .bool(flag)
        case .null: .null
        case nil: nil
        }
    }
}
