import Checklists
import JSON

extension Webhook.Template {
    /// Whether it is JSON, whatever is filled in, if it says so of itself: outside of a string can only stand
    /// what is a number or `null`, `true` or `false`.
    var isJSONAsItSays: Bool {
        // Validation reports unknown placeholders.
        guard syntax == .json, let parts = try? parts() else { return true }
        return ["1", "null"].allSatisfy { number in
            let texts = parts.map { part in
                switch part {
                case .text(let text): text
                case .placeholder(.late), .placeholder(.itemImportant): "true"
                case .placeholder(.itemID), .placeholder(.listID): number
                // A text, which is JSON within a string alone.
                case .placeholder: "x"
                }
            }
            // Why it is none does not matter.
            return (try? JSONValue.parse(Array(texts.joined().utf8))) != nil
        }
    }
}
