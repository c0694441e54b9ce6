// Tests of consent, and of deleting an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { privacy } from '#contract/identity/privacy.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function agreed(app: TestApp, headers: { cookie: string }) {
  const { answer } = await app.call(user.getCurrent, {}, headers);
  return [answer.user.termsAndConditions, answer.user.privacyPolicy];
}

test('consent is recorded with version, language and time, and required again for a newer version', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { agreed: false });
  const headers = await signIn(app, employee);
  assert.deepEqual(await agreed(app, headers), [false, false]);
  assert.equal((await app.call(privacy.setTermsAndConditionsAgreed, { version: 1 }, headers)).status, 204);
  assert.deepEqual(await agreed(app, headers), [true, false]);
  const byGet = await app.server.inject({ url: '/api/user/SetPrivacyPolicyAgreed', headers });
  assert.equal(byGet.statusCode, 204, byGet.body);
  assert.deepEqual(await agreed(app, headers), [true, true]);
  app.clock.advance({ minutes: 5 });
  await app.call(privacy.setTermsAndConditionsAgreed, {}, headers);
  const stored = await app.database.read.selectFrom('userAgreements').selectAll().orderBy('kind', 'desc').execute();
  assert.deepEqual(
    stored.map(({ kind, version, language, agreedAt }) => [kind, version, language, agreedAt.toString()]),
    [
      ['terms', 1, 'en', '2026-03-02T08:00:00Z'],
      ['privacy', 1, 'en', '2026-03-02T08:00:00Z'],
    ],
  );

  const text = { kind: 'terms', language: 'en', html: '<p>New</p>' };
  await app.database.write
    .insertInto('legalTexts')
    .values({ ...text, version: 2 })
    .execute();
  assert.deepEqual(await agreed(app, headers), [false, true]);
  assert.equal((await app.call(privacy.setTermsAndConditionsAgreed, { version: 1 }, headers)).status, 409);
  await app.call(privacy.setTermsAndConditionsAgreed, { version: 2 }, headers);
  assert.deepEqual(await agreed(app, headers), [true, true]);
});

test('reading the cookie notice is recorded in the browser with version and time, and in the account when signed in', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn: 'reader@daybook.test', password: 'correct horse' });
  const read = (headers = {}) =>
    app.server.inject({ method: 'POST', url: '/api/application/SetCookiesAgreed', headers, payload: { Version: 1 } });
  const [cookie] = (await read()).cookies;
  assert.deepEqual(
    [cookie?.name, cookie?.value, cookie?.maxAge, cookie?.httpOnly],
    ['daybook-cookies', '1.en.2026-03-02T08:00:00Z', 365 * 24 * 3600, undefined],
  );
  const stored = () =>
    app.database.read
      .selectFrom('userAgreements')
      .select(['userId', 'language', 'version'])
      .where('kind', '=', 'cookies')
      .execute();
  assert.deepEqual(await stored(), []);
  assert.equal((await read(await signIn(app, employee))).statusCode, 204);
  assert.deepEqual(await stored(), [{ userId: employee.userId, language: 'en', version: 1 }]);
  const signInWith = async (headers: Record<string, string>) => {
    const payload = { LogIn: 'reader@daybook.test', Password: 'correct horse' };
    const answer = await app.server.inject({ method: 'POST', url: '/api/user/Authenticate', headers, payload });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.cookies.find(({ name }) => name === 'daybook-cookies')?.value;
  };
  assert.equal(await signInWith({}), '1.en.2026-03-02T08:00:00Z', 'another browser does not ask again');
  assert.equal(await signInWith({ cookie: 'daybook-cookies=1.de.2026-01-01T00%3A00%3A00Z' }), undefined);
  const text = { kind: 'cookies', language: 'en', html: '<p>New</p>', version: 2 };
  await app.database.write.insertInto('legalTexts').values(text).execute();
  assert.equal((await read()).statusCode, 409);
});

test('an impersonator cannot consent, download or delete for the user', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { agreed: false });
  const sys = await buildEmployee(app, location, { actions: ['sys'] });
  const headers = await signInAs(app, sys, employee);
  const answers = [
    await app.call(privacy.setTermsAndConditionsAgreed, {}, headers),
    await app.call(privacy.setPrivacyPolicyAgreed, {}, headers),
    await app.call(privacy.deleteAccount, { confirmation: employee.logIn }, headers),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403],
  );
  assert.equal((await app.server.inject({ url: '/api/user/DownloadData', headers })).statusCode, 403);
});

function remove(app: TestApp, person: { logIn: string }, headers: { cookie: string }, password = 'correct horse') {
  return app.call(privacy.deleteAccount, { password, confirmation: person.logIn.toUpperCase() }, headers);
}

/** Every row of every table that still contains the text. */
async function whereStill(app: TestApp, words: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    app.database.read,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} t where to_jsonb(t)::text ilike ${`%${words}%`}`.execute(
      app.database.read,
    );
    if (rows.length) found.push(name);
  }
  return found;
}

test('a deleted account leaves its customers’ appointments, and nothing that identifies the person', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const leaver = await buildEmployee(app, location, {
    firstName: 'Walburga',
    lastName: 'Unmistakable',
    logIn: 'walburga@daybook.test',
    urlName: 'walburga-u',
    password: 'correct horse',
    phoneNumber: '+371 20000007',
  });
  const contact = await buildContact(app, leaver, { name: 'Mara', eMail: 'mara@example.org' });
  const past = await buildEvent(app, leaver, {
    start: '2026-02-03T08:00:00Z',
    userId: null,
    eMail: 'mara@example.org',
  });
  const coming = await buildEvent(app, leaver, {
    start: '2026-03-04T08:00:00Z',
    userId: null,
    eMail: 'mara@example.org',
  });
  const held = await buildEvent(app, leaver, { start: '2026-03-05T08:00:00Z', userId: null, status: 'held' });
  const picture = await buildFile(app, { id: leaver.companyId }, { mimeType: 'image/webp', name: 'face.webp' });
  await app.database.write
    .updateTable('files')
    .set({ uploadedBy: leaver.userId })
    .where('id', '=', picture.id)
    .execute();
  await app.database.write
    .updateTable('employees')
    .set({ pictureId: picture.id })
    .where('userId', '=', leaver.userId)
    .execute();
  const headers = await signIn(app, leaver);
  await app.call(user.authenticate, { logIn: leaver.logIn, password: 'wrong' });

  const answer = await remove(app, leaver, headers);
  assert.equal(answer.status, 204, answer.body);
  assert.equal((await app.call(user.getCurrent, {}, headers)).status, 410);

  const events = await app.database.read.selectFrom('visits').select(['id', 'status']).orderBy('startAt').execute();
  assert.deepEqual(events, [
    { id: past.id, status: 'confirmed' },
    { id: coming.id, status: 'cancelled' },
  ]);
  assert.ok(!events.some(({ id }) => id === held.id));
  const mails = await app.database.read.selectFrom('emailMessages').select(['toEMail', 'calendarMethod']).execute();
  assert.deepEqual(mails, [{ toEMail: 'mara@example.org', calendarMethod: 'CANCEL' }]);
  assert.equal(await app.files.read(picture.id), undefined);
  const stored = await app.database.read.selectFrom('contacts').select('id').where('id', '=', contact.id).execute();
  assert.equal(stored.length, 1);
  // The mail that notifies the customer of the cancellation names the employee, as the customer knew them.
  for (const words of ['walburga@daybook', 'walburga-u', '20000007', 'argon2']) {
    assert.deepEqual(
      (await whereStill(app, words)).filter((name) => name !== 'email_messages'),
      [],
      words,
    );
  }
  assert.deepEqual(
    (await whereStill(app, 'Unmistakable')).filter((name) => name !== 'email_messages'),
    [],
  );
  assert.equal((await app.call(user.authenticate, { logIn: leaver.logIn, password: 'correct horse' })).status, 417);
});

test('an account without events is deleted completely', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const leaver = await buildEmployee(app, location, { password: 'correct horse' });
  // As a customer too, they had a mail of a campaign.
  await buildMail(app, {
    ...{ companyId: location.companyId, toEMail: leaver.logIn, state: 'sent', html: '', plain: '' },
    ...{ beginning: 'Dear Walburga', fields: JSON.stringify({ name: 'Walburga' }) },
  });
  assert.equal((await remove(app, leaver, await signIn(app, leaver))).status, 204);
  const rows = await app.database.read.selectFrom('users').select('id').where('id', '=', leaver.userId).execute();
  assert.equal(rows.length, 0);
  const calendars = app.database.read.selectFrom('calendars').select('id').where('id', '=', leaver.calendarId);
  assert.deepEqual(await calendars.execute(), []);
  assert.deepEqual(await whereStill(app, leaver.logIn), []);
  assert.deepEqual(await whereStill(app, 'Walburga'), []);
});

test('pictures that the company shows stay when the account of their uploader is deleted', async () => {
  await using app = await testApp();
  const { company, location } = await buildBusiness(app);
  const leaver = await buildEmployee(app, location, { password: 'correct horse' });
  const service = await buildService(app, leaver);
  const { write } = app.database;
  const build = async () => {
    const { id } = await buildFile(app, company, { mimeType: 'image/webp' });
    await write.updateTable('files').set({ uploadedBy: leaver.userId }).where('id', '=', id).execute();
    return id;
  };
  const [logo, ofService, unused] = [await build(), await build(), await build()];
  await write.updateTable('companies').set({ logoId: logo }).where('id', '=', company.id).execute();
  await write.updateTable('services').set({ pictureId: ofService }).where('id', '=', service.id).execute();
  assert.equal((await remove(app, leaver, await signIn(app, leaver))).status, 204);
  const shown = await write
    .selectFrom('companies as c')
    .innerJoin('services as s', 's.companyId', 'c.id')
    .select(['c.logoId', 's.pictureId'])
    .where('c.id', '=', company.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(shown, { logoId: logo, pictureId: ofService });
  assert.ok(await app.files.read(logo));
  assert.equal(await app.files.read(unused), undefined);
});

test('deleting requires the correct password and the login typed again', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const person = await buildEmployee(app, location, { password: 'correct horse' });
  const headers = await signIn(app, person);
  const wrong = await remove(app, person, headers, 'wrong');
  assert.deepEqual([wrong.status, wrong.complaints[0]?.Key], [417, 'Password']);
  const other = await remove(app, { logIn: 'other@daybook.test' }, headers);
  assert.deepEqual([other.status, other.complaints[0]?.Key], [417, 'Confirmation']);
  assert.equal((await app.call(user.getCurrent, {}, headers)).status, 200);
});

test('deleting is refused with advice for the last administrator of a company and the last operator', async () => {
  await using app = await testApp();
  const {
    location,
    employee: admin,
    company,
  } = await buildBusiness(app, {
    actions: ['admin'],
    password: 'correct horse',
  });
  const sys = await buildEmployee(app, location, { actions: ['sys'], password: 'correct horse' });
  const last = await remove(app, admin, await signIn(app, admin));
  assert.equal(last.status, 417);
  assert.equal(last.complaints[0]?.Key, 'Account');
  assert.ok(last.complaints[0]?.Message.includes(company.name));
  const lastSys = await remove(app, sys, await signIn(app, sys));
  assert.match(String(lastSys.complaints[0]?.Message), /operator/);

  const second = await buildEmployee(app, location, { actions: ['admin'], password: 'correct horse' });
  const both = await Promise.all([
    remove(app, admin, await signIn(app, admin)),
    remove(app, second, await signIn(app, second)),
  ]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [204, 417], 'of two who leave at once, one stays');
});
