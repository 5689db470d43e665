import Dates
import HTTP
import Testing

@Suite struct `Conditions of a request` {
    private let etag = ETag("7")
    private let old = "Sun, 06 Nov 1994 08:49:36 GMT"
    private let exact = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let modified = HTTPDate(secondsSince1970: 784_111_777)

    private func outcome(
        _ fields: Fields, _ method: Method = .get, etag: ETag? = ETag("7"), modified: HTTPDate? = nil,
        age: Int = 2
    ) throws -> Conditions.Outcome {
        let lastModified = modified.map { date in
            LastModified(date, now: HTTPDate(secondsSince1970: date.secondsSince1970 + age))
        }
        return try Conditions(fields).outcome(method, etag: etag, lastModified: lastModified)
    }

    @Test func `are met where there are none`() throws {
        #expect(try outcome([:]) == .proceed)
        #expect(try outcome([:], etag: nil) == .proceed)
    }

    @Test(arguments: [
        ("\"7\"", Conditions.Outcome.proceed), ("*", .proceed), ("\"6\", \"7\"", .proceed),
        (",, \"6\" ,\"7\",", .proceed),
        ("\"6\"", .preconditionFailed), ("W/\"6\"", .preconditionFailed), ("\"77\"", .preconditionFailed),
        ("W/\"7\"", .proceed), ("\"7-br\"", .proceed), ("W/\"7-gzip-br\"", .proceed),
        ("\"7-x\"", .preconditionFailed), ("\"6-br\"", .preconditionFailed),
    ])
    func `take each form that a proxy gives a tag for If-Match`(
        _ value: String, _ expected: Conditions.Outcome
    ) throws {
        #expect(try outcome(["If-Match": value], .patch) == expected)
        #expect(try outcome(["If-Match": value], .get) == expected)
    }

    @Test(arguments: [
        ("\"7\"", true), ("W/\"7\"", true), ("*", true), ("\"6\", W/\"7\"", true), ("\"6\"", false),
        ("\"a,b\"", false),
    ])
    func `compare If-None-Match weakly`(_ value: String, _ matches: Bool) throws {
        #expect(try outcome(["If-None-Match": value]) == (matches ? .notModified : .proceed))
        #expect(try outcome(["If-None-Match": value], .head) == (matches ? .notModified : .proceed))
        #expect(try outcome(["If-None-Match": value], .delete) == (matches ? .preconditionFailed : .proceed))
        #expect(
            try outcome(["If-None-Match": value], etag: ETag("7", isWeak: true))
                == (matches ? .notModified : .proceed))
    }

    @Test func `are not met by what is not there`() throws {
        #expect(try outcome(["If-Match": "*"], .put, etag: nil) == .preconditionFailed)
        #expect(try outcome(["If-None-Match": "*"], .put, etag: nil) == .proceed)
    }

    @Test func `take the lines of a field together`() throws {
        var fields = Fields()
        fields.append(.ifMatch, "\"6\"")
        fields.append(.ifMatch, "\"7\"")
        #expect(try outcome(fields, .patch) == .proceed)
    }

    @Test func `look at dates where there are no tags`() throws {
        #expect(try outcome(["If-Modified-Since": exact], modified: modified) == .notModified)
        #expect(try outcome(["If-Modified-Since": old], modified: modified) == .proceed)
        #expect(try outcome(["If-Modified-Since": exact], .patch, modified: modified) == .proceed)
        #expect(try outcome(["If-Unmodified-Since": exact], .patch, modified: modified) == .proceed)
        #expect(try outcome(["If-Unmodified-Since": old], .patch, modified: modified) == .preconditionFailed)
        #expect(
            try outcome(["If-None-Match": "\"6\"", "If-Modified-Since": exact], modified: modified)
                == .proceed)
        #expect(
            try outcome(["If-Match": "\"7\"", "If-Unmodified-Since": old], modified: modified) == .proceed)
    }

    @Test(arguments: [0, 1]) func `take a date of less than two seconds ago as changed`(age: Int) throws {
        #expect(try outcome(["If-Modified-Since": exact], modified: modified, age: age) == .proceed)
        #expect(
            try outcome(["If-Unmodified-Since": exact], .put, modified: modified, age: age)
                == .preconditionFailed)
    }

    @Test func `ignore dates that are none or cannot be compared`() throws {
        #expect(try outcome(["If-Modified-Since": "yesterday"], modified: modified) == .proceed)
        #expect(try outcome(["If-Unmodified-Since": "yesterday"], .patch, modified: modified) == .proceed)
        #expect(try outcome(["If-Modified-Since": exact]) == .proceed)
        #expect(try outcome(["If-Unmodified-Since": old], .patch) == .proceed)
    }

    @Test func `weigh If-Match before If-None-Match`() throws {
        #expect(try outcome(["If-Match": "\"6\"", "If-None-Match": "\"7\""]) == .preconditionFailed)
        #expect(try outcome(["If-Match": "\"7\"", "If-None-Match": "\"7\""]) == .notModified)
    }

    @Test(arguments: [
        "", ",", "7", "\"7", "7\"", "*, \"7\"", "\"7\" \"8\"", "w/\"7\"", "\"a b\"", "W/7", "\"7\"x",
    ])
    func `with malformed tags are refused`(_ value: String) {
        for name in ["If-Match", "If-None-Match"] as [FieldName] {
            #expect((#expect(throws: Problem.self) { try outcome([name: value]) })?.status == .badRequest)
        }
    }

    @Test func `are written as they are read`() {
        #expect(ETag("a-1").description == "\"a-1\"")
        #expect(ETag("a\" \u{7F}b\r\n", isWeak: true).description == "W/\"ab\"")
    }
}
