// Tests of the reminder feed: its sources, its readers and how a reminder becomes visited.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { reminders } from '#contract/messaging/feed.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildMembership } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { remind } from './remind.ts';
import { visitReminder } from './visit-reminder.ts';

async function tell(app: TestApp, { companyId, userId }: BuiltEmployee, text: string, link?: string) {
  await remind({ ...app, db: app.database.write }, { companyId, userId, type: 'general', text, link });
}

/** Books Tuesday 10:00 in Riga and returns the links of the mail. */
async function book(app: TestApp, employee: BuiltEmployee) {
  const start = '2026-03-03T08:00:00Z';
  const { answer: hold } = await app.call(publicCalendars.insertEvent, {
    locationUrlName: employee.locationUrlName,
    userUrlName: employee.urlName,
    start,
    end: '2026-03-03T08:15:00Z',
    name: 'Mara Ozola',
    eMail: 'mara@example.org',
  });
  await app.call(publicCalendars.confirmEvent, { id: hold.id, token: hold.token });
  const [mail] = await storedMails(app);
  const [, actionHash = ''] = /\/appointment\/([\w-]+)\/confirm/.exec(mail?.html ?? '') ?? [];
  return { id: hold.id, actionHash };
}

test('the owner of a calendar is notified, in their language, of everything a visitor does with an appointment', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { language: 'de' });
  const colleague = await buildEmployee(app, location);
  const { id, actionHash } = await book(app, employee);
  for (const action of ['confirm', 'confirm', 'cancell']) {
    app.clock.advance({ minutes: 1 });
    await app.call(publicCalendars.processAppointment, { actionHash, action });
  }
  const { answer } = await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, employee));
  assert.deepEqual(
    answer.map(({ text }) => text),
    [
      'Vom Kunden abgesagt: Mara Ozola, Termin, Di., 3. März, 10:00',
      'Vom Kunden bestätigt: Mara Ozola, Termin, Di., 3. März, 10:00',
      'Neue Anfrage: Mara Ozola, Termin, Di., 3. März, 10:00',
    ],
  );
  assert.deepEqual(new Set(answer.map(({ type }) => type)), new Set(['calendarEvent']));
  assert.equal(answer[1]?.link, `/app/user/calendars?event=${id}&date=2026-03-03`);
  const [contact] = await app.database.read.selectFrom('contacts').select('id').execute();
  assert.equal(answer[0]?.link, `/app/company/contacts/${contact?.id}?visit=${id}`, 'calendars show no ended visit');
  assert.deepEqual((await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, colleague))).answer, []);
});

test('a rejected action on an appointment leaves no reminder', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { actionHash } = await book(app, employee);
  app.clock.set('2026-03-03T09:00:00Z');
  const late = await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  assert.equal(late.status, 409);
  const { answer } = await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, employee));
  assert.equal(answer.length, 1);
});

test('the feed filters by age and by not visited, with the names of the specification', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  for (const text of ['old', 'young']) {
    await tell(app, employee, text);
    app.clock.advance({ minutes: 10 });
  }
  const texts = async (query: string) =>
    (await app.server.inject({ url: `/api/reminders/GetByCreatedAndUser${query}`, headers }))
      .json()
      .map(({ Text }: { Text: string }) => Text);
  assert.deepEqual(await texts(''), ['young', 'old']);
  assert.deepEqual(await texts('?created=2026-03-02T08:05:00Z'), ['young']);
  const first = (await app.server.inject({ url: '/api/reminders/GetByCreatedAndUser', headers })).json()[0];
  assert.deepEqual(Object.keys(first), ['Id', 'Type', 'Text', 'Link', 'Created', 'Visited']);
  const visited = await app.server.inject({ url: `/api/reminders/Visited?id=${first.Id}`, headers });
  assert.deepEqual(visited.json(), { ...first, Visited: true });
  assert.deepEqual(await texts('?notVisited=true&created='), ['old']);
  assert.deepEqual(await texts('?notVisited=false'), ['young', 'old']);
});

test('the history is paginated by 12 and returns each reminder once', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  for (let number = 1; number <= 15; number++) await tell(app, employee, `reminder ${number}`);
  const page = async (pageNr: number) =>
    (await app.server.inject({ url: `/api/reminders/GetPaginatedByCreatedAndUser?pageNr=${pageNr}`, headers })).json();
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  assert.deepEqual([first.Data.length, second.Data.length, third.Data.length], [12, 3, 0]);
  assert.equal(first.TotalRows, 15);
  const ids = [...first.Data, ...second.Data].map(({ Id }) => Id);
  assert.equal(new Set(ids).size, 15);
});

test('only the owner reads a reminder: neither colleagues nor other companies do, even by its id', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location, { actions: ['admin'] });
  const stranger = (await buildBusiness(app, { actions: ['admin'] })).employee;
  await tell(app, employee, 'secret');
  const [mine] = (await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, employee))).answer;
  assert.ok(mine);
  for (const other of [colleague, stranger]) {
    const headers = await signIn(app, other);
    assert.equal((await app.call(reminders.visited, { id: mine.id }, headers)).status, 404);
    assert.deepEqual((await app.call(reminders.getPaginatedByCreatedAndUser, {}, headers)).answer, {
      totalRows: 0,
      data: [],
    });
    await app.call(reminders.allVisited, {}, headers);
  }
  const [still] = (await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, employee))).answer;
  assert.equal(still?.visited, false);
});

test('a reminder of another company of the person becomes visited too, but not by someone who acts for them', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const other = await buildBusiness(app);
  await buildMembership(app, employee, other.location);
  await tell(app, { ...employee, companyId: other.company.id }, 'elsewhere');
  const { id } = await app.database.read.selectFrom('reminders').select('id').executeTakeFirstOrThrow();
  const headers = await signIn(app, employee);
  const isVisited = async () =>
    (await app.database.write.selectFrom('reminders').select('visitedAt').executeTakeFirstOrThrow()).visitedAt !== null;
  const impersonator = { id: other.employee.userId, logIn: 'admin@daybook.test' };
  const user = { id: employee.userId, companyId: employee.companyId, impersonator };
  // The parts of a signed-in caller that the verb uses.
  const acting = { ...app, db: app.database.write, user } as unknown as SignedIn;
  await assert.rejects(visitReminder(acting, { id }));
  assert.equal(await isVisited(), false);
  assert.equal((await app.call(reminders.visited, { id }, headers)).answer.text, 'elsewhere');
  assert.equal(await isVisited(), true);
});

test('all reminders can be marked as visited at once', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  for (const text of ['one', 'two', 'three']) await tell(app, employee, text);
  assert.equal((await app.call(reminders.allVisited, {}, headers)).status, 204);
  assert.deepEqual((await app.call(reminders.getByCreatedAndUser, { notVisited: true }, headers)).answer, []);
});

test('polling for reminders does not keep a session alive', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { sessionActiveMinutes: 5 });
  const headers = await signIn(app, employee);
  for (let minute = 0; minute < 5; minute++) {
    app.clock.advance({ minutes: 1 });
    assert.equal((await app.call(reminders.getByCreatedAndUser, {}, headers)).status, 200);
  }
  app.clock.advance({ minutes: 1 });
  assert.equal((await app.call(reminders.getByCreatedAndUser, {}, headers)).status, 410);
});

test('notifications of new and visited reminders name the owner and carry no text', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const received: unknown[] = [];
  const bell = new EventTarget();
  app.live.listen('daybook_changes', (payload) => {
    const change = JSON.parse(payload);
    if (change.table !== 'reminders') return;
    received.push(change);
    bell.dispatchEvent(new Event('rung'));
  });
  const rung = once(bell, 'rung');
  await tell(app, employee, 'secret');
  await rung;
  const again = once(bell, 'rung');
  await app.call(reminders.allVisited, {}, await signIn(app, employee));
  await again;
  const change = { table: 'reminders', companyId: employee.companyId, userId: employee.userId };
  assert.deepEqual(received, [change, change]);
});
