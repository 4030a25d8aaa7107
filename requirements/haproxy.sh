#!/bin/sh
# haproxy.sh: HAProxy for the tests of several processes, as Debian packs it. The tests start one of their own;
# none is left running here. Where it cannot be had those tests are left out, unless CI is set.
found() {
    command -v haproxy >/dev/null 2>&1 || [ -x /usr/sbin/haproxy ]
}
found && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing HAProxy for the tests of several processes ..."
    apt-get -qq update
    # Nothing is started: an answer of 101 tells Debian's scripts so.
    [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d && ours=1; }
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends haproxy >/dev/null
    [ -z "$ours" ] || rm -f /usr/sbin/policy-rc.d
fi
found ||
    echo "The tests with a balancer cannot run: there is no HAProxy here. On Debian: apt-get install haproxy" >&2
exit 0
