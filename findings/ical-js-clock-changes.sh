#!/usr/bin/env bash
# ical.js 2.2.1 takes the other side of each clock change: a skipped time comes an hour early, a repeated one an hour
# late.
#
# RFC 5545, 3.3.5: a local time that occurs twice is the first of the two, and one that does not occur is read with the
# offset before the gap. Riga has +02:00 until 03:00 on 29 March 2026 and +03:00 until 04:00 on 25 October 2026, as the
# time zone in the calendar says. So 03:30 in March is 01:30 UTC, and in October 00:30 UTC; the library says 00:30 and
# 01:30. Single events and occurrences of series are read alike, with the zone of the file; the days around are right.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1

cat >try.mjs <<'CODE'
import ICAL from 'ical.js';

const zone = `BEGIN:VTIMEZONE
TZID:Europe/Riga
BEGIN:DAYLIGHT
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
DTSTART:19700329T030000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0300
TZOFFSETTO:+0200
DTSTART:19701025T040000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

function starts(first, rule) {
  const event = ['BEGIN:VEVENT', 'UID:1', `DTSTART;TZID=Europe/Riga:${first}`, 'DURATION:PT1H', ...rule, 'END:VEVENT'];
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//try//EN', zone, ...event, 'END:VCALENDAR'];
  const calendar = new ICAL.Component(ICAL.parse(lines.join('\r\n').replaceAll(/\r?\n/g, '\r\n')));
  const walk = new ICAL.Event(calendar.getFirstSubcomponent('vevent')).iterator();
  const found = [];
  for (let next = walk.next(); next; next = walk.next()) found.push(next.toJSDate().toISOString().slice(5, 16));
  return found.join(' ');
}

console.log('the gap:', starts('20260329T033000', []));
console.log('a series over the gap:', starts('20260328T033000', ['RRULE:FREQ=DAILY;COUNT=3']));
console.log('the repeated hour:', starts('20261025T033000', []));
console.log('a series over the repeated hour:', starts('20261024T033000', ['RRULE:FREQ=DAILY;COUNT=3']));
CODE

seen=$(node try.mjs)
expected='the gap: 03-29T00:30
a series over the gap: 03-28T01:30 03-29T00:30 03-30T00:30
the repeated hour: 10-25T01:30
a series over the repeated hour: 10-24T00:30 10-25T01:30 10-26T01:30'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
