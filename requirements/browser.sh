#!/bin/sh
# browser.sh: installs chromium for the browser tests, as Debian packages it; the headless one, which is quicker.
# Where there is none, the tests say so too; they are then skipped, unless CI is set.
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
