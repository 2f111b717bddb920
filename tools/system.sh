#!/usr/bin/env bash
# Install the Debian packages that some tests and benchmarks need: Chromium, for looking at the report as a browser
# does; nginx and wget, for measuring the crawl; MediaWiki and PHP, for bootstrapping from a real wiki; a compiler and
# Python's headers, for kenlm and eflomal; an English-Spanish dictionary (without them those skip and say so); and
# Python's venv, where Debian's own Python is used. CWB, which the vertical export is tried with, is installed where the
# distribution has it: Debian 12 has not, and the test skips there unless `cwb-encode` is on the path.
set -euo pipefail
packages=(chromium nginx-light wget python3-venv mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl)
packages+=(g++ python3-dev dict-freedict-eng-spa dict-freedict-eng-fra)
command -v cwb-encode >/dev/null || { apt-cache show cwb >/dev/null 2>&1 && packages+=(cwb); } || true
missing=()
for package in "${packages[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && { echo "system packages: all there"; exit 0; }
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "system packages missing: ${missing[*]}; install them as root: apt-get install ${missing[*]}"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
echo "system packages installed: ${missing[*]}"
