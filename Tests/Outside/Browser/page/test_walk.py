"""A walk through every place: each link, each menu and its entries, each dialog, as everybody sees them."""

import re

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from sharing import PHONE
from window import at

# When a control counts as one that cannot be pressed.
PRESS_SECONDS = 5
SIZES = {"desktop": (1280, 800), "phone": PHONE}
# A dialog opens another one by these; its other buttons act on what is typed there.
OPENS = re.compile("…$|^(Create link|Set up|Sign-in link .*)$")
# What ends the walk: it leaves the page, or takes the right to go on.
FACTS = re.compile("^(Date|Repeat|Reminder|More|Location)")
LEAVES = re.compile("^(Add|Sign out|Print…|Export…|Install…?|Show on map|Notifications on this device)$")
# What changes the view or its content is pressed last, and what hides the rest of it at the end.
CHANGES = re.compile("^(Pin|Delete|Move|Decrease|Increase|Restore|Uncheck|Save as|party|Bakery|Completed)")
ENDS = re.compile("^(Archive$|Reorder items|Delete view)")
# Where a phone has another way: the bar at the bottom, a long press, a swipe, the sheet's own edge.
ONLY_DESKTOP = re.compile("^(Agenda$|Reminders.*|handle|delete|weather|Skip to list|Move “.*|Delete “.*)$")

# The controls and words that can be seen, each with its name. What can be pressed gets a number.
VISIBLE = """(scope) => {
    for (const one of document.querySelectorAll("[data-walk]")) delete one.dataset.walk;
    const kinds = "button, a[href^='#/'], summary, input, select, textarea, label, h1, h2, h3, p, .hint";
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest(".unseen, #notices, #alerts, [aria-hidden=true]");
    const nameOf = (one) => one.ariaLabel
        ?? (one.matches("select, input, textarea") ? one.name || one.dataset.part || "" : one.innerText);
    return [...scope.querySelectorAll(kinds)].filter(isShown).map((one, index) => {
        const acts = one.matches("button, a, summary") && !one.disabled && !one.closest(".actions");
        if (acts) one.dataset.walk = index;
        return { name: nameOf(one).trim().replace(/\\s+/g, " "), index, acts, leads: one.matches("a") };
    }).filter(({ name }) => name);
}"""
OPEN = "dialog[open], .menu:popover-open, #sheet:not([hidden])"


@pytest.fixture
def household(content):
    """A list with everything that an item can have, and what stands beside lists."""
    made = content.make_list("Groceries", "Milk", "Bread", icon="Groceries")
    ada = content.send("POST", "/v1/people", {"name": "Ada Lovelace"})
    path = f"/v1/checklists/{made['id']}"
    content.send("PUT", f"{path}/members/{ada['id']}", {"role": "edit"})
    section = content.send("POST", f"{path}/sections", {"name": "Bakery"})
    cake = content.make_item(
        made, "Cake", notes="https://example.org/cake", assigneeId=ada["id"], important=True, tags=["party"],
        quantity=2, unit="kg", dueDate=at(1, 9), shouldRemind=True, sectionId=section["id"],
        recurrence={"rule": "FREQ=WEEKLY"},
        location={"street": "1 Main St", "city": "Hobart", "country": "Australia"},
    )
    content.make_item(made, "Candles", parentId=cake["id"], dueDate=at(0, 23), assigneeId=1)
    content.make_item(made, "Rent", dueDate=at(-1, 9), shouldRemind=False)
    content.make_item(made, "Old", checked=True)
    content.send("DELETE", f"/v1/items/{content.make_item(made, 'Gone')['id']}")
    content.make_list("Errands", "Post")
    view = {"name": "Party", "icon": "Birthdays", "query": {"tag": ["party"]}}
    content.send("POST", "/v1/views", view)
    content.send("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/x", "events": ["reminder.due"]})
    return {"list": made, "ada": ada}


def path_of(content, household, role):
    """Where somebody begins: the owner here, a member at a sign-in link, a guest at a share link."""
    if role == "owner":
        return "/#/"
    if role == "member":
        where, body = f"/v1/people/{household['ada']['id']}/sign-in-links", {"scope": "write"}
    else:
        where, body = f"/v1/checklists/{household['list']['id']}/links", {"role": "edit"}
    return content.send("POST", where, body)["path"]


class Walk:
    """Goes everywhere from where a window is, and notes what is wrong there."""

    def __init__(self, window, compares):
        self.window, self.page, self.compares = window, window.page, compares
        self.seen, self.faults = [], []
        self.heard = 0

    def note(self, place, fault):
        self.faults.append(f"{place}: {fault}")

    def names(self, scope):
        return scope.evaluate(VISIBLE)

    def look(self, place, scope):
        """Notes a place, and what is wrong with it."""
        self.window.quiet()
        self.seen.append(place)
        for complaint in self.window.complaints[self.heard :]:
            self.note(place, complaint)
        self.heard = len(self.window.complaints)
        for alert in self.page.get_by_role("alert").locator("visible=true").all_inner_texts():
            if alert.strip():
                self.note(place, f"says {alert!r}")
        if self.compares:
            self.compare(place, scope)

    def compare(self, place, scope):
        """Notes what a phone hides of what stands in the view, the sheet, a dialog or a menu."""
        wide = {one["name"] for one in self.names(scope)}
        self.page.set_viewport_size(dict(zip(("width", "height"), PHONE)))
        narrow = {one["name"] for one in self.names(scope)}
        self.page.set_viewport_size(dict(zip(("width", "height"), SIZES["desktop"])))
        missing = [name for name in sorted(wide - narrow) if not ONLY_DESKTOP.match(name)]
        if missing:
            self.note(place, f"a phone hides {missing}")

    def top(self):
        """What is open above the view: a menu, a dialog or the sheet of an item."""
        for found in (".menu:popover-open", "dialog[open]", "#sheet:not([hidden])"):
            if self.page.locator(found).count():
                return self.page.locator(found).last
        return None

    def pane(self):
        """What a phone shows of a view."""
        return self.page.locator("#sidebar" if self.page.evaluate("location.hash.length <= 2") else "main")

    def close_all(self, depth=0):
        """Closes what is open, but for so many."""
        for _ in range(6):
            if self.page.locator(OPEN).count() <= depth:
                return
            self.page.keyboard.press("Escape")
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        self.note(self.seen[-1], "does not close")
        self.page.reload()

    def arrive(self, place):
        self.close_all()
        self.page.evaluate("place => { location.hash = place; }", place)
        expect(self.pane().locator("h1")).not_to_be_empty()
        self.window.quiet()

    def place(self, place):
        """Looks at a view, and at what each of its buttons opens."""
        self.arrive(place)
        pane = self.pane()
        self.look(place, pane)
        self.press_all(place, pane, lambda: self.arrive(place))

    def ordered(self, scope):
        """What can be pressed, in the order in which it is."""
        acting = [one for one in self.names(scope) if one["acts"] and not LEAVES.match(one["name"])]
        return sorted(acting, key=lambda one: [bool(late.match(one["name"])) for late in (ENDS, CHANGES)])

    def open_row(self, text):
        """Opens an item and everything in it."""
        self.window.row(text).locator(".open").press("Enter")
        sheet = self.page.locator("#sheet")
        expect(sheet.locator("form")).to_be_visible()
        sheet.evaluate("sheet => { for (const one of sheet.querySelectorAll('details')) one.open = true; }")
        self.look(text, sheet)
        for fact in sheet.locator(".fact:visible").all():
            fact.click()
            self.look(f"{text} › {fact.inner_text()}", sheet)

    def press_all(self, place, scope, come_back, allowed=None):
        """Presses each button once, and looks at what opens."""
        pressed = set()
        while left := [
            one for one in self.ordered(scope)
            if one["name"] not in pressed
            # A link in a sheet leads away from it.
            and (allowed is None or (allowed.search(one["name"]) and not one["leads"]))
        ]:
            pressed.add(left[0]["name"])
            self.press(place, scope, left[0])
            come_back()

    def press(self, place, scope, control):
        depth = self.page.locator(OPEN).count()
        where = f"{place} › {control['name']}"
        if not self.click(scope, control):
            # What was pressed before can leave nothing to do.
            if not scope.locator(f"[data-walk='{control['index']}']").is_disabled():
                self.note(where, "cannot be pressed")
            return None
        now = self.top()
        if now is None or self.page.locator(OPEN).count() <= depth:
            return self.look(where, self.pane())
        self.look(where, now)
        if now.evaluate("one => one.matches('.menu')"):
            return self.entries(where, scope, control["name"], now)
        if where.count("›") > 2:
            return None
        is_sheet = now.evaluate("one => one.matches('#sheet')")
        return self.press_all(where, now, lambda: self.close_all(depth + 1), FACTS if is_sheet else OPENS)

    def click(self, scope, control):
        # A notice can lie over it.
        notices = self.page.locator("#notices [data-part=close]")
        notices.evaluate_all("all => all.forEach((one) => one.click())")
        try:
            found = scope.locator(f"[data-walk='{control['index']}']")
            # In the middle of a row can be a tag, which is pressed by itself.
            where = {"x": 8, "y": 8} if found.evaluate("one => one.matches('.open')") else None
            found.click(timeout=PRESS_SECONDS * 1000, position=where)
        except Late:
            return False
        self.window.quiet()
        return True

    def entries(self, where, scope, opener, menu):
        """Opens a menu for each of its entries, and looks at what that entry opens."""
        at = self.page.evaluate("location.hash")
        for name in [one["name"] for one in self.ordered(menu)]:
            self.arrive(at)
            again = [one for one in self.names(scope) if one["name"] == opener]
            if again and self.click(scope, again[0]):
                entries = [one for one in self.names(menu) if one["name"] == name]
                if entries:
                    # What was done meanwhile can turn an entry off.
                    if entries[0]["acts"]:
                        self.press(where, menu, entries[0])
                    continue
            self.note(f"{where} › {name}", "is not there again")


@pytest.fixture(params=["owner", "member", "guest"])
def role(request):
    return request.param


@pytest.fixture(params=SIZES)
def walk(content, household, open_window, role, request):
    window = open_window(path_of(content, household, role), size=SIZES[request.param])
    if role != "owner":
        # The link is exchanged for a token first.
        window.wait_for("() => localStorage.getItem('token')")
    window.page.evaluate("home => { location.hash = home; }", f"#/lists/{household['list']['id']}")
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.handy()
    return Walk(window, compares=request.param == "desktop")


def links(walk):
    """The places that the side bar and the tabs lead to."""
    all_links = walk.page.locator("#sidebar a[href^='#/'], #tabs a[href^='#/']")
    script = """all => all.filter((one) =>
        [one, one.parentElement].every((part) => getComputedStyle(part).display !== "none")
    ).map((one) => one.hash)"""
    return list(dict.fromkeys(all_links.evaluate_all(script)))


def expect_no_fault(walk):
    assert walk.faults == [], "\n".join(["", *walk.faults, "", *walk.seen])


@pytest.mark.gate
def test_every_link_opens_its_place(household, walk):
    home = f"#/lists/{household['list']['id']}"
    for place in [*links(walk), f"{home}/agenda", f"{home}/shop"]:
        walk.arrive(place)
        walk.look(place, walk.pane())
    walk.arrive(home)
    walk.open_row("Cake")
    assert len(walk.seen) > 4
    expect_no_fault(walk)


@pytest.mark.parametrize("part", ["list", "views", "sidebar"])
def test_every_button_opens_what_it_names(household, walk, part):
    home = f"#/lists/{household['list']['id']}"
    parts = {"list": [home], "sidebar": ["#/"]}
    others = [one for one in links(walk) if one not in (home, "#/")]
    parts["views"] = [f"{home}/agenda", f"{home}/shop", *others]
    for place in parts[part]:
        walk.place(place)
    expect_no_fault(walk)
