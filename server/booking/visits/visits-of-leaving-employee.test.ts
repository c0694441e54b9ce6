// Tests of the coming visits of a person who leaves: who could do them, the hand-over to a colleague, and their end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyDismissals } from '#contract/identity/grants.ts';
import { remindOfVisits } from '#server/booking/notifications/remind-of-visits.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { testApp } from '#server/testing/test-app.ts';

const at = (time: string) => `2026-03-02T${time}:00Z`;

/** Anna leaves; Berta cuts as well, and Cora does nothing that Anna does. */
async function salon() {
  const app = await testApp();
  const { location, employee: boss } = await buildBusiness(app, { actions: ['admin'], firstName: 'Zita' });
  const anna = await buildEmployee(app, location, { actions: ['user'], firstName: 'Anna' });
  const berta = await buildEmployee(app, location, { firstName: 'Berta' });
  const cora = await buildEmployee(app, location, { firstName: 'Cora' });
  const cut = await buildService(app, anna, { name: 'Cut' });
  const colour = await buildService(app, anna, { name: 'Colour' });
  await buildServicePerson(app, berta, cut);
  const as = await signIn(app, boss);
  const book = (start: string, serviceId: string, name: string) =>
    buildEvent(app, anna, { start: at(start), serviceId, name, eMail: `${name.toLowerCase()}@example.org` });
  return {
    ...app,
    ...{ location, boss, anna, berta, cora, cut, colour, as, book },
    coming: async () => (await app.call(visits.getComing, { userId: anna.userId }, as)).answer,
    settle: (calendarId: string | null) => app.call(visits.settleComing, { userId: anna.userId, calendarId }, as),
    mails: async () => {
      const rows = await app.database.read.selectFrom('emailMessages').select(['toEMail', 'subject']).execute();
      return rows.map(({ toEMail, subject }) => `${toEMail}: ${subject.split(':')[0]}`).sort();
    },
    owners: async () => {
      const rows = await app.database.read
        .selectFrom('appointments')
        .select(['name', 'calendarId', 'status'])
        .orderBy('startAt')
        .execute();
      const names = new Map([anna, berta].map((person) => [person.calendarId, person.firstName]));
      return rows.map(({ name, calendarId, status }) => `${name}: ${names.get(String(calendarId))}, ${status}`);
    },
  };
}

test('coming visits are counted, with the colleagues who do their services', async () => {
  await using app = await salon();
  await app.book('09:00', app.cut.id, 'Mara');
  await app.book('11:00', app.colour.id, 'Lena');
  await buildEvent(app, app.anna, { start: '2026-03-01T09:00:00Z', name: 'Past' });
  await buildEvent(app, app.anna, { start: at('15:00'), title: 'Lunch' });
  await buildEvent(app, app.anna, { start: at('16:00'), name: 'Gone', status: 'cancelled' });
  const { count, colleagues } = await app.coming();
  assert.equal(count, 2);
  assert.deepEqual(
    colleagues.map(({ name, count }) => [name.split(' ')[0], count]),
    [
      ['Berta', 1],
      ['Cora', 0],
      ['Zita', 0],
    ],
  );
  const local = await signIn(app, await buildEmployee(app, app.location, { actions: ['lcladmin'] }));
  assert.equal((await app.call(visits.getComing, { userId: app.anna.userId }, local)).status, 403);
  const stranger = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await app.call(visits.getComing, { userId: app.anna.userId }, stranger)).status, 404);
});

test('a colleague takes over each visit whole; those that clash or that the colleague does not do stay', async () => {
  await using app = await salon();
  await app.book('09:00', app.cut.id, 'Mara');
  await app.book('10:00', app.cut.id, 'Lena');
  await app.book('12:00', app.colour.id, 'Ilze');
  await app.book('20:00', app.cut.id, 'Nora');
  await buildEvent(app, app.berta, { start: at('10:30'), title: 'Meeting' });
  const { answer } = await app.settle(app.berta.calendarId);
  assert.deepEqual(
    [answer.settled, answer.kept.map(({ name, reason }) => `${name}: ${reason}`)],
    [1, ['Lena: overlaps', 'Ilze: notDone', 'Nora: closed']],
  );
  assert.deepEqual(
    (await app.owners()).filter((line) => !line.startsWith(':') && !line.startsWith('null')),
    ['Mara: Berta, confirmed', 'Lena: Anna, confirmed', 'Ilze: Anna, confirmed', 'Nora: Anna, confirmed'],
  );
  assert.equal((await app.mails()).length, 1, 'who stays with Anna hears nothing');
  assert.equal((await app.coming()).count, 3);
  assert.equal((await app.settle(app.anna.calendarId)).status, 417, 'not to themselves');
  const { employee: foreign } = await buildBusiness(app);
  assert.equal((await app.settle(foreign.calendarId)).status, 404, 'not to another company');
});

test('a visit of two people goes over in the parts of the person who leaves only', async () => {
  await using app = await salon();
  const parts = [
    { calendarId: app.anna.calendarId, serviceId: app.cut.id, start: at('09:00') },
    { calendarId: app.cora.calendarId, title: 'Tea' },
  ];
  const { answer: visit } = await app.call(visits.insertVisit, { name: 'Mara', eMail: 'm@example.org', parts }, app.as);
  assert.equal((await app.settle(app.berta.calendarId)).answer.settled, 1);
  const { answer: after } = await app.call(visits.getVisit, { id: visit.id }, app.as);
  assert.deepEqual(
    after.parts.map(({ calendarId, start, end, price }) => [calendarId, start, end, price]),
    visit.parts.map(({ start, end, price }, index) => [
      index === 0 ? app.berta.calendarId : app.cora.calendarId,
      start,
      end,
      price,
    ]),
  );
});

test('coming visits are cancelled, and their customers told', async () => {
  await using app = await salon();
  await app.book('09:00', app.cut.id, 'Mara');
  await app.book('11:00', app.colour.id, 'Lena');
  assert.deepEqual((await app.settle(null)).answer, { settled: 2, kept: [] });
  assert.deepEqual(await app.owners(), ['Mara: Anna, cancelled', 'Lena: Anna, cancelled']);
  assert.deepEqual(
    (await app.mails()).map((line) => line.split(':')[0]),
    ['lena@example.org', 'mara@example.org'],
  );
});

test('visits that a person leaves stay with the company: links work, customers are reminded and hear of the end', async () => {
  await using app = await salon();
  const start = '2026-03-04T12:00:00Z';
  const mara = { name: 'Mara', eMail: 'mara@example.org' };
  const parts = [{ calendarId: app.anna.calendarId, serviceId: app.cut.id, start }];
  const { answer: visit } = await app.call(visits.insertVisit, { ...mara, parts }, app.as);
  const texts = async () => {
    const rows = await storedMails(app);
    return rows.map(({ plain }) => plain);
  };
  const actionHash = /\/appointment\/([\w-]{22,})\//.exec((await texts())[0] ?? '')?.[1] ?? '';
  assert.equal((await app.call(companyDismissals.fire, { id: app.anna.userId }, app.as)).status, 204);
  const found = await app.call(publicCalendars.getAppointment, { actionHash });
  const { name, companyName, userUrlName, moves } = found.answer;
  const { name: company } = await app.database.read.selectFrom('companies').select('name').executeTakeFirstOrThrow();
  assert.deepEqual([found.status, name, companyName, userUrlName, moves], [200, '', company, '', ['cancell']]);
  assert.equal((await app.call(publicCalendars.getCalendarEntry, { actionHash })).status, 200);
  assert.equal((await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('12:00') })).status, 409);

  app.clock.set('2026-03-03T11:59:30Z');
  await remindOfVisits(app);
  app.clock.set('2026-03-03T12:00:30Z');
  assert.equal(await remindOfVisits(app), 1);
  const reminder = (await texts()).at(-1) ?? '';
  assert.ok(reminder.includes(company) && !reminder.includes('Anna'), reminder);

  const ended = await app.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' });
  assert.deepEqual([ended.status, ended.answer.state], [200, 'cancelled']);
  assert.match((await texts()).at(-1) ?? '', /cancelled/i);
  const read = app.database.read;
  const { status } = await read
    .selectFrom('visits')
    .select('status')
    .where('id', '=', visit.id)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'cancelled');
});

test('staff cancel a visit that a person left, and the customer is told', async () => {
  await using app = await salon();
  const { id } = await app.book('15:00', app.cut.id, 'Mara');
  await app.call(companyDismissals.fire, { id: app.anna.userId }, app.as);
  assert.equal((await app.call(visits.changeStatus, { id, status: 'cancelled' }, app.as)).status, 200);
  assert.deepEqual(
    (await app.mails()).map((line) => line.split(':')[0]),
    ['mara@example.org'],
  );
});

test('operators learn how many appointments a person leaves, in any company', async () => {
  await using app = await salon();
  await app.book('09:00', app.cut.id, 'Mara');
  const { employee: operator, company } = await buildBusiness(app, { actions: ['sys'] });
  const as = await signIn(app, operator);
  const count = (input: { userId: string; companyId?: string }, session = as) =>
    app.call(visits.countComing, input, session);
  assert.deepEqual((await count({ userId: app.anna.userId })).answer, { count: 1 });
  const { companyId } = app.anna;
  assert.deepEqual((await count({ userId: app.anna.userId, companyId })).answer, { count: 1 });
  assert.equal((await count({ userId: app.anna.userId, companyId: company.id })).status, 404);
  assert.equal((await count({ userId: app.anna.userId }, app.as)).status, 403);
});
