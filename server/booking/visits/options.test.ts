// Tests of variants and extras in visits that staff save.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { companyServices } from '#contract/booking/services.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { type GivenPart, visits } from '#contract/booking/visits.ts';
import type { Input } from '#contract/lib/service.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const { insertVisit, updateVisit, getServices, getVisit } = visits;

const app = await testApp();
after(() => app[Symbol.asyncDispose]());

const start = '2026-03-03T10:00:00Z';

/** A haircut of 30 minutes for 25 euro; the colleague takes 40 minutes and 30 euro. */
async function salon() {
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await buildEmployee(app, location);
  const as = await signIn(app, employee);
  const input: Input<typeof companyServices.operations.insert> = {
    ...{ name: 'Cut', minutes: 30, price: 25 },
    people: [{ calendarId: employee.calendarId }, { calendarId: colleague.calendarId, minutes: 40, price: 30 }],
    options: [
      { kind: 'variant', name: 'Short hair' },
      { kind: 'variant', name: 'Long hair', minutes: 15, price: 10 },
      { kind: 'extra', name: 'Wash', minutes: 5, price: 4, maxCount: 2 },
    ],
  };
  const { answer: cut } = await app.call(companyServices.operations.insert, input, as);
  const [short = '', long = '', wash = ''] = cut.options.map(({ id }) => id);
  const save = (part: Partial<GivenPart>, more: Partial<Input<typeof insertVisit>> = {}) => {
    const parts = [{ calendarId: employee.calendarId, serviceId: cut.id, start, ...part }];
    return app.call(insertVisit, { name: 'Mara', acceptClosed: true, parts, ...more }, as);
  };
  return { employee, colleague, as, cut, short, long, wash, save };
}

const said = ({ answer }: { answer: Visit }) =>
  answer.parts.map(({ title, minutes, price, options }) => [
    title,
    minutes,
    price,
    options.map(({ name, count }) => `${count} ${name}`),
  ]);

test('minutes, price and title of a part include its options, and change with them and with the person', async () => {
  const { as, colleague, cut, long, short, wash, save } = await salon();
  const { answer: offered } = await app.call(getServices, {}, as);
  assert.deepEqual(
    offered.map(({ options }) => options.map(({ name }) => name)),
    [['Short hair', 'Long hair', 'Wash']],
  );
  const saved = await save({ optionIds: [long, wash, wash] });
  const both = ['1 Long hair', '2 Wash'];
  assert.deepEqual(said(saved), [['Cut (Long hair, 2 × Wash)', 55, 43, both]]);
  const { id, parts, version } = saved.answer;
  const [part] = parts;
  assert.ok(part);
  const change = (given: Partial<GivenPart>, of = version) =>
    app.call(
      updateVisit,
      {
        ...{ id, version: of, name: 'Mara', acceptClosed: true, acceptOverlap: true },
        parts: [{ eventId: part.eventId, calendarId: part.calendarId, serviceId: cut.id, start, ...given }],
      },
      as,
    );
  // Omitted options stay, at another time and with another person, who has other minutes and another price.
  const later = await change({ start: '2026-03-03T12:00:00Z' });
  assert.deepEqual(said(later), [['Cut (Long hair, 2 × Wash)', 55, 43, both]]);
  const moved = await change({ calendarId: colleague.calendarId }, later.answer.version);
  assert.deepEqual(said(moved), [['Cut (Long hair, 2 × Wash)', 65, 48, both]]);
  const other = await change({ optionIds: [short] }, moved.answer.version);
  assert.deepEqual(said(other), [['Cut (Short hair)', 30, 25, ['1 Short hair']]]);
  // A price of staff's own is the price of all.
  const special = await change({ optionIds: [short, wash], price: 20, minutes: 50 }, other.answer.version);
  assert.deepEqual(said(special), [['Cut (Short hair, Wash)', 50, 20, ['1 Short hair', '1 Wash']]]);
  assert.deepEqual(said(await app.call(getVisit, { id }, as)), said(special));
});

test('a part keeps its options after they were switched off or deleted, and gets them no more', async () => {
  const { as, cut, short, long, save } = await salon();
  const saved = await save({ optionIds: [long] });
  const { update } = companyServices.operations;
  const [first, second] = cut.options;
  assert.ok(first && second);
  const off = [first, { ...second, isActive: false }];
  const { answer: changed } = await app.call(update, { id: cut.id, version: cut.version, options: off }, as);
  const { id, parts, version } = saved.answer;
  const [part] = parts;
  assert.ok(part);
  const change = (optionIds: string[] | undefined, of: string) =>
    app.call(
      updateVisit,
      {
        ...{ id, version: of, name: 'Mara', acceptClosed: true },
        parts: [{ eventId: part.eventId, calendarId: part.calendarId, serviceId: cut.id, start, optionIds }],
      },
      as,
    );
  const same = await change([long], version);
  assert.deepEqual(said(same), [['Cut (Long hair)', 45, 35, ['1 Long hair']]]);
  const refused = await save({ start: '2026-03-03T15:00:00Z', optionIds: [long] });
  assert.deepEqual(refused.complaints, [
    { Key: 'Parts[0].OptionIds', Message: '“Long hair” can no longer be booked. Choose again.' },
  ]);
  await app.call(update, { id: cut.id, version: changed.version, options: [first] }, as);
  const kept = await change(undefined, same.answer.version);
  assert.deepEqual(said(kept), [['Cut (Long hair)', 45, 35, ['1 Long hair']]]);
  assert.equal(kept.answer.parts[0]?.options[0]?.optionId, null);
  assert.deepEqual(said(await change([short], kept.answer.version)), [['Cut (Short hair)', 30, 25, ['1 Short hair']]]);
});

test('staff name exactly one variant of a service that has some, also with anyone', async () => {
  const { employee, short, long, wash, save } = await salon();
  const other = await salon();
  const message = async (optionIds?: string[]) => (await save({ optionIds })).complaints[0];
  const key = 'Parts[0].OptionIds';
  assert.deepEqual(await message(), { Key: key, Message: 'Choose a variant of “Cut”.' });
  assert.deepEqual(await message([wash]), { Key: key, Message: 'Choose a variant of “Cut”.' });
  assert.deepEqual(await message([short, long]), { Key: key, Message: 'Choose only one variant of “Cut”.' });
  assert.equal((await message([short, other.wash]))?.Key, key);
  assert.equal((await message([short, wash, wash, wash]))?.Message, '“Wash” can be chosen at most 2 times.');
  const anyone = { anyPerson: true, locationId: employee.locationId };
  const refused = await save({}, anyone);
  assert.deepEqual(refused.complaints, [{ Key: 'Parts', Message: 'Choose a variant of “Cut”.' }]);
  const saved = await save({ optionIds: [long] }, anyone);
  const [part] = saved.answer.parts;
  const isOwn = part?.calendarId === employee.calendarId;
  assert.deepEqual(said(saved), [['Cut (Long hair)', isOwn ? 45 : 55, isOwn ? 35 : 40, ['1 Long hair']]]);
});
