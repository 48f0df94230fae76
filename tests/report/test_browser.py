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
  const seen = { falling, rising, fetched, width, window: window.innerWidth };
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


@pytest.mark.parametrize("name", ["two", "swept"])
@pytest.mark.parametrize("width", [390, 1200])
def test_a_browser_shows_the_page_without_a_fault(name, width, request, tmp_path):
    path = save_report(request.getfixturevalue(name), tmp_path / "page.html")
    probed(path)
    document, logged = opened(path, tmp_path, f"--window-size={width},900")
    assert "CONSOLE" not in logged
    seen = json.loads(re.search(r'<pre id="seen">(.*?)</pre>', document)[1])
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
