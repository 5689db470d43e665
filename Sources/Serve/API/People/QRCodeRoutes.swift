import Checklists
import HTTP
import JSON
import QRCode

/// The route that draws a link as a QR code for another device.
struct QRCodeRoutes {
    var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/v1/qr-codes", .persons(.read), gives: .svg, bodyBytesMax: Limits.smallBodyBytesMax,
                handler: draw)
        ]
    }

    private func draw(
        _ call: Call<Fixed>, _ query: NoQuery, _ body: QRCodeBody, _ condition: NoCondition
    ) async throws -> Response {
        let fields: Fields = [.contentType: MediaType.svg.description]
        return Response(.ok, fields: fields, body: .bytes(Array(body.svg.utf8))).secret
    }
}

/// The body with the text. It is not part of the address, because addresses are logged and a link has a
/// secret.
private struct QRCodeBody: RequestBody {
    static let noun = "a text to be drawn"
    static let readOnlyFields: [String] = []

    let svg: String

    init(from fields: inout FieldReader) {
        svg = fields.required("text", .qrCode)?.svg ?? ""
    }
}

extension FieldType<QRCode> {
    /// A text to draw as a QR code.
    fileprivate static var qrCode: Self {
        let example = "https://example.org/"
        return Self({ _ in .notPrintableASCII(max: QRCode.textBytesMax, example: example) }) { value in
            guard case .string(let text) = value, !text.isEmpty,
                text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            return QRCode(text)
        }
    }
}
