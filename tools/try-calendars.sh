#!/bin/sh
# Plays calendar programs of Debian against the product: Radicale and Xandikos are read and written as other calendars;
# khal, vdirsyncer and evolution-data-server subscribe to a feed. As root it installs what is missing:
#   sh tools/try-calendars.sh [--long]
# With --long, answers are cut at every byte, which takes ten minutes. docs/guides/other-calendars.md and
# docs/guides/calendar-feeds.md have the last results.
set -e
top=$(cd "$(dirname "$0")/.." && pwd)
packages="radicale xandikos khal vdirsyncer evolution-data-server gir1.2-ecal-2.0 python3-gi dbus"
missing=""
for package in $packages; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing > /tmp/daybook-calendars-apt.log 2>&1 ||
    { cat /tmp/daybook-calendars-apt.log; exit 1; }
fi
# Debian's Python alone has the packages of Debian.
export PATH="$top/node_modules/.bin:/usr/sbin:/usr/bin:/sbin:/bin"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_CONFIG_HOME="$work" XDG_CACHE_HOME="$work/cache" XDG_DATA_HOME="$work/data"
export LC_ALL=C.UTF-8 TZ=UTC GIO_USE_VFS=local PYTHONDONTWRITEBYTECODE=1
echo "Debian $(cat /etc/debian_version), $(date -u +%F)"
dpkg-query -W -f '${Package} ${Version}\n' radicale xandikos khal vdirsyncer evolution-data-server
node "$top/tools/try-calendar-servers.ts" "$work" "$@"
node "$top/tools/try-calendar-readers.ts" "$work"
