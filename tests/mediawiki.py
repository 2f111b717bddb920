"""Real MediaWikis, one for each language, from Debian's packages: SQLite files, and PHP's own server on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

HOME = Path("/usr/share/mediawiki")
MISSING = "" if shutil.which("php") and (HOME / "api.php").exists() else "MediaWiki and PHP are not installed"

# What all articles of a wiki share; the last lines are what the extension Disambiguator does.
_SETTINGS = """
$wgCacheDirectory = "{folder}/cache";
$wgLocalisationCacheConf['store'] = 'array';
$wgMainCacheType = CACHE_NONE;
$wgDBservers = [ [ 'type' => 'sqlite', 'dbname' => $wgDBname, 'dbDirectory' => $wgSQLiteDataDir, 'user' => '',
	'password' => '', 'host' => '', 'load' => 1, 'flags' => DBO_DEFAULT, 'variables' => [ 'synchronous' => 'OFF' ] ] ];
$wgJobRunRate = 0;
$wgEnableEmail = false;
$wgNamespacesWithSubpages[NS_MAIN] = true;
$wgExtensionMessagesFiles['DisambiguationMagic'] = "{folder}/magic.php";
$wgHooks['GetDoubleUnderscoreIDs'][] = static function ( &$ids ) {{ $ids[] = 'disambiguation'; }};
"""
_MAGIC = "<?php $magicWords = [ 'en' => [ 'disambiguation' => [ 0, '__DISAMBIG__' ] ] ];\n"
# One server for all wikis: the first part of the path is the language.
_ROUTER = """<?php
$language = explode( '/', $_SERVER['REQUEST_URI'] )[1];
define( 'MW_CONFIG_FILE', "{folder}/$language/LocalSettings.php" );
$_SERVER['SCRIPT_NAME'] = "/$language/api.php";
chdir( '{home}' );
require '{home}/api.php';
"""


class Wikis:
    """Wikis that are filled; `serve` lets them answer."""

    def __init__(self, folder: Path, pages: Mapping[str, Mapping[str, str]]) -> None:
        self.folder, self.languages = folder, tuple(pages)
        for language in pages:
            self._install(language)
        for language, texts in pages.items():
            self._fill(language, texts)

    def database(self, language: str) -> Path:
        return self.folder / language / f"{language}.sqlite"

    def _install(self, language: str) -> None:
        folder = self.folder / language
        (folder / "cache").mkdir(parents=True)
        options = {"dbtype": "sqlite", "dbname": language, "dbpath": folder, "confpath": folder, "lang": language}
        options |= {"pass": "only-for-this-test", "scriptpath": f"/{language}", "server": "http://127.0.0.1"}
        run("install.php", *(f"--{key}={value}" for key, value in options.items()), "Flora", "Admin")
        with (folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
            settings.write(_SETTINGS.format(folder=folder))
        (folder / "magic.php").write_text(_MAGIC)
        with sqlite3.connect(self.database(language)) as db:
            db.executemany(
                "INSERT OR REPLACE INTO interwiki (iw_prefix, iw_url, iw_api, iw_wikiid, iw_local, iw_trans)"
                " VALUES (?, ?, '', '', 0, 0)",
                [(one, f"http://127.0.0.1/{one}/$1") for one in ("en", "de", "fr")],
            )
        db.close()

    def _fill(self, language: str, texts: Mapping[str, str]) -> None:
        dump = self.folder / f"{language}.xml"
        dump.write_text(_as_xml(texts), encoding="utf-8")
        run("importDump.php", "--quiet", str(dump), config=self.folder / language / "LocalSettings.php")

    @contextmanager
    def serve(self) -> Iterator[str]:
        """The template of the APIs' addresses, while they are served."""
        router = self.folder / "router.php"
        router.write_text(_ROUTER.format(folder=self.folder, home=HOME))
        port = _free_port()
        command = ["php", "-d", "display_errors=0", "-S", f"127.0.0.1:{port}", str(router)]
        with (self.folder / "server.log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "MW_INSTALL_PATH": str(HOME)})
        try:
            _wait_for(f"http://127.0.0.1:{port}/{self.languages[0]}/api.php?action=query&format=json")
            yield f"http://127.0.0.1:{port}/{{lang}}/api.php"
        finally:
            server.terminate()
            server.wait()


def run(script: str, *arguments: str, config: Path | None = None) -> str:
    """Run a maintenance script of MediaWiki."""
    environment = {**os.environ, "MW_INSTALL_PATH": str(HOME), **({"MW_CONFIG_FILE": str(config)} if config else {})}
    command = ["php", str(HOME / "maintenance" / script), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _as_xml(texts: Mapping[str, str]) -> str:
    pages = "".join(
        f"<page><title>{escape(title)}</title><revision><timestamp>2024-05-01T00:00:00Z</timestamp>"
        f"<contributor><username>Admin</username></contributor><model>wikitext</model><format>text/x-wiki</format>"
        f'<text xml:space="preserve">{escape(text)}</text></revision></page>'
        for title, text in texts.items()
    )
    return f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">{pages}</mediawiki>'


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(url: str) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=30):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"{url} does not answer")
