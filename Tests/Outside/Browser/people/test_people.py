"""Two phones and a guest: people sign in by links, share lists, and do what their roles allow."""

import pytest
from playwright.sync_api import expect

from sharing import (
    PHONE, close, link_in, make_link, open_sharing, open_account, people_in, share_with_ada,
    turn_on_sign_in,
)


def expect_nothing_to_edit(window, text):
    for control in (".composer", ".row .delete >> nth=0", ".row .handle >> nth=0"):
        expect(window.page.locator(control)).to_be_hidden()
    form = window.edit(text)
    expect(form.get_by_label("Text")).to_be_disabled()
    for name in ("Done", "Delete"):
        expect(form.get_by_role("button", name=name)).to_be_hidden()
    form.get_by_role("button", name="Close").click()


def test_whoever_has_made_a_link_for_somebody_is_signed_in_before(owner, ada):
    assert owner.page.evaluate("localStorage.getItem('token')") is not None
    owner.page.reload()
    expect(owner.row("Milk")).to_be_visible()
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    devices = dialog.get_by_role("list", name="My devices").get_by_role("listitem")
    expect(devices).to_have_count(1)
    expect(devices).to_contain_text("Chrome on Linux")
    expect(devices).to_contain_text("this device")
    expect(dialog.get_by_role("list", name="People")).to_contain_text("1 device")


def test_a_link_leaves_no_secret_in_the_address_and_works_once(ada, ada_link, open_window):
    assert "join" not in ada.page.url
    ada.page.go_back()
    assert "join" not in ada.page.url
    other = open_window(ada_link, refusals=[404, 401])
    expect(other.dialog()).to_contain_text("It was already used")
    other.expect_accessible()
    assert "join" not in other.page.url
    close(other)
    expect(other.dialog().get_by_role("heading")).to_have_text("Sign in")


def test_a_member_who_may_check_finds_no_way_to_edit(owner, ada, content):
    share_with_ada(owner, "Can check off")
    expect(owner.page.locator("main .bar .summary")).to_have_text("3 left · 2 members")
    ada.page.reload()
    ada.open_list("Groceries")
    ada.check_box("Milk").check()
    ada.settled()
    owner.page.reload()
    expect(owner.check_box("Milk")).to_be_checked()
    expect_nothing_to_edit(ada, "Bread")
    ada.expect_accessible()
    ada.button("List options").click()
    menu = ada.page.locator(".menu:popover-open button:visible")
    names = ["Members…", "Save as view…", "Uncheck all", "Show agenda", "Shopping mode", "Duplicate…",
             "Print…", "Export…"]
    expect(menu).to_have_text(names)
    menu.filter(has_text="Members").click()
    expect(people_in(ada.dialog())).to_contain_text(["Me Owner", "Ada Lovelace you · Can check off"])
    expect(ada.dialog().get_by_role("combobox")).to_have_count(0)
    ada.expect_accessible()
    ada.dialog().get_by_label("Mute this list").check()
    close(ada)
    ada.choose_in_menu("Members…")
    expect(ada.dialog().get_by_label("Mute this list")).to_be_checked()
    # The list may be asked for once more while its member leaves it.
    ada.refusals = ("status of 404",)
    ada.dialog().get_by_role("button", name="Leave list…").click()
    ada.dialog().last.get_by_role("button", name="Leave", exact=True).click()
    expect(ada.dialog()).to_have_count(0)
    expect(ada.list("Groceries")).to_have_count(0)


def test_an_item_shows_whose_it_is(owner, ada):
    share_with_ada(owner, "Can edit")
    form = owner.edit("Bread")
    form.get_by_label("Assigned to").select_option("Ada Lovelace")
    owner.expect_accessible()
    owner.save()
    initials = owner.row("Bread").get_by_role("img", name="Assigned to Ada Lovelace")
    expect(initials).to_have_text("AL")
    owner.expect_accessible()
    ada.page.reload()
    ada.open_list("Groceries")
    expect(ada.row("Bread").get_by_role("img", name="Assigned to Ada Lovelace")).to_have_text("AL")
    form = ada.edit("Bread")
    form.get_by_label("Assigned to").select_option("Unassigned")
    ada.save()
    expect(ada.row("Bread").locator(".initials")).to_be_hidden()


def test_an_item_shows_who_else_changed_it_last(owner, ada):
    share_with_ada(owner, "Can edit")
    ada.open_list("Groceries")
    expect(ada.row("Milk").get_by_role("img", name="Last edited by Me")).to_have_text("M")
    ada.row("Milk").locator(".check").check()
    expect(ada.row("Milk").locator(".initials")).to_be_hidden()
    ada.settled()
    owner.page.reload()
    expect(owner.row("Milk").get_by_role("img", name="Last edited by Ada Lovelace")).to_have_text("AL")
    expect(owner.row("Bread").locator(".initials")).to_be_hidden()
    owner.expect_accessible()


def test_a_guest_sees_one_list_until_the_link_is_revoked(owner, open_window, errands, content, groceries):
    guest = open_window(make_link(owner, "Can edit"), size=PHONE, refusals=[401])
    expect(guest.notice("You can now use “Groceries” on this device.")).to_be_visible()
    expect(guest.page.locator("main h1")).to_have_text("Groceries")
    assert "join" not in guest.page.url
    guest.add("Butter")
    guest.expect_accessible()
    owner.page.reload()
    expect(owner.row("Butter")).to_be_visible()
    guest.page.reload()
    expect(guest.row("Butter")).to_be_visible()
    guest.page.get_by_role("link", name="All lists").click()
    expect(guest.lists()).to_have_count(1)
    for control in ("#add-list", "#account", ".places.persons", "[href='#/trash']", "#search-lists"):
        expect(guest.page.locator(control)).to_be_hidden()
    guest.expect_accessible()
    guest.open_list("Groceries")
    dialog = open_sharing(owner)
    dialog.get_by_role("button", name="Turn off").click()
    expect(dialog.get_by_role("list", name="Share links").get_by_role("listitem")).to_have_count(0)
    line = guest.page.get_by_role("textbox", name="Add an item")
    line.fill("Cheese")
    line.press("Enter")
    expect(guest.dialog()).to_contain_text("This link was turned off.")
    # The list is no longer readable, neither behind the dialog nor on the device.
    for text in ("Milk", "Groceries"):
        expect(guest.page.get_by_text(text, exact=True).first).to_be_hidden()
    kept = """async () => {
        const opening = indexedDB.open("checklists");
        await new Promise((done) => { opening.onsuccess = done; });
        const counting = opening.result.transaction("answers").objectStore("answers").count();
        await new Promise((done) => { counting.onsuccess = done; });
        opening.result.close();
        return counting.result === 0;
    }"""
    guest.wait_for(kept)
    assert "Cheese" not in content.texts(groceries)
    guest.page.reload()
    expect(guest.dialog()).to_be_visible()
    expect(guest.lists()).to_have_count(0)


def test_a_link_has_a_name_and_the_first_one_asks_for_that_of_its_owner(content, owner):
    dialog = open_sharing(owner)
    dialog.get_by_label("Your name").fill("Grace")
    dialog.get_by_label("Link name").fill("Neighbours")
    owner.expect_accessible()
    dialog.get_by_role("button", name="Create link").click()
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    close(owner)
    link = dialog.get_by_role("list", name="Share links").get_by_role("listitem")
    expect(link).to_contain_text("Neighbours")
    expect(link).to_contain_text("Can check off")
    expect(dialog.get_by_label("Your name")).to_be_hidden()
    assert content.send("GET", "/v1/me")["person"]["name"] == "Grace"
    dialog.get_by_role("button", name="Turn off “Neighbours”").click()
    expect(link).to_have_count(0)


@pytest.mark.gate
def test_a_guest_who_may_look_finds_nothing_to_change(owner, open_window):
    guest = open_window(make_link(owner, "Can view"), size=PHONE)
    expect(guest.check_box("Milk")).to_be_disabled()
    expect_nothing_to_edit(guest, "Milk")
    # What says nothing is left out.
    form = guest.edit("Bread")
    for control in ("Notes", "Important", "List", "Street"):
        expect(form.get_by_label(control, exact=True)).to_be_hidden()
    for day in ("Today", "Choose date…", "Choose time…"):
        expect(form.get_by_role("button", name=day)).to_be_hidden()
    guest.expect_accessible()


@pytest.mark.gate
def test_a_person_has_another_name_and_signs_out_a_device(owner, ada, open_window):
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_label("My name").fill("Grace")
    dialog.get_by_role("button", name="Save").click()
    expect(owner.dialog()).to_have_count(0)
    dialog = open_account(owner)
    expect(dialog.get_by_label("My name")).to_have_value("Grace")
    dialog.get_by_role("button", name="Sign in on another device…").click()
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    tablet = open_window(link_in(owner), refusals=[401])
    expect(tablet.notice("Hello Grace")).to_be_visible()
    close(owner)
    devices = dialog.get_by_role("list", name="My devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    owner.expect_accessible()
    devices.last.get_by_role("button").click()
    owner.dialog().last.get_by_role("button", name="Sign out", exact=True).click()
    expect(devices).to_have_count(1)
    tablet.page.reload()
    expect(tablet.dialog().get_by_role("heading")).to_have_text("Sign in")


def test_who_is_signed_in_is_asked_before_another_link_counts(owner, ada):
    link = make_link(owner, "Can check off")
    # In a page that is open already this is no new page.
    ada.go(link)
    expect(ada.dialog().get_by_role("heading")).to_have_text("Switch account?")
    assert "join" not in ada.page.url
    ada.dialog().get_by_role("button", name="Cancel").click()
    expect(ada.button("Account")).to_be_visible()
    ada.go(link)
    ada.dialog().get_by_role("button", name="Switch").click()
    expect(ada.page.locator("main h1")).to_have_text("Groceries")
    expect(ada.page.locator("#account")).to_be_hidden()


def test_a_person_is_removed_with_their_devices(owner, ada):
    ada.refusals = ("status of 401", "ERR_CONNECTION_RESET")
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_role("button", name="Remove Ada Lovelace").click()
    owner.dialog().last.get_by_role("button", name="Remove", exact=True).click()
    expect(dialog.get_by_role("list", name="People").get_by_role("listitem")).to_have_count(1)
    ada.page.reload()
    expect(ada.dialog().get_by_role("heading")).to_have_text("Sign in")


@pytest.mark.gate
def test_one_invitation_makes_person_membership_and_link(owner, content, groceries, open_window):
    owner.refusals = ("status of 401",)
    dialog = open_sharing(owner)
    dialog.get_by_label("Your name").fill("Grace")
    dialog.get_by_label("Name of the new person").fill("Ada Lovelace")
    owner.expect_accessible()
    dialog.get_by_role("button", name="Send invitation").click()
    expect(owner.dialog().last).to_contain_text("everyone needs to sign in")
    owner.expect_accessible()
    turn_on_sign_in(owner)
    expect(owner.dialog().last.get_by_text("It works once")).to_be_visible()
    link = link_in(owner)
    close(owner)
    expect(people_in(dialog)).to_have_count(2)
    expect(people_in(dialog).first).to_contain_text("Grace")
    ada = open_window(link, refusals=[401])
    expect(ada.notice("Hello Ada Lovelace")).to_be_visible()
    ada.open_list("Groceries")
    ada.add("Butter")


def test_nobody_is_locked_out_without_a_yes(owner, groceries):
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_role("button", name="Connect calendar app…").click()
    owner.dialog().last.get_by_role("button", name="Cancel").click()
    expect(owner.dialog()).to_have_count(1)
    assert owner.page.evaluate("localStorage.getItem('token')") is None
    owner.page.reload()
    expect(owner.list("Groceries")).to_be_visible()
