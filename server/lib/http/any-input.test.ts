// Tests that no input makes an operation fail: every call is answered or refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { services } from '#contract/all.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Operation } from '#contract/lib/service.ts';
import { fieldsOf, wireName } from '#contract/lib/wire.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const operations = Object.values(services)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(
    ({ answers, path, input }) =>
      answers !== 'events' && fieldsOf(input) && !/Authenticate|LogOut|Lock|Leave/.test(path),
  )
  .filter(({ input }) => Object.keys(input.shape).length > 0);

/** Values that people, programs and attackers send where something else is expected. */
const nasty: unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u{1F600}',
  'ß',
  'İ',
  '%',
  '%_\\',
  "'; --",
  '$1',
  '{{7*7}}',
  '<b>',
  '../../etc/passwd',
  'a'.repeat(5000),
  'null',
  'NaN',
  '-0',
  '1e400',
  '1e-400',
  '9007199254740993',
  '99999999999999999999',
  '-1',
  '0',
  'true',
  newId,
  '00000000-0000-7000-8000-00000000000g',
  '2026-03-02',
  '2026-03-02T09:00:00Z',
  '2026-03-02T09:00:00.000000001+23:59',
  '1900-01-01T00:00:00-23:59',
  '2199-12-31T23:59:59.999Z',
  '2026-03-29T03:30:00+02:00',
  '24:00',
  'x'.repeat(43),
  'Europe/Riga',
  'danger',
  'confirm',
  'a@b.example',
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  [],
  [null],
  {},
  { a: { b: 1 } },
  [[[]]],
];

test('no input makes an operation fail (property)', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const service = await buildService(app, employee);
  const event = await buildEvent(app, employee, { start: '2026-03-02T09:00:00Z' });
  const headers = await signIn(app, employee);
  const own: unknown[] = [
    employee.calendarId,
    employee.userId,
    event.id,
    service.id,
    location.urlName,
    employee.urlName,
  ];

  const value = fc.oneof(
    { arbitrary: fc.constantFrom(...nasty), weight: 6 },
    { arbitrary: fc.constantFrom(...own), weight: 3 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    { arbitrary: fc.double(), weight: 1 },
  );
  const sent = fc.constantFrom(...operations).chain((operation) => {
    const fields = Object.entries(fieldsOf(operation.input) ?? {});
    const names = fields.map(([key, field]) => wireName(key, field as z.ZodType));
    const right = Object.fromEntries(names.map((name) => [name, fc.constantFrom(...guesses(name))]));
    const wrong = Object.fromEntries(names.map((name) => [name, value]));
    return fc.record({
      operation: fc.constant(operation),
      method: fc.constantFrom(...operation.methods),
      right: fc.record(right, { noNullPrototype: true }),
      wrong: fc.record(wrong, { noNullPrototype: true }),
      // At most two fields at a time: more would hide each other's effect.
      spoiled: fc.subarray(names, { maxLength: Math.min(2, names.length) }),
    });
  });
  /** Values that a field of this name accepts, so that most requests get beyond the first refusal. */
  function guesses(name: string): unknown[] {
    if (name === 'LocationUrlName') return [location.urlName];
    if (name === 'UserUrlName') return [employee.urlName];
    if (name === 'CalendarCalendars_Id' || name === 'CalendarId') return [employee.calendarId];
    if (name === 'ServiceId') return [service.id, ''];
    if (name === 'UserUsers_Id') return [employee.userId, ''];
    if (name === 'Id') return [event.id, newId, employee.userId];
    if (/^Start$/.test(name)) return ['2026-03-02T10:00:00Z', '1900-01-01T00:00:00Z', '2199-12-31T23:59:59Z'];
    if (/^End$/.test(name))
      return ['2026-03-02T11:00:00Z', '2026-03-02T10:15:00Z', '1900-01-31T00:00:00Z', '2199-12-31T23:59:59Z'];
    if (/Date$/.test(name)) return ['2026-03-02', '2026-03-03', '1900-01-01', '2199-12-31'];
    if (/EMail$/.test(name)) return ['mara@example.org'];
    if (/PhoneNumber$/.test(name)) return ['+371 20000000', ''];
    if (/Latitude|Longitude/.test(name)) return [56.9, -90, 90, 1e-7];
    if (/Zoom|PageNr|RowsPer|Limit/i.test(name)) return [1, 2, 14, 2 ** 31, Number.MAX_SAFE_INTEGER];
    if (/AllDay|SendSms|ReadOnly|AcceptOverlap|Changed/.test(name)) return [true, false];
    if (name === 'Type') return ['info', 'happy', 'success'];
    if (name === 'Kind') return ['contact', 'event'];
    if (/Token|ActionHash/.test(name)) return ['x'.repeat(43)];
    return ['words'];
  }

  await fc.assert(
    fc.asyncProperty(sent, async ({ operation, method, right, wrong, spoiled }) => {
      const fields: Record<string, unknown> = { ...right };
      for (const name of spoiled) fields[name] = wrong[name];
      let url = `/${operation.path}`.replace(/:(\w+)/g, (_, name: string) => {
        const key = name.charAt(0).toUpperCase() + name.slice(1);
        return encodeURIComponent(String(fields[key]).toWellFormed().slice(0, 150)) || '0';
      });
      if (method !== 'POST') {
        const query = new URLSearchParams(Object.entries(fields).map(([name, part]) => [name, String(part)]));
        url += operation.path.includes(':') ? '' : `?${query}`;
      }
      const answer = await app.server.inject({ method, url, headers, ...(method === 'POST' && { payload: fields }) });
      assert.ok(answer.statusCode < 500, `${answer.statusCode} ${answer.body}`);
    }),
    runs(700),
  );
});
