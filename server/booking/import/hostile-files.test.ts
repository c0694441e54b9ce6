// Tests of files that were made to hold the thread that reads them: each takes a moment, or minutes without its bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBookingFile } from './read-booking-file.ts';

const from = Temporal.Instant.from('2026-11-29T08:00:00Z');
const size = 2_000_000;

async function rowsOf(text: string) {
  const until = from.add({ hours: 180 * 24 });
  const reading = { languages: ['en'], zone: 'Europe/Berlin', from, until, addresses: [] };
  const file = await readBookingFile(Buffer.from(text), reading);
  return file.sheets.flatMap(({ rows }) => rows);
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at);
const event = (lines: string) => `BEGIN:VEVENT\nUID:1\nDTSTART:20261201T090000Z\n${lines}\nEND:VEVENT\n`;
const calendar = (parts: string) => `BEGIN:VCALENDAR\n${parts}END:VCALENDAR\n`;
const sql = "INSERT INTO ea_services VALUES (1, 'Cut');\n";

const files: Record<string, string> = {
  'zones within zones': calendar(`${'BEGIN:VTIMEZONE\n'.repeat(size / 16)}${event('SUMMARY:Anna')}`),
  'a long name of a zone': calendar(event(`SUMMARY:Anna\nDTEND;TZID=${'A'.repeat(size)}:20261201T100000`)),
  'moved times': calendar(
    event(`RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Riga:${times(19_000).fill(20261201).join('T090000,')}T090000`),
  ),
  'guests of an event that repeats': calendar(
    event(`RRULE:FREQ=DAILY\nORGANIZER:mailto:a@b.c${'\nATTENDEE:mailto:a@b.c'.repeat(size / 20)}`),
  ),
  'white space in a statement': `${sql}INSERT INTO ea_users${' '.repeat(size)}`,
  'empty lines in a table': sql + `CREATE TABLE ea_users (${'\n'.repeat(19_999)};`.repeat(size / 20_000),
  'columns without values': `INSERT INTO ea_services (${'id,'.repeat(size / 4)}name) VALUES ${'(1),'.repeat(19_000)}(1)`,
  'rows of a dump': `${sql}INSERT INTO ea_users VALUES ${'(1),'.repeat(90_000)}(1)`,
  'people of a service': `{"services":[{"id":1}],"providers":[{"services":"${'1,'.repeat(size / 2)}"}]}`,
  'lists within lists': `{"services":[{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
};

for (const [name, text] of Object.entries(files)) {
  test(`${name}: the file is read in one pass`, async () => {
    assert.ok((await rowsOf(text)).length > 0);
  });
}

test('an event that names each second of its days is reported as broken, and the others are read', async () => {
  const [hours, minutes] = [times(24).join(','), times(60).join(',')];
  const parts = [
    `UID:2\nRRULE:FREQ=DAILY;BYHOUR=${hours};BYMINUTE=${minutes};BYSECOND=${minutes}`,
    'UID:3\nRRULE:FREQ=SECONDLY;COUNT=100000000',
    'UID:4\nRRULE:FREQ=WEEKLY;COUNT=2',
  ];
  const rows = await rowsOf(calendar(parts.map(event).join('').replaceAll('UID:1\n', '')));
  assert.deepEqual(
    rows.map(({ isBroken = false }) => isBroken),
    [true, true, false, false],
  );
});

test('a file of more events, moved times or rows than an import has is refused', async () => {
  const refused = { status: 417 };
  await assert.rejects(rowsOf(calendar(event('').repeat(20_001))), refused);
  const many = times(20_001).fill(20270101).join(',');
  await assert.rejects(rowsOf(calendar(event(`RDATE;VALUE=DATE:${many}`))), refused);
  await assert.rejects(rowsOf(`${sql}INSERT INTO ea_users VALUES ${'(1),'.repeat(200_000)}(1)`), refused);
});
