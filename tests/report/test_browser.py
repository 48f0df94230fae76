"""The page in a real browser: nothing fetched, no error logged, tables sort, nothing juts out.

Needs Chromium, which ``.ci/run`` installs; without one there is nothing to test.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess

import pytest

from quacks_sim.report import save_report

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")

#: Clicks on the second heading twice, and writes what it saw into the page.
PROBE = """
window.addEventListener("load", () => {
  const table = document.querySelector("table.sortable");
  const column = () => [...table.tBodies[0].rows].map((row) => Number(row.cells[1].dataset.value));
  const button = table.tHead.rows[0].cells[1].querySelector("button");
  button.click();
  const falling = column();
  button.click();
  const rising = column();
  const fetched = performance.getEntriesByType("resource").map((each) => each.name);
  const width = document.documentElement.scrollWidth;
  const ground = getComputedStyle(document.body).backgroundColor;
  const verdicts = [...document.querySelectorAll(".verdict, .claims footer")];
  const inks = verdicts.map((each) => getComputedStyle(each).color);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const seen = {
    falling, rising, fetched, width, window: window.innerWidth, ground, inks, dark,
  };
  const note = document.createElement("pre");
  note.id = "seen";
  note.textContent = JSON.stringify(seen);
  document.body.append(note);
});
"""


def probed(path) -> None:
    """Put the probe into a page, whose policy lets no script run but those it names."""
    digest = base64.b64encode(hashlib.sha256(PROBE.encode()).digest()).decode()
    text = path.read_text(encoding="utf-8")
    text = text.replace("script-src ", f"script-src &#39;sha256-{digest}&#39; ", 1)
    path.write_text(text.replace("</body>", f"<script>{PROBE}</script></body>"), encoding="utf-8")


def opened(path, folder, *options: str) -> tuple[str, str]:
    """Open a page, without any network; return its document and what was logged."""
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions",
        "--disable-component-update", "--disable-background-networking", "--no-first-run",
        f"--user-data-dir={folder / 'profile'}",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
        "--virtual-time-budget=2000", *options, "--dump-dom", path.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, done.stderr


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour as a browser writes it (WCAG 2)."""
    parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["two", "swept", "mapped"])
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])
def test_a_browser_shows_the_page_without_a_fault(name, width, dark, request, tmp_path):
    path = save_report(request.getfixturevalue(name), tmp_path / "page.html")
    probed(path)
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    document, logged = opened(path, tmp_path, f"--window-size={width},900", scheme)
    assert "CONSOLE" not in logged
    seen = json.loads(re.search(r'<pre id="seen">(.*?)</pre>', document)[1])
    assert seen["dark"] is dark
    assert (len(seen["inks"]) == 6) is (name == "swept")
    assert all(contrast(ink, seen["ground"]) >= 4.5 for ink in seen["inks"])
    assert seen["fetched"] == []
    assert seen["falling"] == sorted(seen["falling"], reverse=True)
    assert seen["rising"] == sorted(seen["rising"])
    assert len(seen["rising"]) >= 2
    assert seen["width"] <= max(seen["window"], width)


@pytest.mark.parametrize(
    "harm", ['<img src="x.png">', "<script>document.title = 'harm'</script>", '<p onclick="x">']
)
def test_the_page_lets_nothing_be_fetched_or_run(two, tmp_path, harm):
    path = save_report(two, tmp_path / "page.html")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("</body>", f"{harm}</body>"), encoding="utf-8")
    document, logged = opened(path, tmp_path)
    assert "CONSOLE" in logged
    assert "Content Security Policy" in logged
    assert "<title>harm" not in document
