#!/bin/sh
# browser.sh: installs chromium for the browser tests, as Debian packages it: the headless one, which is quicker, and
# the whole one for the tests of notices, which the other has not. Where one is missing, the tests say so too; they are
# then skipped, unless CI is set.
lacking() {
    for program in chromium-headless-shell chromium; do
        command -v "$program" >/dev/null 2>&1 || echo "$program"
    done
}
[ -z "$(lacking)" ] && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing" $(lacking) "for the browser tests ..."
    apt-get -qq update
    for program in $(lacking); do
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$program" >/dev/null
    done
fi
command -v chromium >/dev/null 2>&1 ||
    echo "Some of the browser tests cannot run: there is no chromium here. On Debian: apt-get install chromium" >&2
exit 0
