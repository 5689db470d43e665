import HTTP
import JSON
import Testing

@Suite struct `A merge patch` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Milk", "notes": "Oat", "dueDate": "2026-11-21T17:00:00Z", "shouldRemind": true,
             "location": {"street": "52 Rue de Rivoli", "city": "Paris", "latitude": 48.8571,
                          "longitude": 2.3535}}
            """)
    }

    private func location(after patch: String) async -> String {
        let answer = await service.patch("/v1/items/1", #"{"location": \#(patch)}"#)
        #expect(answer.status == 200)
        return String(decoding: answer["location"].jsonBytes, as: UTF8.self)
    }

    private func location(
        street: String = "\"52 Rue de Rivoli\"", city: String = "\"Paris\"", country: String = "null",
        latitude: String = "48.8571", longitude: String = "2.3535"
    ) -> String {
        """
        {"street":\(street),"postalCode":null,"city":\(city),"country":\(country),"latitude":\(latitude),\
        "longitude":\(longitude)}
        """
    }

    @Test func `goes into the location`() async {
        #expect(await location(after: "{}") == location())
        #expect(await location(after: #"{"country": "France"}"#) == location(country: "\"France\""))
        #expect(await location(after: #"{"country": null, "city": "Lyon"}"#) == location(city: "\"Lyon\""))
        #expect(
            await location(after: #"{"latitude": null, "longitude": null}"#)
                == location(city: "\"Lyon\"", latitude: "null", longitude: "null"))
        #expect(
            await location(after: #"{"street": null, "latitude": 1, "longitude": -0.5}"#)
                == location(street: "null", city: "\"Lyon\"", latitude: "1.0", longitude: "-0.5"))
    }

    @Test func `can take the location away and bring a new one`() async {
        #expect(await location(after: "null") == "null")
        #expect(await location(after: "null") == "null")
        #expect(await location(after: "{}") == "null")
        #expect(await location(after: #"{"city": null}"#) == "null")
        #expect(
            await location(after: #"{"city": "Paris"}"#)
                == location(street: "null", latitude: "null", longitude: "null"))
        #expect(await location(after: #"{"city": null}"#) == "null")
    }

    @Test func `empties what may be empty with null`() async {
        let answer = await service.patch(
            "/v1/items/1", #"{"notes": null, "dueDate": null, "shouldRemind": false, "location": null}"#)
        #expect(answer.status == 200)
        #expect(answer["notes"] == "")
        #expect(answer["dueDate"] == nil)
        #expect(answer["location"] == nil)
        #expect(answer["text"] == "Milk")
    }

    @Test(arguments: [
        (#"{"shouldRemind": true, "dueDate": null}"#, "/shouldRemind: no-due-date"),
        (#"{"dueDate": null}"#, "/shouldRemind: no-due-date"),
        (#"{"location": {"latitude": null}}"#, "/location/latitude: required-with"),
        (#"{"location": {"longitude": null}}"#, "/location/longitude: required-with"),
        (#"{"text": null}"#, "/text: wrong-type"),
        (#"{"checked": null}"#, "/checked: wrong-type"),
    ])
    func `is refused as a whole where the result would not do`(patch: String, error: String) async {
        let before = await service.get("/v1/items/1")
        let good = #"{"important": true, "#
        let answer = await service.patch("/v1/items/1", good + patch.dropFirst())
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
        let after = await service.get("/v1/items/1")
        #expect(after.bytes == before.bytes)
        #expect(after.fields[.etag] == before.fields[.etag])
    }

    @Test func `can turn the reminder on where a date is there already`() async {
        #expect(await service.patch("/v1/items/1", #"{"shouldRemind": false}"#).status == 200)
        #expect(await service.patch("/v1/items/1", #"{"shouldRemind": true}"#)["shouldRemind"] == true)
    }
}
