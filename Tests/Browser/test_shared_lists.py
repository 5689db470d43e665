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


def sort(window):
    return window.page.get_by_role("combobox", name="Sort")


def take_off(owner):
    """The owner takes Ada off the list."""
    dialog = open_sharing(owner)
    dialog.get_by_role("button", name="Remove Ada Lovelace").click()
    expect(people_in(dialog)).to_have_count(1)
    close(owner)


def test_each_has_an_order_of_their_own_and_is_not_reminded_for_that(owner, member):
    member.choose_in_menu("Who is on this list…")
    member.dialog().get_by_label("No reminders of this list").check()
    close(member)
    sort(member).select_option("By date")
    member.expect_texts("Bread", "Milk", "Apples")
    member.settled()
    owner.page.reload()
    owner.expect_texts("Milk", "Bread", "Apples")
    expect(sort(owner)).to_have_value("position")
    member.page.reload()
    member.expect_texts("Bread", "Milk", "Apples")
    member.choose_in_menu("Who is on this list…")
    muted = member.dialog().get_by_label("No reminders of this list")
    expect(muted).to_be_checked()
    muted.uncheck()
    close(member)
    member.settled()
    member.page.reload()
    member.expect_texts("Bread", "Milk", "Apples")


def test_a_guest_has_an_order_until_the_page_is_closed(owner, open_window):
    guest = open_window(make_link(owner, "Can edit"))
    guest.expect_texts("Milk", "Bread", "Apples")
    sort(guest).select_option("By date")
    guest.expect_texts("Bread", "Milk", "Apples")
    guest.settled()
    assert not [request for request in guest.requests if "membership" in request.url]
    guest.page.reload()
    guest.expect_texts("Milk", "Bread", "Apples")


@pytest.mark.parametrize(
    ("lasting", "days"), [(None, 7), ("A day", 1), ("A month", 30), ("Without end", None)]
)
def test_a_link_works_as_long_as_was_chosen_for_it(owner, content, groceries, lasting, days):
    make_link(owner, "Can look", lasting)
    [link] = content.send("GET", f"/v1/checklists/{groceries['id']}/links")
    dialog = open_sharing(owner)
    row = dialog.get_by_role("list", name="Links").get_by_role("listitem")
    if days is None:
        assert link["expiresAt"] is None
        expect(row).to_contain_text("Made Today")
    else:
        created, ends = (datetime.fromisoformat(link[name]) for name in ("createdAt", "expiresAt"))
        assert round((ends - created).total_seconds() / 3600) == 24 * days
        expect(row).to_contain_text("Until")


def test_who_is_taken_off_a_list_is_told_at_the_next_look(owner, member):
    take_off(owner)
    member.look_again()
    expect(member.notice(GONE)).to_have_count(1)
    member.expect_accessible()
    expect(member.page.locator("main .empty")).to_have_text("Choose a list, or add one.")
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_change_it(owner, member):
    take_off(owner)
    member.check_box("Milk").click()
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)
    member.settled()
    expect(member.page.locator(".notice")).to_have_count(1)


def test_who_is_taken_off_a_list_is_told_when_they_move_an_item(owner, member):
    take_off(owner)
    member.row("Milk").locator(".handle").focus()
    member.page.keyboard.press("ArrowDown")
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_search_it(owner, member):
    take_off(owner)
    member.page.get_by_role("searchbox", name="Search this list").fill("Milk")
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_order_it(owner, member):
    take_off(owner)
    sort(member).select_option("By date")
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_they_open_it(owner, member):
    member.page.get_by_role("link", name="All lists").click()
    take_off(owner)
    member.list("Groceries").locator("a").click()
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_at_its_agenda(owner, member):
    member.choose_in_menu("Agenda of this list")
    expect(member.row("Bread")).to_be_visible()
    take_off(owner)
    member.check_box("Bread").click()
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)
    expect(member.page.locator(".notice", has_text="was deleted elsewhere")).to_have_count(0)


def test_who_is_taken_off_a_list_is_told_when_its_agenda_is_looked_at_again(owner, member):
    member.choose_in_menu("Agenda of this list")
    expect(member.row("Bread")).to_be_visible()
    take_off(owner)
    member.look_again()
    expect(member.notice(GONE)).to_have_count(1)
    expect(member.list("Groceries")).to_have_count(0)
