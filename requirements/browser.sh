#!/bin/sh
# browser.sh: chromium for the browser tests, as Debian packs it. Where it cannot be had the tests say so, too;
# they are then left out, unless CI is set.
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing chromium for the browser tests ..."
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null
fi
command -v chromium >/dev/null 2>&1 ||
    echo "The browser tests cannot run: there is no chromium here. On Debian: apt-get install chromium" >&2
exit 0
