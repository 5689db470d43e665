"""Signing in at an OpenID provider, from the button of the page to the lists."""

from playwright.sync_api import expect

from service import Service, free_port
from sign_in import client_secret, flags, provider


def test_signs_in_by_the_button_of_the_provider(tmp_path, chromium):
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with client_secret() as secret, provider() as issuer, Service(
        tmp_path,
        *flags(issuer, *secret, "--oidc-allow-claim", f"iss={issuer}", "--oidc-name", "Example", url=address),
        port=port,
    ), chromium.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("button", name="Sign in with Example").click()
        page.get_by_role("button", name="ada", exact=True).click()
        expect(page.get_by_text("Hello Ada.")).to_be_visible()
        assert page.url.startswith(f"{address}/") and "join" not in page.url, page.url
