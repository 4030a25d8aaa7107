#!/bin/sh
# postgres.sh: installs PostgreSQL for the tests of the store, as Debian packages it. The tests start one of their own;
# none is left running here. Where there is none, the tests say so too; they are then skipped, unless CI is set.
found() {
    command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1
}
found && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing PostgreSQL for the tests of the store ..."
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql-common >/dev/null &&
        sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql >/dev/null
fi
found ||
    echo "The tests with PostgreSQL cannot run: there is none here. On Debian: apt-get install postgresql" >&2
exit 0
