#!/bin/sh
# browser.sh: chromium for the browser tests, as Debian packs it: the one without windows, which is quicker.
# Where it cannot be had the tests say so, too; they are then left out, unless CI is set.
command -v chromium-headless-shell >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing chromium for the browser tests ..."
    apt-get -qq update
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $package >/dev/null && break
    done
fi
command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 ||
    echo "The browser tests cannot run: there is no chromium here. On Debian: apt-get install chromium" >&2
exit 0
