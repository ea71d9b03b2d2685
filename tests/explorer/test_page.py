"""The page in a real browser: what one sees, and what one can do with mouse, keyboard and finger."""

import itertools
import os
import re
from pathlib import Path

import pytest

from verifier.jobs.cases.case import case_ids

sync_api = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no browser {CHROMIUM}; set CHROMIUM")


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, server):
    """Open the page; at the end nothing may have gone wrong in it, nor asked another server."""
    faults, contexts = [], []

    def open_page(where="", language="en", width=1280, height=900, **more):
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce", **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if is_fault(message) else None)
        page.on(
            "request", lambda request: request.url.startswith(server.address) or faults.append(request.url)
        )
        page.goto(server.address + where)
        page.wait_for_selector(".chip.dead, .chip.alive")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def is_fault(message):
    """An error on the console, but for a refusal that the page shows: of a position, or an answer that took too long."""
    return message.type == "error" and not re.search("status of (422|503)", message.text)


def overlap(one, other):
    """Whether two boxes have points in common."""
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size] for at, size in (("x", "width"), ("y", "height")))


def point(page, name, board=0):
    """The button of a point."""
    return (
        page.locator(".board:not(.plain)").nth(board).get_by_role("gridcell", name=re.compile(rf"^{name}\b"))
    )


def test_two_rulesets_are_shown_side_by_side_with_their_differences(open_page):
    page = open_page("#case=ex01&rules=proposal2012+japanese1989")
    page.wait_for_selector(".summary.different")
    assert page.inner_text(".summary.different") == "The rulesets differ about 2 units."
    assert page.locator("figure .board").count() == 2
    assert "dead, the rulesets differ" in point(page, "B6", 0).get_attribute("aria-label")
    assert "alive, the rulesets differ" in point(page, "B6", 1).get_attribute("aria-label")
    assert page.locator(".outline.dead").count() == 2
    assert page.locator(".outline.alive").count() == 2
    assert page.locator(".badge-text").all_text_contents() == ["≠"] * 4


def test_a_unit_is_chosen_on_the_board_and_explained_in_words(open_page):
    page = open_page("#case=ex01&rules=proposal2012")
    point(page, "C5").click()
    page.wait_for_selector(".reason p:has-text('Kind of fight: capture')")
    assert page.inner_text("#detail h2") == "Black’s unit B6 · 4 stones"
    assert "unit=B6" in page.url
    page.click("[data-language=ja]")
    page.wait_for_selector(".reason p:has-text('戦いの種類：石取り')")
    assert page.inner_text("#detail h2") == "黒B6の一団 · 4子"
    assert page.get_attribute("html", "lang") == "ja"


def test_the_proof_is_argued_with_by_mouse_until_the_end_of_the_line(open_page):
    page = open_page("#case=ex01&rules=proposal2012&unit=B6")
    page.click("[data-key=argue-0]")
    page.wait_for_selector(".said:has-text('Black to play')")
    assert page.locator(".points .playable").count() == 1
    point(page, "G1").click()
    assert "no part of this fight" in page.inner_text(".said")
    point(page, "A6").click()
    page.wait_for_selector(".moves li:nth-child(2)")
    page.click("[data-key=back]")
    page.wait_for_selector(".moves", state="detached")
    page.click("[data-key='pass-1']")
    page.wait_for_selector(".said.end:has-text('It is dead.')")
    moves = [text.split("\n")[-1].strip() for text in page.locator(".moves .move").all_inner_texts()]
    assert [text.split()[-1] for text in moves] == ["pass", "4"]
    assert point(page, "B6").get_attribute("aria-label") == "B6, empty"
    page.click(".step >> nth=0")
    assert "black stone" in point(page, "B6").get_attribute("aria-label")
    page.click("[data-key=beyond]")
    page.wait_for_selector(".said:has-text('The certificate ended after move 2')")
    page.click("[data-key='pass-1']")
    page.wait_for_selector(".moves li:nth-child(4)")  # White takes what is there to take
    page.click("[data-key='pass-1']")
    page.wait_for_selector(".said.end:has-text('Both sides pass for ever')")
    assert page.locator(".moves .after").count() == 4
    page.keyboard.press("Escape")
    page.wait_for_selector("#detail")


def test_an_argument_says_at_once_what_it_waits_for_and_can_be_left(open_page):
    page = open_page("#case=ex01&rules=proposal2012&unit=B6")
    held = []
    page.route(re.compile(r"/api/jobs/[^/]+/0/\d+$"), lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    page.click("[data-key=argue-0]")
    page.wait_for_selector(".said:has-text('The certificate is read and checked before the first move')")
    assert page.inner_text("figure.argue h2") == "Arguing about Black’s unit B6"
    point(page, "A6").click()  # nothing can be played yet
    page.click("[data-language=ja]")
    page.wait_for_selector(".said:has-text('証明書を読み込んで')")
    page.click("[data-language=en]")
    page.click("[data-key=leave]")
    page.wait_for_selector("#detail")
    with page.expect_response(lambda response: response.request.method == "POST"):
        held.pop().continue_()
    page.wait_for_timeout(300)
    assert page.locator("figure.argue").count() == 0, "an answer that comes late opens nothing"
    page.click("[data-key=argue-0]")
    page.wait_for_selector(".said:has-text('The certificate is read')")
    held.pop().fulfill(status=503, json={"error": "no answer within 20 seconds"})
    page.wait_for_selector("#notice:has-text('no answer within 20 seconds')")
    page.wait_for_selector("#detail")


def test_a_cycle_is_shown_as_a_cycle(open_page):
    page = open_page("#case=ex08&rules=proposal2012&unit=A7")
    page.click("[data-key=argue-0]")
    for name in ("A6", "A10", "C6"):
        page.wait_for_function("() => document.querySelector('.said')?.textContent.includes('to play')")
        point(page, name).click()
        page.wait_for_selector(f".moves .move:has-text('{name}')")
    page.wait_for_selector(".said.end:has-text('A cycle:')")
    assert "Black loses 3 and White 3 stones" in page.inner_text(".said")
    assert page.locator(".in-cycle").count() == 6
    assert page.locator("[data-cycle]").get_attribute("data-cycle") == "the cycle"
    page.click("[data-key=cycle]")
    page.wait_for_function("() => document.querySelector('.step-text').textContent === 'move 3 of 7'")


def test_everything_can_be_done_with_the_keyboard(open_page):
    page = open_page("#case=ex01&rules=proposal2012")
    page.wait_for_selector("#cancel", state="hidden")
    # Into the board, to B6, and choose it.
    page.locator(".points button[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("B6, black stone")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=argue-0]")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "argue-0":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".said:has-text('Black to play')")
    # The first point that may be played on has the focus.
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label').startsWith('A6')")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("G6")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.wait_for_selector(".moves li:nth-child(2)")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("Escape")
    page.wait_for_selector("#detail")


def test_a_diagram_is_pasted_previewed_and_judged(open_page):
    page = open_page()
    page.click("#choose")
    assert page.locator(".tile").count() == len(case_ids())
    page.click("#tab-paste")
    page.fill("#paste", "X.O\nX")
    page.wait_for_selector("#picker .notice:has-text('row 2')")
    assert page.is_disabled(".paste button[type=submit]")
    page.fill("#paste", ". X . X\nX X X X")
    page.wait_for_selector(".preview .board")
    page.click(".paste button[type=submit]")
    page.wait_for_selector("#chosen:has-text('your position')")
    page.wait_for_selector(".unit:has-text('B2') .chip.alive")
    page.wait_for_selector(".result:has-text('Black 2')")
    page.fill("[data-key=komi]", "6.5")
    page.keyboard.press("Tab")
    page.wait_for_selector(".result:has-text('White leads by 4.5')")


def test_labels_are_named_and_what_could_be_a_stone_is_refused(open_page):
    page = open_page()
    page.click("#choose")
    page.click("#tab-paste")
    page.fill("#paste", ". X B X\nX X X X")
    page.wait_for_selector("#picker .notice:has-text('could be a stone or a label')")
    assert page.is_disabled(".paste button[type=submit]")
    page.fill("#paste", "a X . X\nX X X X")
    page.wait_for_selector(".preview:has-text('Labels on empty points: a A2')")
    page.click(".paste button[type=submit]")
    page.wait_for_selector("#labels:has-text('Labels on empty points: a A2')")
    page.click("[data-language=ja]")
    page.wait_for_selector("#labels:has-text('空点のラベル：a A2')")


def test_text_that_looks_like_markup_stays_text(open_page):
    page = open_page()
    page.click("#choose")
    page.click("#tab-paste")
    page.fill("#paste", "title: <img src=x onerror=alert(1)>\nlabel A1: <b>\n. X . X\nX X X X")
    page.wait_for_selector(".preview .board")
    page.click(".paste button[type=submit]")
    page.wait_for_selector("#chosen:has-text('<img src=x')")
    assert page.locator("img").count() == 0


def test_an_sgf_file_is_read_at_a_move(open_page, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_bytes("(;CA[Shift_JIS]SZ[5]GN[死活]KM[6.5];B[bb];W[dd];B[cc])".encode("cp932"))
    page = open_page()
    page.click("#choose")
    page.click("#tab-paste")
    page.set_input_files("#paste-file", path)
    page.wait_for_selector(".preview .board")
    page.fill("#paste-move", "1")
    page.wait_for_function("() => document.querySelectorAll('.preview circle.stone').length === 1")
    page.click(".paste button[type=submit]")
    page.wait_for_selector("#chosen:has-text('死活')")


def test_a_search_shows_its_progress_and_is_stopped(open_page):
    page = open_page("#case=ex18&rules=proposal2012+japanese1989")
    page.wait_for_selector("#progress-text:has-text('Searching')")
    assert page.locator("progress").get_attribute("max") == "18"
    page.click("#cancel")
    page.wait_for_selector("#progress-text:has-text('Stopped')")
    assert page.is_visible("#judge")
    assert page.locator(".chip.none").count() > 0
    assert page.locator(".chip.alive").count() > 0
    # What was found can be looked at.
    page.click(".unit:has(.chip.alive) >> nth=0")
    page.wait_for_selector("[data-key^=argue]")


def test_it_says_when_the_server_is_gone(browser):
    from running import serving

    with serving() as other:
        page = browser.new_context(locale="en").new_page()
        page.goto(other.address)
        page.wait_for_selector(".chip.dead")
    page.click("#judge")
    page.wait_for_selector("#notice:has-text('does not answer')")
    page.context.close()


def test_areas_count_living_stones_and_nothing_that_was_taken(open_page):
    page = open_page("#case=ex26&rules=proposal2012+chinese2002")
    page.wait_for_selector(".summary.different")

    def table():
        rows = page.locator("table.score tbody tr").all()
        return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}

    assert page.inner_text(".summary.different") == "The rulesets differ about 3 points of territory and the result."
    assert table()["territory"] == ["3", "2", "4", "4"]
    assert table()["living stones"] == ["–", "–", "20", "20"]
    assert table()["dead stones"] == ["0", "0", "–", "–"]
    page.fill("[data-key=captured-1]", "1")
    page.keyboard.press("Enter")
    page.wait_for_selector("table.score .lead td:has-text('equal') >> nth=1")
    assert table()["total"] == ["3", "3", "24", "24"]
    assert page.inner_text(".summary.different") == "The rulesets differ about 3 points of territory."
    page.select_option("#rules-a", "chinese2002")
    page.select_option("#rules-b", "")
    page.click("#judge")
    page.wait_for_function("() => document.querySelectorAll('figure .board').length === 1")
    page.wait_for_selector("table.score")
    assert set(table()) == {"territory", "living stones", "komi", "total", "result"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_sticks_out_on_any_screen(open_page, language):
    page = open_page("#case=ex01&rules=proposal2012+japanese1989&unit=B6", language)
    page.wait_for_selector(".summary")
    page.wait_for_selector("table.score")

    def fits(width):
        page.set_viewport_size({"width": width, "height": 800})
        return page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    widths = (1280, 1000, 768, 390, 360)
    assert [width for width in widths if not fits(width)] == []
    page.click("[data-key=argue-0]")
    page.wait_for_selector(".said")
    for width in widths:
        assert fits(width)
        page.evaluate("document.getElementById('stage').scrollIntoView()")
        box, bar = (page.locator(name).bounding_box() for name in (".board", ".bar"))
        assert bar["y"] + bar["height"] <= 800, "board and buttons are on the screen together"
        assert box["width"] >= 0.55 * min(width, 420)


def test_a_finger_aims_first_where_points_are_small(open_page):
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    page.locator("#choose").tap()
    page.locator("#tab-paste").tap()
    rows = ["a●●○○┬○", "○●●○┼○○", "●○○○○┼┼", "●●●●┼┼┼", "├●┼●┼┼┼", "●●●┼┼┼┼"]
    page.fill("#paste", "\n".join(row + ("┬" if row == rows[0] else "┼") * 12 for row in rows))
    page.wait_for_selector(".preview .board")
    page.locator(".paste button[type=submit]").tap()
    page.locator(".unit:has(.chip.dead):has-text('B6')").tap()
    page.locator("[data-key=argue-0]").tap()
    page.wait_for_selector(".said:has-text('to play')")
    point(page, "A6").tap()
    page.wait_for_selector("[data-key=aim]:has-text('Play A6')")
    assert page.locator(".moves li").count() == 0
    page.locator("[data-key=aim]").tap()
    page.wait_for_selector(".moves .move:has-text('A6')")


GAME = (
    "(;SZ[5]RU[AGA]KM[0.5]RE[B+24.5]PB[Sai]PW[Mei]AB[aa];B[cb];W[ee];B[cc];W[];B[cd];W[];B[ce];W[]"
    ";B[ca];W[];B[];W[];AE[ee])"
)


def open_game(page, tmp_path, text=GAME):
    path = tmp_path / "game.sgf"
    path.write_text(text, encoding="utf-8")
    page.click("#choose")
    page.click("#tab-paste")
    page.set_input_files("#paste-file", path)
    page.click("button:has-text('Audit this game')")
    page.wait_for_selector("figure.game .board")


def test_a_game_is_audited_stepped_through_and_found_again_by_its_address(open_page, tmp_path):
    page = open_page()
    open_game(page, tmp_path)
    page.wait_for_selector(".finding.confirmed")
    assert page.inner_text("#chosen") == "Sai – Mei"
    assert page.input_value("#rules-a") == "aga"
    assert page.inner_text("figure.game .result") == "stated B+24.5 · proved B+24.5"
    assert "white stone" in point(page, "E1").get_attribute("aria-label")
    assert "dead" in point(page, "E1").get_attribute("aria-label")
    assert page.locator(".territory.black").count() == 19  # and E1
    # As drawn, with half of the line's width; the bounding boxes that browsers tell are larger.
    box = "(one, line) => { const { x, y, width, height } = one.getBBox(); return { x: x - line, y: y - line, width: width + 2 * line, height: height + 2 * line }; }"
    cross = page.locator(".mark.dead").evaluate(box, 2)
    squares = [square.evaluate(box, 0.6) for square in page.locator(".territory.black").all()]
    assert not any(overlap(square, cross) for square in squares), "the cross of a dead stone is seen"
    with page.expect_download() as download:
        page.click("a:has-text('Save the report')")
    assert download.value.suggested_filename == "report.html"
    for _ in range(12):
        page.click("figure.game .step >> nth=1")
    assert page.inner_text(".step-text") == "start"
    assert point(page, "E1").get_attribute("aria-label") == "E1, empty"
    page.click("figure.game .step >> nth=2")
    assert "black stone" in point(page, "C4").get_attribute("aria-label")
    for key, at in (("End", "move 12 of 12"), ("ArrowLeft", "move 11 of 12"), ("Home", "start"), ("ArrowRight", "move 1 of 12")):
        page.keyboard.press(key)
        assert page.inner_text(".step-text") == at
    page.reload()
    page.wait_for_selector("figure.game .board")
    assert page.inner_text(".step-text") == "move 1 of 12"
    assert page.inner_text("#chosen") == "Sai – Mei"
    page.click("[data-key=judge-here]")
    page.wait_for_selector("figure.game", state="detached")
    page.wait_for_selector(".unit:has-text('C4') .chip")
    page.reload()
    page.wait_for_selector(".unit:has-text('C4') .chip")
    assert page.locator("figure .board").count() == 2


def test_stones_are_marked_as_dead_and_the_audit_follows(open_page, tmp_path):
    page = open_page()
    open_game(page, tmp_path)
    page.wait_for_selector(".finding.confirmed")
    page.click("[data-key=marking]")
    assert "hints=E1" in page.url  # what the record says
    point(page, "A5").click()
    assert "marked as dead" in point(page, "A5").get_attribute("aria-label")
    assert "hints=E1+A5" in page.url
    page.select_option("[data-key=meaning]", "dead")
    assert "dead=E1+A5" in page.url
    assert page.inner_text(".facts-list").endswith("marked as agreed dead\nE1, A5")
    page.click("[data-key=again]")
    page.wait_for_selector(".finding.refuted")
    page.reload()
    page.wait_for_selector(".finding.refuted")
    assert page.locator(".marked-stone").count() == 2
    page.click("[data-key=unmark]")
    assert page.locator(".marked-stone").count() == 0
    page.click("#judge")
    page.wait_for_selector(".finding.confirmed")


def test_the_way_back_leads_from_a_game_to_what_was_shown_before(open_page, tmp_path):
    page = open_page()
    before = page.url
    open_game(page, tmp_path)
    page.wait_for_selector(".finding.confirmed")
    assert point(page, "A1").get_attribute("aria-label") == "A1, empty, Black’s territory"
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "boards"
    assert page.locator("figure.game").count() == 1
    page.go_back()
    page.wait_for_selector("figure.game", state="detached")
    page.wait_for_selector(".chip.dead, .chip.alive")
    assert page.url == before
    page.go_forward()
    page.wait_for_selector(".finding.confirmed")


def test_a_file_that_is_too_large_leaves_nothing_of_the_one_before(open_page, tmp_path):
    page = open_page()
    small, large = tmp_path / "small.sgf", tmp_path / "large.sgf"
    small.write_text(GAME)
    large.write_text(GAME.replace("SZ[5]", f"SZ[5]C[{'word ' * 50_000}]"))
    page.click("#choose")
    page.click("#tab-paste")
    page.set_input_files("#paste-file", small)
    page.wait_for_selector("button:has-text('Audit this game')")
    page.set_input_files("#paste-file", large)
    page.wait_for_selector(".paste-out .notice:has-text('large.sgf is larger than the 179 KiB')")
    page.wait_for_timeout(600)  # a preview would be there by now
    assert page.locator("button:has-text('Audit this game')").is_hidden()
    assert page.input_value("#paste") == ""
    assert page.is_visible(".paste-out .notice")


def test_a_long_list_of_chains_scrolls_by_itself(open_page, tmp_path):
    """Forty chains: the list has a height of its own, and nothing of it makes the page longer."""
    page = open_page(width=390, height=844)
    stones = "".join(f"[{col}{row}]" for row in "acegikm" for col in "acegikm")
    open_game(page, tmp_path, f"(;GM[1]SZ[13]KM[0]RU[AGA]RE[B+100]AB{stones})")
    page.wait_for_selector(".units.long .unit >> nth=40")
    page.set_viewport_size({"width": 1280, "height": 900})
    cut = """() => { const list = document.querySelector(".units.long").getBoundingClientRect();
        return [...document.querySelectorAll(".units.long .unit")].map((one) => one.getBoundingClientRect())
            .filter((row) => row.top < list.bottom - 8 && row.bottom > list.bottom + 8).length; }"""
    assert page.evaluate(cut) == 1, "a row is cut through, so that one sees that there are more"
    page.evaluate("document.querySelector('.units.long').scrollTop = 1e6")
    last = page.locator(".units.long .unit").last.bounding_box()
    frame = page.locator(".units.long").bounding_box()
    assert last["y"] + last["height"] < frame["y"] + frame["height"] - 16, "nothing lies over the last row"
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".units.long .unit >> nth=48")
    assert page.evaluate("document.querySelector('.units.long').scrollTop") > 500, "it stays where it was"
    assert page.evaluate("document.querySelector('.units.long').scrollHeight") > 1000
    end = "document.querySelector('.foot').getBoundingClientRect().bottom + scrollY"
    assert page.evaluate(f"document.documentElement.scrollHeight - ({end})") < 60
    page.click("#cancel")


def test_a_game_without_rules_asks_for_them(open_page, tmp_path):
    page = open_page()
    open_game(page, tmp_path, GAME.replace("RU[AGA]", ""))
    page.wait_for_selector("#notice:has-text('RU is missing')")
    page.select_option("#rules-a", "chinese2002")
    page.wait_for_selector(".finding.confirmed")


def test_the_position_of_a_game_that_cannot_be_audited_can_be_judged(open_page, tmp_path):
    page = open_page()
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]RU[AGA]KM[0]RE[B+5]AB[aa][ba];W[ee];B[cc];AE[aa])")
    page.click("#choose")
    page.click("#tab-paste")
    page.set_input_files("#paste-file", path)
    page.click("button:has-text('Audit this game')")
    page.wait_for_selector("#picker .notice:has-text('or choose “Judge this position”')")
    page.click("button:has-text('Judge this position')")
    page.wait_for_selector(".unit:has-text('C3')")


def test_a_dropped_file_is_opened_as_a_game(open_page):
    page = open_page()
    page.evaluate(
        """(text) => { const data = new DataTransfer(); data.items.add(new File([text], "a.sgf"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); }""",
        GAME,
    )
    page.wait_for_selector(".finding.confirmed")


def test_a_pasted_position_is_in_the_address(open_page):
    page = open_page()
    page.click("#choose")
    page.click("#tab-paste")
    page.fill("#paste", ". X . X\nX X X X")
    page.wait_for_selector(".preview .board")
    page.click(".paste button[type=submit]")
    page.wait_for_selector(".unit:has-text('B2') .chip.alive")
    page.reload()
    page.wait_for_selector(".unit:has-text('B2') .chip.alive")
    assert page.inner_text("#chosen") == "your position"


def test_what_an_address_names_wrongly_is_said(open_page):
    page = open_page("#case=ex99&rules=proposal2013")
    notice = page.inner_text("#notice")
    assert "There is no case “ex99”; this is ex01." in notice
    assert "There is no ruleset “proposal2013”." in notice
    page.goto(page.url.partition("#")[0] + "#game=tAAAA")
    page.wait_for_selector("#notice:has-text('The address is damaged')")


def test_a_unit_that_an_address_names_wrongly_is_said_and_the_case_is_shown(open_page):
    page = open_page("#case=ex01&rules=proposal2012&unit=99")
    assert page.inner_text("#notice") == "There is no unit “99” here; units go by the name of any of their stones, as B6."
    assert page.locator("#chosen").inner_text().startswith("Example 1")
    assert page.locator(".unit[aria-pressed=true]").count() == 0
    page.goto(page.url.partition("#")[0] + "#case=ex01&rules=proposal2012&unit=c5")
    page.wait_for_selector("#detail h2:has-text('Black’s unit B6')")
    assert page.is_hidden("#notice")


def test_a_file_without_anything_in_it_is_said_to_be_empty(open_page, tmp_path):
    path = tmp_path / "nothing.sgf"
    path.write_text(" \n")
    page = open_page()
    page.click("#choose")
    page.click("#tab-paste")
    page.set_input_files("#paste-file", path)
    page.wait_for_selector("#picker .notice:has-text('The file “nothing.sgf” is empty: there is no diagram and no game')")
    assert page.is_disabled(".paste button[type=submit]")
    page.fill("#paste", "Hello")
    page.wait_for_selector("#picker .notice:has-text('4 of 5 points are letters, as in a text in words')")
    page.fill("#paste", ". X . X\nX X X X")
    page.wait_for_selector(".preview .board")
    assert page.is_hidden("#picker .notice")
    page.click("#tab-own")
    page.set_input_files("#own-file", path)
    page.wait_for_selector(".own .notice:has-text('there is no ruleset in it')")


def test_the_ring_of_a_chosen_unit_leaves_the_rulers_alone(open_page):
    page = open_page("#case=ex08&rules=proposal2012&unit=A10")
    label = page.locator(".ruler text:has-text('10')").bounding_box()
    ring = page.evaluate(
        """() => { const path = document.querySelector(".outline.selected"); const box = path.getBBox();
            const width = Number(path.getAttribute("stroke-width")); const matrix = path.getScreenCTM();
            return (box.x - width / 2) * matrix.a + matrix.e; }"""
    )
    assert label["x"] + label["width"] < ring


def test_a_position_is_drawn_by_mouse_and_keyboard(open_page):
    page = open_page("#case=ex01&rules=aga")
    page.click("#choose")
    page.click("#tab-draw")
    drawn = page.locator(".draw").get_by_role("gridcell", name=re.compile("^B6,"))
    assert drawn.get_attribute("aria-label") == "B6, black stone"
    page.click("button:has-text('9×9')")
    page.click("[data-key=draw-clear]")
    page.click("[data-key=draw-use]")
    assert page.inner_text(".draw .notice") == "Put stones on the board first."

    def cell(name):
        return page.locator(".draw").get_by_role("gridcell", name=re.compile(rf"^{name},"))

    for name in ("B9", "D9", "A8", "B8", "C8", "D8", "J1"):
        cell(name).click()
    cell("J1").click()  # off again
    page.click("[data-key='tool-O']")
    cell("H1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert cell("J1").get_attribute("aria-label") == "J1, white stone"
    page.fill("[data-key=draw-cols]", "5")
    page.keyboard.press("Enter")
    assert page.locator(".draw .points button").count() == 45
    page.click("[data-key=draw-use]")
    page.wait_for_selector(".unit:has-text('B9') .chip.alive")
    assert page.locator(".unit").count() == 1
    page.click("#choose")
    page.wait_for_selector(".draw")


def test_every_step_of_a_drawing_is_undone_with_its_size_and_edges(open_page):
    page = open_page("#case=ex01&rules=aga")
    page.click("#choose")
    page.click("#tab-draw")

    def drawing():
        points = page.locator(".draw .points button").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        open_sides = page.locator(".draw-edges input").evaluate_all("all => all.map((one) => one.checked)")
        return [name for name in points if "empty" not in name], len(points), open_sides

    seen = [drawing()]
    assert seen[0][0], "there are stones that can be cut off"
    steps = [
        lambda: page.fill("[data-key=draw-rows]", "2"),
        lambda: page.fill("[data-key=draw-cols]", "3"),
        lambda: page.uncheck("[data-key=edge-left]"),
        lambda: page.click("[data-key=size-9]"),
        lambda: page.click("[data-key=draw-clear]"),
        lambda: page.locator(".draw").get_by_role("gridcell", name=re.compile("^E5,")).click(),
    ]
    for step in steps:
        step()
        page.keyboard.press("Tab")
        seen.append(drawing())
    assert len(seen[1][0]) < len(seen[0][0])
    assert all(one != other for one, other in itertools.pairwise(seen))
    for before in reversed(seen[:-1]):
        page.click("[data-key=draw-undo]")
        assert drawing() == before
    page.click("[data-key=draw-undo]")
    assert drawing() == seen[0]


def test_rules_of_ones_own_are_answers_to_questions(open_page):
    page = open_page("#case=ex01&rules=proposal2012")
    page.select_option("#rules-b", "+")
    assert page.locator(".question").count() == 0
    page.select_option("#own-start", "japanese1989")
    page.wait_for_selector("[data-key=own-use]:enabled")
    assert page.input_value("#q-first_move") == "attacker"
    question = page.locator(".question:has(#q-first_move)")
    assert "The other side." in question.inner_text()
    page.select_option("#q-first_move", "owner")
    page.wait_for_selector(".own-axes li:has-text('first_move attacker → owner')")
    assert "The owner of the unit." in question.inner_text()
    # Nobody has asked for it: what changes is looked for as soon as there is something.
    page.wait_for_selector(".own-case:has-text('ex09') .chip.alive")
    said = page.evaluate("[...document.querySelectorAll('.own h3, .own-list + p')].map(e => e.innerText).join(' ')")
    changed, done = map(int, re.search(r"(\d+) examples change, of (\d+)", said).groups())
    others = {word: int(number) for word, number in re.findall(r"(Unchanged|Not known): (\d+)\.", said)}
    assert changed + sum(others.values()) == done, said
    page.fill("[data-key=q-article-first_move]", 'Rule 4: "moving first"')
    page.select_option("[data-key=q-basis-first_move]", "text")
    page.click("[data-key=own-file]")
    assert page.input_value("#own").endswith(
        '[axes.first_move]\nvalue = "owner"\narticle = "Rule 4: \\"moving first\\""\nbasis = "text"\n'
    )
    # A combination that no game is written down for is said, and can be changed back where it was chosen.
    page.click("[data-key=own-questions]")
    page.select_option("#q-cycle", "draw")
    page.wait_for_selector(".own .notice:has-text('decided cycles only')")
    assert page.is_disabled("[data-key=own-use]")
    page.select_option("#q-cycle", "prisoners then aim")
    page.wait_for_selector("[data-key=own-use]:enabled")


def test_rules_of_ones_own_are_checked_used_and_found_again(open_page):
    page = open_page("#case=ex01&rules=proposal2012")
    page.select_option("#rules-b", "+")
    page.click("[data-key=own-file]")
    text = (
        'schema = 1\nid = "my-rules"\ntitle = "日本囲碁規約 1989"\nsource = "s"\nbase = "japanese1989"\n'
        '[axes.first_move]\nvalue = "nobody"\narticle = "none"\nbasis = "assumption"\n'
    )
    page.fill("#own", text)
    page.wait_for_selector(".own .notice:has-text(\"first_move.value = 'nobody': allowed values\")")
    assert page.is_disabled("[data-key=own-use]")
    page.fill("#own", text.replace('value = "nobody"', 'value = "owner"'))
    page.wait_for_selector(".own-axes li:has-text('first_move owner')", state="hidden")
    page.wait_for_selector("[data-key=own-use]:enabled")
    page.select_option("#own-against", "japanese1989")
    page.wait_for_selector(".own-axes li:has-text('first_move attacker → owner')")
    page.click("[data-key=own-use]")
    page.wait_for_selector("figure .rules-name")
    assert page.input_value("#rules-a") == "my-rules"
    assert page.inner_text("figure .rules-name >> nth=0") == "my-rules: Japanese rules 1989"
    page.wait_for_selector(".unit .chip.dead, .unit .chip.alive")
    page.reload()
    page.wait_for_selector(".chip.dead, .chip.alive")
    assert page.input_value("#rules-a") == "my-rules"


def test_a_problem_is_tried_on_the_board(open_page):
    page = open_page("#case=ex01&rules=aga")
    page.click("#choose")
    page.click("#tab-paste")
    page.fill("#paste", "edges: top, left\n. . . X O . .\nX X X X O . .\nO O O O O . .\n. . . . . . .")
    page.wait_for_selector(".preview .board")
    page.click(".paste button[type=submit]")
    page.click(".unit:has-text('D4')")
    page.click("[data-key='problem-0-white']")
    page.wait_for_selector(".said:has-text('White to play and kill.')")
    point(page, "A4").click()
    page.wait_for_selector(".said:has-text('Wrong. Black B4.')")
    assert point(page, "B4").get_attribute("aria-label") == "B4, black stone"
    page.click("[data-key=take_back]")
    page.wait_for_selector(".said:has-text('White to play and kill.')")
    point(page, "F1").click()
    page.wait_for_selector(".said:has-text('F1 is no first move')")
    point(page, "B4").click()
    page.wait_for_selector(".said.end:has-text('Right.')")
    page.click("[data-key=problem_another]")
    page.click("[data-key=restart]")
    page.click("[data-key=problem_show]")
    assert sorted(page.locator(".text.label").all_text_contents()) == ["✓", "✗", "✗"]
    assert page.inner_text(".panel h3") == "The ruleset does not matter"
    page.keyboard.press("Escape")
    page.wait_for_selector("#detail")


def test_a_board_in_a_static_page_needs_no_server(browser, tmp_path):
    from verifier import judge
    from verifier.jobs.show.embedded import board_data, embedded, script, style

    found = judge("ex01")
    statuses = {verdict.unit: verdict.status.value for verdict in found.verdicts}
    proofs = {verdict.unit: verdict.certificate for verdict in found.verdicts}
    data = board_data(found.diagram, found.ruleset.id, statuses, certificates=proofs, links=dict.fromkeys(proofs, "a.json"))
    path = tmp_path / "page.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><style>{style()}</style>{embedded(data, found.svg(), 'x')}"
        f"<script>{script()}</script>",
        encoding="utf-8",
    )
    faults = []
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: request.url.startswith("file:") or faults.append(request.url))
    page.goto(path.as_uri())
    page.get_by_role("gridcell", name=re.compile("^B6,")).click()
    page.wait_for_selector(".embed-detail:has-text('Black’s unit B6, 4 stones')")
    assert page.locator(".embed-detail a").get_attribute("href") == "a.json"
    page.click(".step >> nth=3")
    assert page.inner_text(".step-text").startswith("move ")
    assert page.locator(".text.number").count() > 0
    assert faults == []
    context.close()


CONTRAST = """() => {
  const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n.slice(0, 3), 1] : n; };
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!text || element.closest("svg, .unseen, noscript, option, :disabled, .skip") || !element.checkVisibility()) continue;
    let ground = [255, 255, 255];
    for (let at = element; at; at = at.parentElement) {
      const c = parse(getComputedStyle(at).backgroundColor);
      if (c[3] > 0.99) { ground = c.slice(0, 3); break; }
    }
    const ink = parse(getComputedStyle(element).color).slice(0, 3);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`${element.tagName}.${element.className} ${ratio.toFixed(2)} ${element.textContent.slice(0, 30)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_contrast_enough(open_page, scheme):
    page = open_page("#case=ex01&rules=proposal2012+japanese1989&unit=B6", color_scheme=scheme)
    page.wait_for_selector(".facts")
    assert page.evaluate(CONTRAST) == []
    page.click("[data-key=argue-0]")
    page.wait_for_selector(".said")
    page.click("[data-key='pass-1']")
    page.wait_for_selector(".said.end")
    assert page.evaluate(CONTRAST) == []


def test_controls_have_names_and_ids_are_unique(open_page):
    page = open_page("#case=ex01&rules=proposal2012+japanese1989&unit=B6")
    page.wait_for_selector(".facts")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, a, textarea")].filter((e) =>
            !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length || e.getAttribute("aria-labelledby")))
            .map((e) => e.outerHTML)"""
    )
    assert nameless == []
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    headings = page.evaluate(
        "() => [...document.querySelectorAll('h1, h2, h3')].map((e) => Number(e.tagName[1]))"
    )
    assert headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(headings))
