import Checklists
import JSON

extension Webhook.Template {
    /// Whether the template is valid JSON with any values filled in, if it claims to be JSON. Outside of a
    /// string, only placeholders for numbers, `null`, `true` or `false` are valid.
    var isJSONAsItSays: Bool {
        // Validation reports unknown placeholders.
        guard syntax == .json, let parts = try? parts() else { return true }
        return ["1", "null"].allSatisfy { number in
            let texts = parts.map { part in
                switch part {
                case .text(let text): text
                case .placeholder(.late), .placeholder(.itemImportant): "true"
                case .placeholder(.itemID), .placeholder(.listID): number
                // A text, which is valid JSON only within a string.
                case .placeholder: "x"
                }
            }
            // Only the validity matters, not the error.
            return (try? JSONValue.parse(Array(texts.joined().utf8))) != nil
        }
    }
}
