#!/usr/bin/env bash
# Xandikos 0.2.8 leaves series out of a calendar-query with a time-range after their first occurrence.
#
# RFC 4791, 9.9: a recurring component matches a time range when any of its instances does. Xandikos compares the range
# with DTSTART and DTEND of the series alone, so a weekly event is in the answer for its first week and in none
# afterwards; a reader that asks for the coming weeks, as RFC 4791 suggests, takes the person for free. Such a reader has
# to fetch all objects and work out their times itself.
#
# As root on Debian 12. Unpacks its package, with those that are missing, into a temporary folder, and fails if the
# behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
mkdir -p "$folder/debs/partial"
apt-get install --reinstall --download-only --yes --no-install-recommends \
  -o Dir::Cache::archives="$folder/debs" -o APT::Sandbox::User=root xandikos=0.2.8-1 >/dev/null
for package in "$folder"/debs/*.deb; do dpkg -x "$package" "$folder/root"; done
export PYTHONPATH="$folder/root/usr/lib/python3/dist-packages"
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
/usr/bin/python3 -m xandikos -d "$folder/data" --defaults -l 127.0.0.1 -p "$port" >"$folder/log" 2>&1 &
server=$!
at="http://127.0.0.1:$port/user/calendars/calendar"
for _ in $(seq 100); do
  curl --silent --output /dev/null "$at/" && break
  sleep 0.1
done

put() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//EN BEGIN:VEVENT "UID:$1" DTSTAMP:20260301T000000Z \
    "${@:2}" DURATION:PT1H END:VEVENT END:VCALENDAR |
    curl --silent --fail --output /dev/null -T - -H 'content-type: text/calendar' "$at/$1.ics"
}
put once DTSTART:20260310T090000Z
put weekly DTSTART:20260303T090000Z RRULE:FREQ=WEEKLY

found() {
  curl --silent --fail -X REPORT -H 'depth: 1' -H 'content-type: application/xml' "$at/" --data "
    <C:calendar-query xmlns:D='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'>
      <D:prop><D:getetag/></D:prop>
      <C:filter><C:comp-filter name='VCALENDAR'><C:comp-filter name='VEVENT'>
        <C:time-range start='$1' end='$2'/>
      </C:comp-filter></C:comp-filter></C:filter>
    </C:calendar-query>" | grep -oE '(once|weekly)\.ics' | sort -u | paste -sd ' '
}
seen="the first week: $(found 20260302T000000Z 20260309T000000Z)
the second week: $(found 20260309T000000Z 20260316T000000Z)"
expected='the first week: weekly.ics
the second week: once.ics'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
