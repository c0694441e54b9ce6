// Tests of calendar files: zones, events that repeat and their exceptions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { readEvents } from './read-events.ts';

const range = {
  zone: 'Europe/Riga',
  from: Temporal.Instant.from('2026-11-02T08:00:00Z'),
  until: Temporal.Instant.from('2027-05-03T00:00:00Z'),
  addresses: ['boris@example.org', 'anna@example.org'],
};

const calendar = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
  ].join('\r\n');

const starts = (text: string) =>
  readEvents(text, range).sheet.rows.map(({ cells, isBroken }) => (isBroken ? 'broken' : cells[0]));

test('times are those of their zone, whatever its name', () => {
  const at = (start: string) => starts(calendar(`UID:1\n${start}\nSUMMARY:Cut`))[0];
  assert.equal(at('DTSTART:20261203T120000Z'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART:20261203T140000'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART;TZID=Europe/Berlin:20261203T130000'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART;TZID=W. Europe Standard Time:20261203T130000'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART;TZID=/example.org/20070129/Europe/Berlin:20261203T130000'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART;TZID=Own zone:20261203T140000'), '2026-12-03T12:00:00Z');
  assert.equal(at('DTSTART;VALUE=DATE:20261203'), '2026-12-03');
});

test('an event that repeats has a row for each time, at the same clock time across a clock change', () => {
  const weekly =
    'UID:w\nDTSTART;TZID=Europe/Berlin:20270315T100000\nDTEND;TZID=Europe/Berlin:20270315T103000\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Cut';
  assert.deepEqual(starts(calendar(weekly)), ['2027-03-15T09:00:00Z', '2027-03-22T09:00:00Z', '2027-03-29T08:00:00Z']);
  const left = `${weekly}\nEXDATE;TZID=Europe/Berlin:20270322T100000`;
  const moved =
    'UID:w\nRECURRENCE-ID;TZID=Europe/Berlin:20270329T100000\nDTSTART;TZID=Europe/Berlin:20270330T150000\nSUMMARY:Cut';
  assert.deepEqual(starts(calendar(left, moved)), ['2027-03-15T09:00:00Z', '2027-03-30T13:00:00Z']);
  // Without an end, up to the chosen day; UNTIL is an instant.
  assert.equal(starts(calendar('UID:d\nDTSTART:20261101T080000Z\nRRULE:FREQ=DAILY')).length, 183);
  const until = 'UID:u\nDTSTART;TZID=Europe/Riga:20261207T233000\nRRULE:FREQ=DAILY;UNTIL=20261209T213000Z';
  assert.deepEqual(starts(calendar(until)), ['2026-12-07T21:30:00Z', '2026-12-08T21:30:00Z', '2026-12-09T21:30:00Z']);
});

test('the changes of a zone that no list knows say which it is', () => {
  const zone = (id: string, ...lines: string[]) =>
    ['BEGIN:VTIMEZONE', `TZID:${id}`, ...lines, 'END:VTIMEZONE'].join('\n');
  const berlin = zone(
    'Customized Time Zone',
    ...['BEGIN:STANDARD', 'DTSTART:16011028T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
    ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:16010325T020000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
  );
  const fixed = zone(
    'Fixed',
    ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:-0430', 'TZOFFSETTO:-0430', 'END:STANDARD'],
  );
  const weekly = 'UID:1\nDTSTART;TZID=Customized Time Zone:20270322T100000\nRRULE:FREQ=WEEKLY;COUNT=2';
  const text = calendar(weekly, 'UID:2\nDTSTART;TZID=Fixed:20261203T120000').replace(
    'VERSION:2.0',
    `${berlin}\n${fixed}`,
  );
  assert.deepEqual(starts(text), ['2027-03-22T09:00:00Z', '2027-03-29T08:00:00Z', '2026-12-03T16:30:00Z']);
  const at = (name: string) => starts(calendar(`UID:1\nDTSTART;TZID=${name}:20270703T120000`))[0];
  assert.equal(at('"(UTC+01:00) Amsterdam, Berlin, Bern"'), '2027-07-03T10:00:00Z');
  assert.equal(at('GMT+0530'), '2027-07-03T06:30:00Z');
  assert.equal(at('europe/berlin'), '2027-07-03T10:00:00Z');
});

test('single times, and one with all later ones, differ from the rest of their event', () => {
  const weekly =
    'UID:w\nDTSTART;TZID=Europe/Berlin:20261201T100000\nDTEND;TZID=Europe/Berlin:20261201T103000\nRRULE:FREQ=WEEKLY;COUNT=5\nSUMMARY:Cut';
  const rows = (...events: string[]) =>
    readEvents(calendar(weekly, ...events), range).sheet.rows.map(({ cells }) =>
      [cells[0]?.slice(5, 16), cells[1]?.slice(11, 16), cells[2], cells[8]].filter(Boolean).join(' '),
    );
  const later =
    'UID:w\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261215T100000\nDTSTART;TZID=Europe/Berlin:20261216T113000\nDTEND;TZID=Europe/Berlin:20261216T123000\nSUMMARY:Longer';
  const single =
    'UID:w\nRECURRENCE-ID;TZID=Europe/Berlin:20261222T100000\nDTSTART;TZID=Europe/Berlin:20261224T090000\nSUMMARY:Early';
  assert.deepEqual(rows(later, single).sort(), [
    '12-01T09:00 09:30 Cut',
    '12-08T09:00 09:30 Cut',
    '12-16T10:30 11:30 Longer',
    '12-24T08:00 Early',
    '12-30T10:30 11:30 Longer',
  ]);
  // A time that is cancelled may name no start, or only its day.
  const cancelled = 'UID:w\nRECURRENCE-ID;TZID=Europe/Berlin:20261208T100000\nSTATUS:CANCELLED';
  const day = 'UID:w\nRECURRENCE-ID;VALUE=DATE:20261215\nDTSTART:20261215T110000Z\nSUMMARY:Moved';
  assert.deepEqual(rows(cancelled, day).sort(), [
    '12-01T09:00 09:30 Cut',
    '12-08T09:00 CANCELLED',
    '12-15T11:00 Moved',
    '12-22T09:00 09:30 Cut',
    '12-29T09:00 09:30 Cut',
  ]);
});

test('lists of days to leave out, of days that are added, and single times without their event', () => {
  const daily = 'UID:d\nDTSTART;TZID=Europe/Berlin:20261201T100000\nRRULE:FREQ=DAILY;COUNT=5';
  const left = `${daily}\nEXDATE;TZID=Europe/Berlin:20261202T100000,20261203T100000\nEXDATE:20261204T100000`;
  assert.deepEqual(starts(calendar(left)), ['2026-12-01T09:00:00Z', '2026-12-05T09:00:00Z']);
  const listed = 'UID:r\nDTSTART:20261201T090000Z\nRDATE:20261203T090000Z,20261206T110000Z';
  assert.deepEqual(starts(calendar(listed)), ['2026-12-01T09:00:00Z', '2026-12-03T09:00:00Z', '2026-12-06T11:00:00Z']);
  const alone = (day: string) => `UID:o\nRECURRENCE-ID:202612${day}T090000Z\nDTSTART:202612${day}T110000Z`;
  const { sheet } = readEvents(calendar(alone('15'), alone('22')), range);
  assert.deepEqual(
    sheet.rows.map(({ line, cells }) => [line, cells.at(-1)]),
    [
      [3, 'o#2026-12-15T09:00:00Z'],
      [8, 'o#2026-12-22T09:00:00Z'],
    ],
  );
});

test('a broken event costs no other, and the latest version of an event counts', () => {
  const text = calendar(
    'UID:1\nDTSTART:20261203T120000Z\nSEQUENCE:2',
    'UID:1\nDTSTART:20261203T130000Z\nSEQUENCE:1',
    'UID:2\nSUMMARY:No time',
    'UID:3\nDTSTART:20261204T120000Z',
  );
  assert.deepEqual(starts(text), ['2026-12-03T12:00:00Z', 'broken', '2026-12-04T12:00:00Z']);
});

test('answers to an invitation say whether the event takes place, and for which customer', () => {
  const time = 'DTSTART:20261203T120000Z\nDTEND:20261203T130000Z\nSUMMARY:Cut';
  const read = (lines: string, head = '') => {
    const text = calendar(`UID:1\n${time}\n${lines}`).replace('VERSION:2.0', `VERSION:2.0${head && `\r\n${head}`}`);
    const [row] = readEvents(text, range).sheet.rows;
    return [row?.cells[4], row?.cells[8]].join(' ');
  };
  const boris = (answer: string) => `ATTENDEE;PARTSTAT=${answer}:mailto:Boris@example.org`;
  const anna = (answer: string) => `ATTENDEE;PARTSTAT=${answer}:mailto:anna@example.org`;
  const nina = (answer: string) => `ATTENDEE;CN=Nina;PARTSTAT=${answer}:mailto:nina@example.org`;
  const juris = (answer: string) => `ATTENDEE;CN=Juris;PARTSTAT=${answer}:mailto:juris@example.org`;
  const [byBoris, byNina] = ['ORGANIZER:mailto:boris@example.org', 'ORGANIZER;CN=Nina:mailto:nina@example.org'];
  const cases: [lines: string[], read: string, head?: string][] = [
    [[byBoris, nina('ACCEPTED')], 'nina@example.org '],
    [[byBoris, nina('NEEDS-ACTION')], 'nina@example.org '],
    [[byBoris, nina('TENTATIVE'), 'STATUS:TENTATIVE'], 'nina@example.org TENTATIVE'],
    [[byBoris, nina('DECLINED')], 'nina@example.org DECLINED'],
    [[byBoris, nina('declined'), juris('DECLINED')], 'nina@example.org DECLINED'],
    // Another customer comes all the same.
    [[byBoris, nina('DECLINED'), juris('ACCEPTED')], 'juris@example.org '],
    [[byBoris, nina('DELEGATED'), juris('ACCEPTED')], 'juris@example.org '],
    [[byBoris, nina('DELEGATED')], 'nina@example.org '],
    [[byBoris, 'ATTENDEE;CUTYPE=RESOURCE;PARTSTAT=DECLINED:mailto:room@example.org'], ' '],
    // A customer invites.
    [[byNina, boris('ACCEPTED')], 'nina@example.org '],
    [[byNina, boris('DECLINED')], 'nina@example.org DECLINED'],
    [[byNina, boris('DECLINED'), anna('ACCEPTED')], 'nina@example.org '],
    [['ORGANIZER:mailto:noreply@example.com', boris('ACCEPTED')], ' '],
    [
      ['ORGANIZER:mailto:booking@example.com', boris('ACCEPTED'), 'DESCRIPTION:E-mail: liga@example.org'],
      'liga@example.org ',
    ],
    // A colleague does not come, the one who invites does.
    [[byBoris, anna('DECLINED'), nina('ACCEPTED')], 'nina@example.org '],
    [[byBoris, anna('DECLINED'), nina('ACCEPTED')], 'nina@example.org DECLINED', 'X-WR-CALNAME:Anna@example.org'],
    [[byBoris, anna('ACCEPTED'), nina('ACCEPTED')], 'nina@example.org ', 'X-OWNER;CN="Anna":mailto:anna@example.org'],
    [[byNina, boris('DECLINED')], 'nina@example.org CANCELLED', 'METHOD:CANCEL'],
  ];
  for (const [lines, expected, head] of cases) {
    assert.equal(read(lines.join('\n'), head), expected, [...lines, head].join(' '));
  }
  const weekly = `UID:w\n${time}\nRRULE:FREQ=WEEKLY;COUNT=3\n${byBoris}\n${nina('ACCEPTED')}`;
  const once = `UID:w\nRECURRENCE-ID:20261210T120000Z\nDTSTART:20261210T120000Z\n${byBoris}\n${nina('DECLINED')}`;
  const states = readEvents(calendar(weekly, once), range).sheet.rows.map(({ cells }) => cells[8]);
  assert.deepEqual(states.sort(), ['', '', 'DECLINED']);
});

test('an appointment whose invitation was declined does not come, and the report says why', async () => {
  await using salon = await salonForImports();
  const event = (answer: string) =>
    calendar(
      `UID:1\nDTSTART:20261203T120000Z\nDTEND:20261203T124500Z\nSUMMARY:Cut\nATTENDEE;CN=Nina Zile;PARTSTAT=${answer}:mailto:nina@example.org`,
      'UID:2\nDTSTART:20261204T120000Z\nDTEND:20261204T124500Z\nSUMMARY:Cut\nATTENDEE;CN=Juris Liepa:mailto:juris@example.org',
    );
  const choices = { calendarId: salon.colleague.calendarId };
  const preview = await salon.preview(event('DECLINED'), choices);
  assert.deepEqual(
    preview.problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons]),
    [[3, true, ['declined']]],
  );
  const declined = await salon.run(event('DECLINED'), choices);
  assert.deepEqual([declined.counts.appointments.added, declined.counts.leftOut, declined.counts.customers], [1, 1, 1]);
  assert.deepEqual(
    declined.report.map(({ line, result }) => [line, result]),
    [
      [3, 'leftOut'],
      [10, 'added'],
    ],
  );
  assert.deepEqual(
    (await salon.appointments()).map(({ name }) => name),
    ['Juris Liepa'],
  );
  // Accepted by the next file, and declined by the one after.
  assert.equal((await salon.run(event('ACCEPTED'), choices)).counts.appointments.added, 1);
  const again = await salon.run(event('DECLINED'), choices);
  assert.deepEqual([again.counts.appointments.removed, again.counts.leftOut], [1, 0]);
  assert.deepEqual(
    (await salon.appointments()).map(({ name }) => name),
    ['Juris Liepa'],
  );
});

test('titles that name a service and a customer become visits of the chosen person', async () => {
  await using salon = await salonForImports();
  await buildService(salon, salon.colleague, { name: 'Haircut', minutes: 45, price: 30 });
  const text = calendar(
    'UID:1\nDTSTART:20261203T120000Z\nDTEND:20261203T124500Z\nSUMMARY:Haircut - Liga Berga',
    'UID:2\nDTSTART:20261203T130000Z\nDTEND:20261203T134500Z\nSUMMARY:Juris Liepa (Haircut)',
    'UID:3\nDTSTART:20261203T140000Z\nDTEND:20261203T150000Z\nSUMMARY:Dentist',
    'UID:4\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nSUMMARY:Closed',
    'UID:5\nDTSTART:20261205T140000Z\nDTEND:20261205T150000Z\nSUMMARY:Birthday of a friend\nTRANSP:TRANSPARENT',
    'UID:6\nDTSTART:20261203T160000Z\nDTEND:20261203T164500Z\nSUMMARY:Cut\nORGANIZER:mailto:boris@example.org\nATTENDEE;CN=Nina Zile:mailto:nina@example.org',
  );
  const preview = await salon.preview(text);
  assert.deepEqual([preview.format, preview.needsCalendar, preview.calendarId], ['ics', true, null]);
  assert.deepEqual(
    preview.problems.map(({ reasons }) => reasons),
    Array.from({ length: 5 }, () => ['noPerson']),
  );
  const choices = { calendarId: salon.colleague.calendarId };
  const { counts } = await salon.run(text, choices);
  assert.deepEqual([counts.appointments.added, counts.notComing, counts.customers], [5, 1, 3]);
  assert.deepEqual(
    (await salon.appointments()).map(({ startAt, name, title, serviceName, type }) => [
      String(startAt),
      name,
      title,
      serviceName,
      type,
    ]),
    [
      ['2026-12-03T12:00:00Z', 'Liga Berga', 'Haircut', 'Haircut', 'success'],
      ['2026-12-03T13:00:00Z', 'Juris Liepa', 'Haircut', 'Haircut', 'success'],
      ['2026-12-03T14:00:00Z', '', 'Dentist', '', 'danger'],
      ['2026-12-03T16:00:00Z', 'Nina Zile', 'Cut', '', 'success'],
      ['2026-12-23T22:00:00Z', '', 'Closed', '', 'danger'],
    ],
  );
  assert.deepEqual((await salon.run(text)).counts.appointments, {
    added: 0,
    changed: 0,
    unchanged: 5,
    kept: 0,
    removed: 0,
  });
});
