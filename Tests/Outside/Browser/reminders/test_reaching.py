"""Reminders that reach a person: shown by this browser, told to an app, or sent by mail."""

import json
import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect
from receivers import Browser, Receiver
from times import of_date
from window import eventually, panel, timestamp

UNREACHED = "Reminders are off. Choose how to get them."
# Nothing bounds the time of a script, so that it must not wait for a worker that is not there.
SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration())?.getNotifications() ?? [])
  .map(({ title, body, actions }) => [title, body, actions.map(({ title }) => title)])"""
# Browsers have no push service while they are tested; this one agrees on what is given.
AGREEING = """(() => {
  const subscription = %s;
  const made = () => ({
    ...subscription, toJSON: () => subscription, unsubscribe: async () => localStorage.removeItem("pushing"),
  });
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (localStorage.getItem("pushing") ? made() : null),
    subscribe: async ({ applicationServerKey }) => {
      localStorage.setItem("pushing", applicationServerKey);
      return made();
    },
  });
})()"""
# Has the worker tell when it has shown a notification. To ask for the notifications before that takes them
# away: Chromium forgets those that are stored and not on the screen yet.
SHOWING = """() => {
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  self.shown = new Promise((resolve, reject) => {
    prototype.showNotification = function (...values) {
      prototype.showNotification = showNotification;
      const showing = this.showNotification(...values);
      showing.then(resolve, reject);
      return showing;
    };
  });
}"""
PRESSING = """async (wanted) => {
  const [notification] = await registration.getNotifications();
  const action = notification.actions.find(({ title }) => title === wanted)?.action ?? "";
  dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""

# Ends the subscription, as browsers do after months.
ENDING = """() => {
  PushManager.prototype.subscribe = async () => { self.isRenewed = true; };
  const ended = new ExtendableEvent("pushsubscriptionchange");
  dispatchEvent(Object.assign(ended, { oldSubscription: { options: {} } }));
}"""


class Phone:
    """A window of a browser whose push service is here."""

    def __init__(self, window):
        self.window, self.page, self.context = window, window.page, window.context
        self.push = Browser(Receiver(), "/push/phone")
        self.context.add_init_script(AGREEING % json.dumps(self.push.subscription()))
        # Workers lead nowhere but in pages that they control: those opened once they are there.
        self.window.wait_for("() => navigator.serviceWorker.controller")
        self.page.reload()
        expect(window.list("Groceries")).to_be_visible()

    def allow(self):
        """Says to the browser that the page may show something, as whoever it asks does."""
        self.context.grant_permissions(["notifications"], origin=self.window.origin)

    def show_reminders(self):
        """Has the page show reminders on this device, and answers the switch for that."""
        self.window.go("/#/reminders")
        self.allow()
        switch = self.page.get_by_role("switch", name="Notifications on this device")
        with self.answered("POST"):
            switch.click()
        expect(switch).to_be_checked()
        return switch

    def answered(self, method):
        """Expects the answer to a request that adds, or removes, the subscription of this browser."""
        return self.page.expect_response(
            lambda answer: "/v1/push-subscriptions" in answer.url and answer.request.method == method
        )

    def deliver(self):
        """Has the push service hand the next message over, which only this browser can read."""
        message = self.push.take(self.page.evaluate("localStorage.getItem('pushing')"))
        session, registrations = self.context.new_cdp_session(self.page), []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(event["registrations"]),
        )
        session.send("ServiceWorker.enable")
        while not registrations:
            self.page.evaluate("0")
        worker = self.context.service_workers[0]
        worker.evaluate(SHOWING)
        data = json.dumps({"web_push": 8030, "notification": message})
        number = registrations[-1]["registrationId"]
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.window.origin, "registrationId": number, "data": data},
        )
        worker.evaluate("() => self.shown")
        session.detach()
        return self.page.evaluate(SHOWN)

    def press(self, action=""):
        """Presses a button of what is shown; without one, what is shown itself."""
        self.context.service_workers[0].evaluate(PRESSING, action)
        self.window.wait_for(f"async () => (await ({SHOWN})()).length === 0")


@pytest.fixture(scope="session")
def chromium(whole_chromium):
    """The shell shows no notifications."""
    return whole_chromium


@pytest.fixture
def phone(open_window, groceries):
    # Where somebody else was quicker, a link is answered 410.
    return Phone(open_window("/#/", service_workers="allow", refusals=[410]))


def remind(content, groceries, text):
    soon = datetime.now(timezone.utc) + timedelta(seconds=3)
    return content.make_item(groceries, text, dueDate=timestamp(soon), shouldRemind=True)


def test_the_browser_is_asked_when_somebody_first_wants_a_reminder(content, groceries, phone):
    window = phone.window
    window.open_list("Groceries")
    assert phone.page.evaluate("Notification.permission") == "default"
    form = window.edit("Milk")
    of_date(form, "Tomorrow").click()
    panel(form, "Remind").get_by_label("Same day, 09:00").check()
    expect(form.get_by_text(UNREACHED)).to_be_visible()
    phone.allow()
    form.get_by_role("button", name="Show on this device").click()
    expect(form.get_by_text(UNREACHED)).to_be_hidden()
    window.save()
    assert [one["endpoint"] for one in content.send("GET", "/v1/push-subscriptions")] == [
        phone.push.receiver.url("/push/phone")
    ]


@pytest.mark.gate
def test_a_subscription_that_the_browser_has_ended_is_renewed(phone):
    phone.show_reminders()
    worker = phone.context.service_workers[0]
    with phone.answered("POST"):
        worker.evaluate(ENDING)
    assert worker.evaluate("self.isRenewed") is True


def test_who_types_a_time_wants_to_be_reminded(content, phone):
    phone.window.open_list("Groceries")
    line = phone.page.get_by_role("textbox", name="Add an item")
    line.fill("Cake tomorrow 18:00")
    line.press("Enter")
    told = phone.window.notice(UNREACHED)
    expect(told).to_be_visible()
    phone.allow()
    with phone.answered("POST"):
        told.get_by_role("button", name="Show on this device").click()
    assert content.send("GET", "/v1/items?q=cake")[0]["shouldRemind"]


def test_who_does_not_allow_it_is_told_where_that_can_be_changed(open_window, groceries, phone):
    window = phone.window
    window.go("/#/reminders")
    switch = phone.page.get_by_role("switch", name="Notifications on this device")
    # A browser that is tested refuses what nobody has allowed.
    switch.click()
    expect(phone.page.get_by_role("alert").filter(has_text="Notifications are blocked.")).to_be_visible()
    expect(switch).not_to_be_checked()
    expect(phone.page.get_by_text(UNREACHED).last).to_be_visible()
    window.expect_accessible()


def test_a_reminder_is_done_put_off_and_opened_from_where_it_is_shown(content, groceries, phone):
    phone.show_reminders()
    milk = remind(content, groceries, "Oat milk")
    assert phone.deliver() == [["Oat milk", "Groceries", ["Done", "Remind me in 1 hour"]]]
    phone.press("Done")
    eventually(lambda: content.item(milk)["checked"])
    bread = remind(content, groceries, "Rye bread")
    phone.deliver()
    phone.press("Remind me in 1 hour")
    eventually(lambda: content.item(bread)["snoozedUntil"])
    apples = remind(content, groceries, "Red apples")
    phone.deliver()
    phone.press()
    expect(phone.window.editor().get_by_label("Text", exact=True)).to_have_value("Red apples")
    assert not content.item(apples)["checked"]


def test_who_was_slower_is_told_that_it_has_changed_since(content, groceries, phone):
    phone.show_reminders()
    pears = remind(content, groceries, "Pears")
    phone.deliver()
    content.change(pears, text="Green pears")
    phone.context.service_workers[0].evaluate(PRESSING, "Done")
    expect(phone.page.get_by_role("heading", name="This has changed")).to_be_visible()
    assert not content.item(pears)["checked"]


@pytest.mark.gate
def test_a_device_that_shall_show_none_any_more_is_told_none(content, phone):
    switch = phone.show_reminders()
    # What the service has lost, as where a backup was restored, it is told again.
    number = content.send("GET", "/v1/push-subscriptions")[0]["id"]
    content.send("DELETE", f"/v1/push-subscriptions/{number}")
    with phone.answered("POST"):
        phone.page.reload()
    expect(switch).to_be_checked()
    with phone.answered("DELETE"):
        switch.click()
    expect(switch).not_to_be_checked()
    assert content.send("GET", "/v1/push-subscriptions") == []


def test_an_app_and_a_chat_room_are_told_in_their_own_words(content, open_window):
    window = open_window("/#/webhooks")
    window.button("Add webhook").click()
    dialog = window.dialog()
    dialog.get_by_role("combobox", name="Type").select_option("ntfy")
    dialog.get_by_label("Address").fill("http://127.0.0.1:9/family")
    dialog.get_by_label("Authorization header").fill("Bearer tk_1")
    window.expect_accessible()
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_have_count(0)
    window.button("Add webhook").click()
    dialog.get_by_role("combobox", name="Type").select_option("template")
    dialog.get_by_label("Address").fill("http://127.0.0.1:9/room")
    dialog.get_by_role("textbox", name="Text").fill('{"text": "{{title}}"}')
    dialog.get_by_label("Content type").fill("application/json")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_have_count(0)
    expect(window.page.locator(".card")).to_have_count(2)
    app, room = content.send("GET", "/v1/webhooks")
    assert (app["format"], app["authorization"]) == ("ntfy", "Bearer …")
    assert room["template"] == {"contentType": "application/json", "body": '{"text": "{{title}}"}'}
    window.page.locator(".card").last.get_by_role("button", name="Edit…").click()
    dialog.get_by_role("textbox", name="Text").fill('{"text": "{{list.name}}"}')
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    room = content.send("GET", f"/v1/webhooks/{room['id']}")
    assert room["template"]["body"] == '{"text": "{{list.name}}"}'


def test_a_phone_is_told_by_an_app_and_a_test_shows_that_at_once(content, open_window):
    phone = Receiver()
    window = open_window("/#/reminders")
    main = window.page.locator("main")
    trial = main.get_by_role("button", name="Send test")
    expect(main.get_by_text(UNREACHED)).to_be_visible()
    expect(trial).to_be_hidden()
    main.get_by_role("button", name="Set up").click()
    dialog = window.dialog()
    address = dialog.get_by_label("Address")
    expect(address).to_have_value(re.compile("^https://ntfy[.]sh/checklists-[0-9a-f]{16}$"))
    window.expect_accessible()
    address.fill(phone.url("/family"))
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_have_count(0)
    for press in (lambda: None, trial.click):
        press()
        expect(window.notice("Test message sent.")).to_be_visible()
        message = json.loads(phone.take("/")[1])
        assert (message["topic"], message["message"]) == ("family", "This is a test."), message
    expect(main.get_by_text(UNREACHED)).to_be_hidden()
    assert content.send("GET", "/v1/webhooks")[0]["language"] == "en"


def test_what_is_shown_is_in_the_language_of_the_page(content, groceries, phone):
    phone.page.evaluate("localStorage.setItem('language', 'de')")
    phone.page.reload()
    phone.window.go("/?#/reminders")
    phone.allow()
    with phone.answered("POST"):
        phone.page.get_by_role("switch", name="Mitteilungen auf diesem Gerät").click()
    remind(content, groceries, "Hafermilch")
    assert phone.deliver() == [["Hafermilch", "Groceries", ["Erledigt", "Erinnern in 1 Stunde"]]]
