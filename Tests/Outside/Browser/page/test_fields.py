"""What a field looks like: its edge can be seen, in light and in dark."""

import pytest
from playwright.sync_api import expect

CONTRAST_MIN = 3
# The fields in view whose edge has too little contrast with what is inside or around it. The search of a list
# is an icon until it is used. Title and notes are the text of the editor's card.
FAINT = """(min) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgb = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (colour) => {
        const parts = rgb(colour).slice(0, 3).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const ground = (element) => {
        const colour = element ? getComputedStyle(element).backgroundColor : "#fff";
        return element === null || rgb(colour)[3] > 0 ? colour : ground(element.parentElement);
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const written = "input:not([type=checkbox], [type=radio]), select, textarea";
    const fields = [...document.querySelectorAll(written)]
        .map((field) => field.closest(".chip") ?? field)
        .filter((field) => field.checkVisibility({ opacityProperty: true }))
        .filter((field) => !field.matches(".title, .notes, .find input:placeholder-shown:not(:focus)"));
    window.measured = (window.measured ?? 0) + fields.length;
    return fields.map((field) => {
        const edge = getComputedStyle(field).borderTopColor;
        const around = Math.min(contrast(edge, ground(field)), contrast(edge, ground(field.parentElement)));
        return [field.outerHTML.slice(0, 80), Math.round(around * 100) / 100];
    }).filter(([, around]) => !(around >= min));
}"""


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.gate), "dark"])
def test_the_edge_of_every_field_has_a_contrast_of_three_to_one(content, groceries, open_window, scheme):
    item = content.make_item(groceries, "Flour", quantity=2, unit="kg", dueOn="2031-05-04")
    window = open_window(f"/#/lists/{groceries['id']}", color_scheme=scheme)
    page = window.page
    window.handy()

    def look(view):
        assert page.evaluate(FAINT, CONTRAST_MIN) == [], view

    look("list")
    page.get_by_role("searchbox", name="Search this list").focus()
    look("search of the list")
    window.go(f"/?1#/lists/{groceries['id']}/items/{item['id']}")
    expect(window.editor()).to_be_visible()
    for summary in window.editor().locator("summary").all():
        summary.click()
    look("editor")
    page.keyboard.press("Escape")
    window.choose_in_menu("Edit list")
    expect(window.dialog()).to_be_visible()
    look("list form")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    look("palette")
    page.keyboard.press("Escape")
    window.go("/?2#/webhooks")
    window.button("Add webhook").click()
    window.dialog().get_by_role("combobox", name="Type").select_option("template")
    look("webhook")
    assert page.evaluate("window.measured") > 5
