#!/usr/bin/env bash
# node-ical 0.27.2 leaves out the occurrence of a series whose hour the clock skips, and makes up for it at the end.
#
# A daily event at 03:30 in Riga, three times from 28 March 2026. The clock goes from 03:00 to 04:00 on the 29th. RFC
# 5545, 3.3.10, keeps an occurrence at a local time that does not exist, read with the offset before the gap (01:30
# UTC); only dates that do not exist are left out. The library has the 28th, 30th and 31st instead of the 28th, 29th and
# 30th: a calendar that follows it is free on the 29th, and busy on a day that the series never had.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund node-ical@0.27.2

cat >try.mjs <<'CODE'
import ical from 'node-ical';

const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//try//EN', 'BEGIN:VEVENT', 'UID:1'];
lines.push('DTSTART;TZID=Europe/Riga:20260328T033000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
lines.push('END:VEVENT', 'END:VCALENDAR', '');
const [event] = Object.values(ical.sync.parseICS(lines.join('\r\n'))).filter(({ type }) => type === 'VEVENT');
const range = { from: new Date('2026-03-20T00:00:00Z'), to: new Date('2026-04-10T00:00:00Z') };
const found = ical.expandRecurringEvent(event, range).map(({ start }) => start.toISOString().slice(5, 16));
console.log(found.join(' '));
CODE

seen=$(node try.mjs)
expected='03-28T01:30 03-30T00:30 03-31T00:30'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
