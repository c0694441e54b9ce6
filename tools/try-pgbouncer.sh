#!/bin/sh
# Tries the product behind the real PgBouncer, compiled from its source, and behind Debian's, which is too old:
#   apt-get install git build-essential autoconf automake libtool pkg-config libevent-dev libssl-dev pgbouncer
#   sh tools/try-pgbouncer.sh
# docs/guides/pooler.md has the last result. As root: PgBouncer runs as the user `postgres`.
set -e
top=$(cd "$(dirname "$0")/.." && pwd)
export PATH="$top/node_modules/.bin:$PATH"
built=${PGBOUNCER:-/tmp/daybook-pgbouncer}
if [ ! -x "$built/pgbouncer" ]; then
  git clone --depth 1 --branch pgbouncer_1_25_2 https://github.com/pgbouncer/pgbouncer "$built"
  (cd "$built" && ./autogen.sh && ./configure --without-systemd && make -j2 pgbouncer) > /tmp/daybook-pgbouncer.log 2>&1
fi
node "$top/tools/try-pgbouncer.ts" "$built/pgbouncer" "$(command -v pgbouncer || true)"
