// Tests when the events of calendar objects take time, by cases that other readers get wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandObject } from './expand-object.ts';
import { timeLinesOf } from './time-lines.ts';

const zone = 'Europe/Riga';
const range = { from: Date.parse('2026-03-01T00:00Z'), until: Date.parse('2027-04-06T00:00Z') };

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n');

function expanded(text: string, options: { tentativeBlocks?: boolean; own?: string[]; place?: string } = {}) {
  const { tentativeBlocks = true, own = [], place = zone } = options;
  const { busy, ...rest } = expandObject(timeLinesOf(text, own).content, { ...range, zone: place, tentativeBlocks });
  const shown = busy.map(({ start, end }) =>
    [start, end].map((at) => new Date(at).toISOString().slice(0, 16)).join(' '),
  );
  return { shown, ...rest };
}
const shown = (...lines: string[]) => expanded(calendar(event(...lines))).shown;

const vilnius = [
  ...['BEGIN:VTIMEZONE', 'TZID:Our office', 'BEGIN:STANDARD', 'DTSTART:19701025T040000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T030000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0300', 'END:DAYLIGHT', 'END:VTIMEZONE'],
];

/** A zone whose clock no place has: an hour and a quarter ahead, in summer two. */
const ofNoPlace = vilnius.map((line) => line.replaceAll('+0200', '+0115').replaceAll('+0300', '+0200'));

test('1. a time in UTC', () => {
  assert.deepEqual(shown('DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z'), ['2026-03-10T09:00 2026-03-10T10:00']);
});

test('2. a zone by its name of IANA, on both sides of the change of the clock', () => {
  const days = shown('DTSTART;TZID=Europe/Riga:20260328T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
  assert.deepEqual(days, [
    '2026-03-28T07:00 2026-03-28T08:00',
    '2026-03-29T06:00 2026-03-29T07:00',
    '2026-03-30T06:00 2026-03-30T07:00',
  ]);
});

test('3. a zone by its name of Windows', () => {
  const found = shown('DTSTART;TZID=W. Europe Standard Time:20260610T090000', 'DURATION:PT30M');
  assert.deepEqual(found, ['2026-06-10T07:00 2026-06-10T07:30']);
});

test('4. a zone that only its description knows, with the clock of a place', () => {
  const text = calendar(...vilnius, event('DTSTART;TZID=Our office:20260610T090000', 'DURATION:PT1H'));
  const { shown: found, problem } = expanded(text);
  assert.deepEqual([found, problem], [['2026-06-10T06:00 2026-06-10T07:00'], undefined]);
});

test('5. a zone that only its description knows, with a clock that no place has', () => {
  const rule = 'RRULE:FREQ=WEEKLY;UNTIL=20260404T074500Z';
  const text = calendar(...ofNoPlace, event('DTSTART;TZID=Our office:20260321T094500', 'DURATION:PT1H', rule));
  assert.deepEqual(expanded(text).shown, [
    '2026-03-21T08:30 2026-03-21T09:30',
    '2026-03-28T08:30 2026-03-28T09:30',
    '2026-04-04T07:45 2026-04-04T08:45',
  ]);
});

test('6. an unknown zone is that of the place, and is listed', () => {
  const {
    shown: found,
    problem,
    isBad,
  } = expanded(calendar(event('DTSTART;TZID=Nowhere:20260610T090000', 'DURATION:PT1H')));
  assert.deepEqual([found, problem, isBad], [['2026-06-10T06:00 2026-06-10T07:00'], 'unknownZone', undefined]);
});

test('7. a time without a zone is on the clock of the place', () => {
  const text = calendar(event('DTSTART:20260610T090000', 'DURATION:PT1H'));
  assert.deepEqual(expanded(text, { place: 'America/New_York' }).shown, ['2026-06-10T13:00 2026-06-10T14:00']);
});

test('8. whole days are those of the place, also the short one of the change of the clock', () => {
  assert.deepEqual(shown('DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260330'), [
    '2026-03-28T22:00 2026-03-29T21:00',
  ]);
  assert.deepEqual(
    shown('DTSTART;VALUE=DATE:20260310'),
    ['2026-03-09T22:00 2026-03-10T22:00'],
    'without an end, one day',
  );
});

test('9. UNTIL as a day includes that day', () => {
  const days = shown('DTSTART;TZID=Europe/Riga:20260310T220000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260312');
  assert.equal(days.length, 3);
});

test('10. UNTIL in UTC is compared on the clock of the event', () => {
  // 22:00 in New York on the 12th is 02:00 of the 13th in UTC.
  const rule = 'RRULE:FREQ=DAILY;UNTIL=20260313T020000Z';
  assert.equal(shown('DTSTART;TZID=America/New_York:20260310T220000', 'DURATION:PT1H', rule).length, 3);
});

test('11. UNTIL of whole days as a midnight of UTC includes the day, west of it too', () => {
  const text = calendar(event('DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY;UNTIL=20260312T000000Z'));
  const [span] = expanded(text, { place: 'America/New_York' }).shown;
  assert.equal(span, '2026-03-10T04:00 2026-03-13T04:00', 'days that touch are one time');
});

test('12. EXDATE by its instant in another zone', () => {
  const days = shown(
    ...['DTSTART;TZID=Europe/Riga:20260310T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
    'EXDATE:20260311T070000Z',
  );
  assert.deepEqual(days, ['2026-03-10T07:00 2026-03-10T08:00', '2026-03-12T07:00 2026-03-12T08:00']);
});

test('13. EXDATE by its day, of an event that has a time', () => {
  const days = shown(
    ...['DTSTART;TZID=Europe/Riga:20260310T003000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
    'EXDATE;VALUE=DATE:20260311,20260312',
  );
  assert.deepEqual(days, ['2026-03-09T22:30 2026-03-09T23:30']);
});

test('14. EXDATE by a time, of an event that has none', () => {
  const days = shown('DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20260317T000000Z');
  assert.deepEqual(days, ['2026-03-09T22:00 2026-03-10T22:00']);
});

test('15. RDATE adds times, and one with an end of its own keeps it', () => {
  const days = shown(
    ...['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z', 'RDATE:20260312T090000Z'],
    'RDATE;VALUE=PERIOD:20260315T090000Z/20260315T133000Z',
  );
  assert.deepEqual(days, [
    '2026-03-10T09:00 2026-03-10T10:00',
    '2026-03-12T09:00 2026-03-12T10:00',
    '2026-03-15T09:00 2026-03-15T13:30',
  ]);
});

test('16. a moved occurrence counts where it lands, named by its instant in another zone', () => {
  const series = event('DTSTART;TZID=Europe/Riga:20260310T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
  const moved = event('RECURRENCE-ID:20260311T070000Z', 'DTSTART:20260420T120000Z', 'DURATION:PT2H');
  assert.deepEqual(expanded(calendar(series, moved)).shown, [
    '2026-03-10T07:00 2026-03-10T08:00',
    '2026-04-20T12:00 2026-04-20T14:00',
  ]);
});

test('17. an occurrence that moves into the range from before it, and one that is cancelled', () => {
  const series = event('DTSTART:20250101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;COUNT=3');
  const moved = event('RECURRENCE-ID:20260101T090000Z', 'DTSTART:20260401T090000Z', 'DURATION:PT1H');
  const cancelled = event('RECURRENCE-ID:20270101T090000Z', 'STATUS:CANCELLED');
  assert.deepEqual(expanded(calendar(series, moved, cancelled)).shown, ['2026-04-01T09:00 2026-04-01T10:00']);
});

test('18. the highest SEQUENCE counts, of an event and of an occurrence', () => {
  const series = (at: string, sequence: number) =>
    event(`SEQUENCE:${sequence}`, `DTSTART:202603${at}Z`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
  const moved = (at: string, sequence: number) =>
    event(`SEQUENCE:${sequence}`, 'RECURRENCE-ID:20260311T090000Z', `DTSTART:202603${at}Z`, 'DURATION:PT1H');
  const text = calendar(moved('20T090000', 4), series('10T090000', 2), moved('21T090000', 3), series('01T000000', 1));
  assert.deepEqual(expanded(text).shown, ['2026-03-10T09:00 2026-03-10T10:00', '2026-03-20T09:00 2026-03-20T10:00']);
});

test('19. THISANDFUTURE moves all later ones on the clock, and single ones on their own', () => {
  const series = event('DTSTART;TZID=Europe/Riga:20260316T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4');
  const later = event(
    ...['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Riga:20260323T090000'],
    ...['DTSTART;TZID=Europe/Riga:20260323T140000', 'DURATION:PT2H'],
  );
  const single = event('RECURRENCE-ID:20260330T060000Z', 'DTSTART:20260401T060000Z', 'DURATION:PT15M');
  assert.deepEqual(expanded(calendar(series, later, single)).shown, [
    '2026-03-16T07:00 2026-03-16T08:00',
    '2026-03-23T12:00 2026-03-23T14:00',
    '2026-04-01T06:00 2026-04-01T06:15',
    '2026-04-06T11:00 2026-04-06T13:00',
  ]);
});

test('20. an hour that the clock skips is as much later, and does not move the days after', () => {
  const days = shown('DTSTART;TZID=Europe/Riga:20260328T033000', 'DURATION:PT10M', 'RRULE:FREQ=DAILY;COUNT=3');
  assert.deepEqual(days, [
    '2026-03-28T01:30 2026-03-28T01:40',
    '2026-03-29T01:30 2026-03-29T01:40',
    '2026-03-30T00:30 2026-03-30T00:40',
  ]);
});

test('20a. a series that begins, or changes, in an hour that the clock skips keeps its time on the days after', () => {
  const daily = ['DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'];
  assert.deepEqual(shown('DTSTART;TZID=Europe/Riga:20260329T030000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'), [
    '2026-03-29T01:00 2026-03-29T02:00',
    '2026-03-30T00:00 2026-03-30T01:00',
  ]);
  const later = [
    ...['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Riga:20260329T030000'],
    ...['DTSTART;TZID=Europe/Riga:20260329T120000', 'DURATION:PT1H'],
  ];
  const series = event('DTSTART;TZID=Europe/Riga:20260328T030000', ...daily);
  assert.deepEqual(expanded(calendar(series, event(...later))).shown.slice(-2), [
    '2026-03-30T09:00 2026-03-30T10:00',
    '2026-03-31T09:00 2026-03-31T10:00',
  ]);
});

test('21. an end is as far from each start as the first, a duration counts days on the clock', () => {
  const rule = 'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=2';
  const start = 'DTSTART;TZID=Europe/Riga:20260321T120000';
  const ends = (line: string) => shown(start, line, rule).map((span) => span.split(' ')[1]);
  assert.deepEqual(ends('DTEND;TZID=Europe/Riga:20260322T120000'), ['2026-03-22T10:00', '2026-03-29T10:00']);
  assert.deepEqual(ends('DURATION:P1D'), ['2026-03-22T10:00', '2026-03-29T09:00']);
});

test('22. rules of ten years and longer, from the last days of months to the weeks of years', () => {
  const count = (rule: string) => shown('DTSTART:20160229T090000Z', 'DURATION:PT1H', `RRULE:${rule}`).length;
  assert.equal(count('FREQ=DAILY'), 401);
  assert.equal(count('FREQ=MONTHLY;BYDAY=-1FR'), 13);
  assert.equal(count('FREQ=MONTHLY;BYMONTHDAY=31'), 8);
  assert.equal(count('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'), 13);
  assert.equal(count('FREQ=YEARLY'), 0, 'the 29th of February');
  assert.equal(count('FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU'), 1);
  assert.equal(count('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA'), 58);
});

for (const [title, ...lines] of [
  ['a transparent event', 'TRANSP:TRANSPARENT'],
  ['a cancelled event', 'STATUS:CANCELLED'],
  ['an event that Outlook shows as free', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
  ['an event that Outlook shows as work elsewhere', 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'],
  [
    'a declined invitation',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ben@x.test',
    'ATTENDEE;CN="A: B";PARTSTAT=DECLINED:MAILTO:Anna@x.test',
  ],
] as const) {
  test(`${title} takes no time`, () => {
    const text = (...more: string[]) => calendar(event('DTSTART:20260310T090000Z', 'DURATION:PT1H', ...more));
    const own = { own: ['anna@x.test'] };
    assert.equal(expanded(text(...lines), own).shown.length, 0);
    assert.equal(expanded(text(), own).shown.length, 1);
  });
}

test('another guest who declines changes nothing, and tentative events take time unless that is switched off', () => {
  const text = (...more: string[]) => calendar(event('DTSTART:20260310T090000Z', 'DURATION:PT1H', ...more));
  const own = ['anna@x.test'];
  assert.equal(expanded(text('ATTENDEE;PARTSTAT=DECLINED:mailto:ben@x.test'), { own }).shown.length, 1);
  for (const line of [
    'STATUS:TENTATIVE',
    'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
    'ATTENDEE;PARTSTAT=TENTATIVE:mailto:anna@x.test',
  ]) {
    assert.equal(expanded(text(line), { own }).shown.length, 1);
    assert.equal(expanded(text(line), { own, tentativeBlocks: false }).shown.length, 0);
  }
});

test('an event that repeats each second blocks its days, and no others', () => {
  const {
    shown: found,
    problem,
    isBad,
  } = expanded(
    calendar(
      event('DTSTART;TZID=Europe/Riga:20260302T090000', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;BYDAY=MO;UNTIL=20260310'),
    ),
  );
  assert.deepEqual(found, ['2026-03-01T22:00 2026-03-02T22:00', '2026-03-08T22:00 2026-03-09T22:00']);
  assert.deepEqual([problem, isBad], ['often', undefined]);
});

for (const [problem, isBad, spans, ...lines] of [
  ['noStart', true, 0, 'DURATION:PT1H'],
  ['endBeforeStart', true, 0, 'DTSTART:20260310T090000Z', 'DTEND:20260310T080000Z'],
  ['endBeforeStart', true, 0, 'DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260301'],
  ['unreadable', true, 0, 'DTSTART:tomorrow'],
  ['rule', undefined, 1, 'DTSTART:20260310T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'],
  ['rule', undefined, 1, 'DTSTART:20260310T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
] as const) {
  test(`an event is listed as ${problem}: ${lines.join(', ') || 'no lines'}`, () => {
    const found = expanded(calendar(event(...lines)));
    assert.deepEqual([found.problem, found.isBad, found.shown.length], [problem, isBad, spans]);
  });
}

test('the same UID twice takes time twice, and is listed unless both are the same', () => {
  const one = event('DTSTART:20260310T090000Z', 'DURATION:PT1H');
  const other = event('DTSTART:20260311T090000Z', 'DURATION:PT1H');
  const twice = expanded(calendar(one, other));
  assert.deepEqual([twice.shown.length, twice.problem], [2, 'sameUid']);
  assert.deepEqual([expanded(calendar(one, one)).shown.length, expanded(calendar(one, one)).problem], [1, undefined]);
});

test('only lines that decide about time are kept', () => {
  const { content, uid, title } = timeLinesOf(
    calendar(
      ...['X-WR-CALNAME:Secret', 'BEGIN:VTODO', 'DUE:20260310T090000Z', 'END:VTODO', 'BEGIN:VEVENT', 'UID:1'],
      ...[
        'SUMMARY:Doctor\\, with a ',
        ' long line',
        'DESCRIPTION:Secret',
        'LOCATION:Secret',
        'DTSTART:20260310T090000Z',
      ],
      ...[
        'ATTENDEE;CN=Secret:mailto:ben@x.test',
        'BEGIN:VALARM',
        'TRIGGER:-PT5M',
        'DURATION:PT9H',
        'END:VALARM',
        'END:VEVENT',
      ],
    ),
    [],
  );
  assert.equal(
    content,
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260310T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
  );
  assert.deepEqual([uid, title], ['1', 'Doctor, with a long line']);
});
