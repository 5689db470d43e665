"""A shared list as each of those on it sees it, while they are on it and when they are no longer."""

from datetime import datetime

import pytest
from playwright.sync_api import expect

from sharing import close, make_link, open_sharing, people_in, share_with_ada
from window import at

GONE = "“Groceries” was deleted, or is no longer shared with you."


@pytest.fixture
def groceries(content, groceries):
    content.change(content.items(groceries)[1], dueDate=at(1, 9))
    return groceries


@pytest.fixture
def member(owner, ada):
    """Ada's window, at the list that was shared with her."""
    share_with_ada(owner, "Can edit")
    ada.page.reload()
    ada.open_list("Groceries")
    ada.expect_texts("Milk", "Bread", "Apples")
    ada.refusals = ("status of 404",)
    return ada


@pytest.fixture
def late_member(member):
    """Her window, which has not heard yet of what happens elsewhere."""
    member.deafen()
    member.page.reload()
    member.expect_texts("Milk", "Bread", "Apples")
    return member


def sort(window):
    return window.page.get_by_role("combobox", name="Sort")


def take_off(owner):
    """The owner takes Ada off the list."""
    dialog = open_sharing(owner)
    dialog.get_by_role("button", name="Remove Ada Lovelace").click()
    expect(people_in(dialog)).to_have_count(1)
    close(owner)


def test_each_has_an_order_of_their_own_and_is_not_reminded_for_that(owner, member):
    member.choose_in_menu("Members…")
    member.dialog().get_by_label("Mute this list").check()
    close(member)
    sort(member).select_option("Due date")
    member.expect_texts("Bread", "Milk", "Apples")
    member.settled()
    owner.page.reload()
    owner.expect_texts("Milk", "Bread", "Apples")
    expect(sort(owner)).to_have_value("position")
    member.page.reload()
    member.expect_texts("Bread", "Milk", "Apples")
    member.choose_in_menu("Members…")
    muted = member.dialog().get_by_label("Mute this list")
    expect(muted).to_be_checked()
    muted.uncheck()
    close(member)
    member.settled()
    member.page.reload()
    member.expect_texts("Bread", "Milk", "Apples")


def test_a_guest_has_an_order_until_the_page_is_closed(owner, open_window):
    guest = open_window(make_link(owner, "Can edit"))
    guest.expect_texts("Milk", "Bread", "Apples")
    sort(guest).select_option("Due date")
    guest.expect_texts("Bread", "Milk", "Apples")
    guest.settled()
    assert not [request for request in guest.requests if "membership" in request.url]
    guest.page.reload()
    guest.expect_texts("Milk", "Bread", "Apples")


@pytest.mark.parametrize(
    ("lasting", "days"), [(None, 7), ("For 1 day", 1), ("For 1 month", 30), ("No expiry", None)]
)
def test_a_link_works_as_long_as_was_chosen_for_it(owner, content, groceries, lasting, days):
    make_link(owner, "Can view", lasting)
    [link] = content.send("GET", f"/v1/checklists/{groceries['id']}/links")
    dialog = open_sharing(owner)
    row = dialog.get_by_role("list", name="Share links").get_by_role("listitem")
    if days is None:
        assert link["expiresAt"] is None
        expect(row).to_contain_text("Created today")
    else:
        created, ends = (datetime.fromisoformat(link[name]) for name in ("createdAt", "expiresAt"))
        assert round((ends - created).total_seconds() / 3600) == 24 * days
        expect(row).to_contain_text("Expires")


@pytest.mark.gate
def test_who_is_taken_off_a_list_is_told_at_once(owner, member):
    take_off(owner)
    expect(member.notice(GONE)).to_have_count(1)
    member.expect_accessible()
    expect(member.page.locator("main .empty")).to_have_text("Select a list or add one.")
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_change_it(owner, late_member):
    take_off(owner)
    late_member.check_box("Milk").click()
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)
    late_member.settled()
    expect(late_member.page.locator(".notice")).to_have_count(1)


def test_who_is_taken_off_a_list_is_told_when_they_move_an_item(owner, late_member):
    take_off(owner)
    late_member.handle("Milk").focus()
    late_member.page.keyboard.press("ArrowDown")
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_search_it(owner, late_member):
    take_off(owner)
    late_member.page.get_by_role("searchbox", name="Search this list").fill("Milk")
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_order_it(owner, late_member):
    take_off(owner)
    sort(late_member).select_option("Due date")
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_open_it(owner, late_member):
    late_member.page.get_by_role("link", name="All lists").click()
    take_off(owner)
    late_member.list("Groceries").locator("a").click()
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_at_its_agenda(owner, late_member):
    late_member.choose_in_menu("Show agenda")
    expect(late_member.row("Bread")).to_be_visible()
    take_off(owner)
    late_member.check_box("Bread").click()
    expect(late_member.notice(GONE)).to_have_count(1)
    expect(late_member.list("Groceries")).to_have_count(0)
    expect(late_member.page.locator(".notice", has_text="was deleted elsewhere")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_at_its_agenda_at_once(owner, member):
    member.choose_in_menu("Show agenda")
    expect(member.row("Bread")).to_be_visible()
    take_off(owner)
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)
