#!/bin/sh
# balancers.sh: what the tests of several processes and of `deploy` need, as Debian packs it: HAProxy, nginx and Caddy,
# which the tests start themselves (none is left running here); docker-compose, which reads its file without an engine;
# and systemd's own checker of units. Where one cannot be had its tests are left out, unless CI is set.
lacking() {
    PATH="$PATH:/usr/sbin"
    for program in haproxy nginx caddy docker-compose systemd-analyze; do
        command -v "$program" >/dev/null 2>&1 || echo "$program"
    done
}
[ -z "$(lacking)" ] && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing" $(lacking) "for the tests of several processes and of deploy ..."
    apt-get -qq update
    # Nothing is started: an answer of 101 tells Debian's scripts so.
    [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d && ours=1; }
    for program in $(lacking); do
        case $program in nginx) program=nginx-light ;; systemd-analyze) program=systemd ;; esac
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$program" >/dev/null
    done
    [ -z "$ours" ] || rm -f /usr/sbin/policy-rc.d
fi
[ -z "$(lacking)" ] ||
    echo "Some tests with a balancer or of the containers cannot run: there is no" $(lacking) "here. On Debian, apt-get installs them." >&2
exit 0
