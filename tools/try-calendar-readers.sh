#!/bin/sh
# Lets khal and vdirsyncer subscribe to a feed: an appointment that is moved ten times, then cancelled. On Debian, after
# `apt-get install khal vdirsyncer`:
#   sh tools/try-calendar-readers.sh
# docs/guides/calendar-feeds.md has the last result.
set -e
top=$(cd "$(dirname "$0")/.." && pwd)
export PATH="$top/node_modules/.bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_CONFIG_HOME="$work" XDG_CACHE_HOME="$work" XDG_DATA_HOME="$work" LC_ALL=C.UTF-8 TZ=UTC
vdirsyncer --version
khal --version
node "$top/tools/try-calendar-readers.ts" "$work"
