// Tests of how the time of an event is written.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setLocale } from '#web/lib/locale.ts';
import { formatShortTimes, formatTimes } from './event-text.ts';

Object.defineProperty(navigator, 'languages', { value: ['en-GB', 'en'] });
afterEach(() => setLocale('en'));

const event = { start: '2027-11-27T20:00:00Z', end: '2027-11-27T23:30:00Z', allDay: false };

test('a time within a day names the day once; one beyond midnight names both, as the language writes a range', () => {
  assert.match(formatShortTimes(event, 'Europe/London'), /^Sat,? 27 Nov.*, 20:00 – 23:30$/);
  const across = (language: string) => {
    setLocale(language);
    return formatShortTimes(event, 'Europe/Riga').replaceAll(/\s/g, ' ');
  };
  assert.match(across('en'), /^Sat,? 27 Nov.* 22:00 – Sun,? 28 Nov.* 01:30$/);
  assert.match(across('de'), /^Sa\.?,? 27\. Nov.* 22:00 – So\.?,? 28\. Nov.* 01:30$/);
  setLocale('en');
  const whole = { ...event, startDate: null, endDate: null } as Parameters<typeof formatTimes>[0];
  assert.equal(formatTimes(whole, 'Europe/Riga'), formatShortTimes(event, 'Europe/Riga'));
});
