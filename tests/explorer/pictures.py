"""The pictures of docs/explorer.md, taken of the page itself: ``python tests/explorer/pictures.py``.

Needs the extra ``serve``, the package ``playwright`` and Debian's Chromium, as the tests of the page do.
"""

import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from running import ROOT, serving
from test_page import CHROMIUM, FLAGS

WIDE, PHONE = (1180, 760), (390, 760)


@contextlib.contextmanager
def opened(browser: Browser, address: str, size: tuple[int, int], language: str) -> Iterator[Page]:
    """The page at *address*, once there are verdicts."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".chip.dead, .chip.alive")
    yield page
    context.close()


def play(page: Page, *moves: str) -> None:
    """Argue with the proof of the chosen unit: play on these points, or pass without any; then go to the top."""
    page.click("[data-key=argue-0]")
    for move in moves:
        page.wait_for_selector(".points .playable")
        page.locator(".board:not(.plain)").get_by_role("gridcell", name=re.compile(rf"^{move}\b")).click()
        page.wait_for_selector(f".moves .move:has-text('{move}')")
    if not moves:
        page.click("[data-key='pass-1']")
        page.wait_for_selector(".moves li:nth-child(2)")
    page.mouse.move(0, 0)
    page.evaluate("document.getElementById('stage').scrollIntoView()")


def main() -> None:
    """Write all of them into the folder that is named, by default where the documentation has them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        where = server.address + "#case="
        with opened(browser, where + "ex01&rules=proposal2012+japanese1989&unit=B6", WIDE, "en") as page:
            page.wait_for_selector(".reason p:has-text('Kind of fight') >> nth=1")
            page.screenshot(path=folder / "explorer-compare.png")
        with opened(browser, where + "ex08&rules=proposal2012&unit=A7", WIDE, "en") as page:
            play(page, "A6", "A10", "C6")
            page.wait_for_selector(".said.end")
            page.check("[data-key=zone]")
            page.screenshot(path=folder / "explorer-argue.png")
        with opened(browser, where + "ex07-1&rules=proposal2012&unit=E5", PHONE, "ja") as page:
            play(page)
            page.screenshot(path=folder / "explorer-phone.png")
        with opened(browser, where + "ex09&rules=proposal2012", WIDE, "en") as page:
            page.select_option("#rules-b", "+")
            page.select_option("#own-start", "japanese1989")
            page.select_option("#q-first_move", "owner")
            page.wait_for_selector(".own-case:has-text('ex14')", timeout=120_000)
            page.locator(".question:has(#q-first_move)").scroll_into_view_if_needed()
            page.mouse.move(0, 0)
            page.screenshot(path=folder / "explorer-rules.png")
        game = ROOT / "tests" / "audit" / "handicap" / "aga.sgf"
        with opened(browser, server.address, WIDE, "en") as page:
            page.click("#choose")
            page.click("#tab-paste")
            page.set_input_files("#paste-file", game)
            page.click("button:has-text('Audit this game')")
            page.wait_for_selector(".audit", timeout=120_000)
            page.screenshot(path=folder / "explorer-game.png")
        browser.close()


if __name__ == "__main__":
    main()
