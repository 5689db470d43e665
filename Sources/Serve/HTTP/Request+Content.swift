public import JSON

extension Request {
    /// The parameters of the query.
    /// - Throws: `Problem` 400 if they cannot be decoded.
    public var query: QueryParameters {
        get throws(Problem) { try QueryParameters(head.target) }
    }

    /// The preconditions of the request.
    /// - Throws: `Problem` 400 if they are malformed.
    public var conditions: Conditions {
        get throws(Problem) { try Conditions(head.fields) }
    }

    /// Parses the content as JSON.
    /// - Parameters:
    ///   - mediaTypes: The accepted media types, in lower case.
    ///   - depthMax: The limit of the nesting depth of arrays and objects.
    /// - Throws: `Problem` 400 for an empty body; 415 for another media type, charset or coding; 400 with the
    ///   position of the first violation of RFC 8259.
    public func json(
        as mediaTypes: [String] = ["application/json"], depthMax: Int = JSONValue.depthMax
    ) throws(Problem) -> JSONValue {
        guard !body.isEmpty else { throw Problem(.missingContent, "The body is empty; it must be JSON.") }
        try requireContent(of: mediaTypes)
        do throws(JSONSyntaxError) {
            return try JSONValue.parse(body, depthMax: depthMax)
        } catch {
            // JSON in UTF-8 has no NUL, 0xFE or 0xFF.
            let isOfUTF16 = body.prefix(2).contains { [0, 0xFE, 0xFF].contains($0) }
            let fault =
                isOfUTF16 ? "The body is in UTF-16; it must be in UTF-8." : "The body is not JSON: \(error)."
            throw Problem(.malformedContent, fault)
        }
    }

    /// Requires content of one of these media types, in UTF-8 and without a content coding.
    /// - Throws: `Problem` 415. It lists what the server accepts in `Accept-Encoding` or `Accept` (RFC 9110
    ///   §15.5.16) or, for `PATCH`, in `Accept-Patch` (RFC 5789 §2.2).
    public func requireContent(of mediaTypes: [String]) throws(Problem) {
        if let coding = head.fields[.contentEncoding], coding.lowercased() != "identity" {
            var problem = Problem(
                .unsupportedMediaType, "The server supports no Content-Encoding; send the body without one.")
            problem.fields[.acceptEncoding] = "identity"
            throw problem
        }
        // Most clients send exactly this value.
        if let line = head.fields.onlyLine(of: .contentType),
            mediaTypes.contains(where: { head.fields.hasValue($0, line) })
        {
            return
        }
        let value = head.fields[.contentType] ?? ""
        guard let type = MediaType(value), mediaTypes.contains(type.essence) else {
            throw unsupported(
                "The Content-Type must be \(mediaTypes.joined(separator: " or ")).", mediaTypes)
        }
        if let charset = type[parameter: "charset"], charset.lowercased() != "utf-8" {
            throw unsupported("The charset must be UTF-8.", mediaTypes)
        }
    }

    private func unsupported(_ detail: String, _ mediaTypes: [String]) -> Problem {
        var problem = Problem(.unsupportedMediaType, detail)
        problem.fields[head.method == .patch ? .acceptPatch : .accept] = mediaTypes.joined(separator: ", ")
        return problem
    }
}
