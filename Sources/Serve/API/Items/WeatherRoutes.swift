import Checklists
import HTTP
import JSON

/// The route of the weather at an item's location, on its due day or else today.
struct WeatherRoutes {
    /// The weather service; `nil` if none is configured.
    let source: (any WeatherSource)?
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/items/{itemId}/weather", .read, handler: show)]
    }

    private func show(_ call: Call<Item.ID>, _ precondition: Precondition) async throws -> Response {
        let item = try await call.session.item(call.id)
        guard let source else {
            throw Problem(.noWeather, "This server has no weather. Start it with --weather.")
        }
        guard let latitude = item.location?.latitude, let longitude = item.location?.longitude else {
            throw Problem(.noCoordinates, "The location of this item needs latitude and longitude.")
        }
        let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        let due = item.due ?? .moment(now())
        guard let weather = try await source.weather(at: coordinates, on: due) else {
            throw Problem(.noForecast, "There is no forecast for the day of this item.")
        }
        let body = WeatherBody(weather: weather)
        let etag = ETag(digestOf: body.jsonBytes)
        return try precondition.answer(etag, with: .ok(body, etag))
    }
}

/// The weather in JSON.
private struct WeatherBody: JSONWritable {
    let weather: Weather

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("date", weather.date)
            json.member("temperatureMean", weather.temperatureMean)
            json.member("temperatureMin", weather.temperatureMin)
            json.member("temperatureMax", weather.temperatureMax)
            json.member("condition", weather.condition)
            json.member("icon", weather.icon)
            json.member("source", weather.source)
        }
    }
}
