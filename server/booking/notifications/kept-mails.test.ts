// Tests of mails that were due without a mail server: the operator sends those that are still true, or discards all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemKeptMails } from '#contract/messaging/kept-mails.ts';
import { mayStillSend } from '#server/app.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueLink } from '#server/lib/session/action-link.ts';
import { maxMailsADay } from '#server/messaging/mail/limit-mails.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, changeVisit } from '#server/testing/build/visits.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';

const { getCounts, send, discard } = systemKeptMails;

/** The address of the installation when the mails were queued. */
const formerUrl = 'http://trial.example:8080';
const then = ({ database }: TestApp) => ({ db: database.write, publicUrl: formerUrl });

async function installation() {
  const app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { employee: sys } = await buildBusiness(app, { actions: ['sys'] });
  const { employee, company } = await buildBusiness(app, { logIn: 'anna@barber.test' });
  const work = async (): Promise<void> => {
    const worker = openMessaging(app, { mayStillSend });
    await worker.drain();
    await worker.close();
  };
  const operator = await signIn(app, sys);
  let made = 0;
  return Object.assign(app, {
    ...{ employee, company, work, sys, operator },
    async visitor(eMail: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') {
      const start = Temporal.Instant.from('2026-03-20T08:00:00Z').add({ hours: made++ }).toString();
      const visit = await buildEvent(app, employee, { start, status, name: 'Mara', eMail, userId: null });
      return { companyId: company.id, id: visit.id };
    },
    mail: (kind: Parameters<typeof queueAppointmentMail>[1], visit: { companyId: string; id: string }) =>
      transaction({ ...app, ...then(app) }, (tx) => queueAppointmentMail(tx, kind, visit)),
    account: (kind: 'verify' | 'invoice', to: string, url: string) =>
      transaction({ ...app, ...then(app) }, (tx) =>
        queueAccountMail(tx, kind, { to, language: 'en', url, companyId: company.id }),
      ),
    async addServer(url: string, purposes: string[] = ['account', 'visit', 'campaign']) {
      const { port } = new URL(url);
      const id = crypto.randomUUID();
      const row = { id, key: id, host: '127.0.0.1', port: Number(port), purposes };
      await app.database.write.insertInto('smtpSettings').values(row).execute();
    },
    async counts() {
      const { answer } = await app.call(getCounts, {}, await signIn(app, sys));
      return Object.fromEntries(answer.map(({ kind, count }) => [kind, count]));
    },
  });
}

const statesOf = async (app: TestApp) =>
  (
    await sql<{ address: string; state: string }>`select address, state from deliveries order by id`.execute(
      app.database.write,
    )
  ).rows.map(({ address, state }) => `${address} ${state}`);

test('nothing leaves before the operator sends: then what is still true does, with links of today', async () => {
  await using app = await installation();
  await using server = await openSmtpReceiver();
  const confirmed = await app.visitor('mara@example.test');
  const old = (await app.mail('confirmed', confirmed)) ?? '';
  const over = await app.visitor('over@example.test');
  await app.mail('confirmed', over);
  const token = await transaction({ ...app, db: app.database.write }, (tx) =>
    issueLink(tx, { purpose: 'verify', userId: app.employee.userId }),
  );
  await app.account('verify', 'anna@barber.test', accountUrls.verify({ publicUrl: formerUrl }, token));
  await app.account('verify', 'used@barber.test', accountUrls.verify({ publicUrl: formerUrl }, 'U'.repeat(43)));
  await app.account('invoice', 'books@barber.test', `${formerUrl}/Pdf?Token=${'I'.repeat(43)}`);
  await buildMail(app, { companyId: app.company.id, purpose: 'campaign', toEMail: 'campaign@example.test' });
  const archived = await buildMail(app, { companyId: app.company.id, toEMail: 'archived@example.test' });
  await app.work();
  await app.database.write.updateTable('deliveries').set({ links: '{}' }).where('id', '=', archived).execute();
  assert.deepEqual(await app.counts(), {}, 'no server takes them');
  await changeVisit(app, over.id, { status: 'cancelled' });

  await app.addServer(server.url);
  await app.work();
  assert.equal(server.mails.length, 0);
  assert.deepEqual(await app.counts(), { visit: 2, account: 2, invoice: 1, campaign: 1 });
  const { answer } = await app.call(send, {}, app.operator);
  assert.deepEqual(answer, { sent: 3, expired: 2, left: 0 });
  await app.work();
  assert.deepEqual(server.mails.map(({ envelope }) => envelope.to[0]).toSorted(), [
    'anna@barber.test',
    'books@barber.test',
    'mara@example.test',
  ]);
  for (const { text = '' } of server.mails) assert.ok(!text.includes(formerUrl), text);
  const verified = server.mails.find(({ envelope }) => envelope.to[0] === 'anna@barber.test');
  assert.ok(verified?.text?.includes(`${app.publicUrl}/user/login/${token}`), verified?.text ?? '');
  const former = app.database.read.selectFrom('deliveries').select('id').where('id', '=', old);
  assert.equal(await former.executeTakeFirst(), undefined);
  const states = await statesOf(app);
  for (const state of [
    'over@example.test expired',
    'used@barber.test expired',
    'campaign@example.test kept',
    'archived@example.test kept',
  ]) {
    assert.ok(states.includes(state), `${state}: ${states.join()}`);
  }
});

test('of several mails about a visit the newest leaves, and one that is too old expires', async () => {
  await using app = await installation();
  await using server = await openSmtpReceiver();
  const early = await app.visitor('early@example.test');
  await app.mail('confirmed', early);
  await app.work();
  app.clock.advance({ hours: 7 * 24 });
  const visit = await app.visitor('mara@example.test');
  await app.mail('confirmed', visit);
  await app.mail('changed', visit);
  await app.work();
  await app.addServer(server.url);
  assert.deepEqual((await app.call(send, {}, await signIn(app, app.sys))).answer, { sent: 1, expired: 2, left: 0 });
  await app.work();
  assert.deepEqual(
    server.mails.map(({ subject }) => subject?.split(':')[0]),
    ['New time'],
  );
});

test('kept mails leave within the limits of today', async () => {
  await using app = await installation();
  await using server = await openSmtpReceiver();
  for (let count = 0; count <= maxMailsADay.unproved; count++) {
    await app.mail('reminder', await app.visitor('mara@example.test'));
    app.clock.advance({ hours: 13 });
  }
  await app.work();
  await app.addServer(server.url);
  const { answer } = await app.call(send, {}, await signIn(app, app.sys));
  assert.deepEqual(answer, { sent: maxMailsADay.unproved, expired: 1, left: 0 });
});

test('only mails leave that a server takes, and a discarded one never does', async () => {
  await using app = await installation();
  await using server = await openSmtpReceiver();
  await app.mail('confirmed', await app.visitor('mara@example.test'));
  await app.account('invoice', 'books@barber.test', `${formerUrl}/Pdf?Token=${'I'.repeat(43)}`);
  await app.work();
  await app.addServer(server.url, ['account']);
  assert.deepEqual(await app.counts(), { invoice: 1 });
  assert.deepEqual((await app.call(discard, {}, app.operator)).answer, { discarded: 1, left: 0 });
  await app.addServer(server.url, ['visit']);
  assert.deepEqual(await app.counts(), { visit: 1 });
  assert.deepEqual((await app.call(send, {}, app.operator)).answer, { sent: 1, expired: 0, left: 0 });
  await app.work();
  assert.deepEqual(
    server.mails.map(({ envelope }) => envelope.to[0]),
    ['mara@example.test'],
  );
  const tokens = await sql`select from deliveries where address = 'books@barber.test' and links = '{}'`.execute(
    app.database.read,
  );
  assert.equal(tokens.rows.length, 1, 'a discarded mail loses its links');
  assert.equal((await app.call(send, {}, await signIn(app, app.employee))).status, 403);
});

test('a call settles a part, two at once take different ones, and the last says that none is left', async () => {
  await using app = await installation();
  await using server = await openSmtpReceiver();
  for (let count = 0; count < 60; count++) {
    const causeKind = 'account.invoice';
    await buildMail(app, {
      companyId: app.company.id,
      purpose: 'account',
      causeKind,
      toEMail: `c${count}@example.test`,
    });
  }
  await app.work();
  await app.addServer(server.url);
  const [first, second] = await Promise.all([app.call(send, {}, app.operator), app.call(send, {}, app.operator)]);
  const sent = first.answer.sent + second.answer.sent;
  assert.ok(sent >= 25 && sent < 60, String(sent));
  let last = { sent: 0, left: 1 };
  for (let calls = 0; last.left > 0 && calls < 5; calls++) last = (await app.call(send, {}, app.operator)).answer;
  assert.equal(last.left, 0);
  await app.work();
  assert.deepEqual(new Set(server.mails.map(({ envelope }) => envelope.to[0])).size, 60);
  assert.equal(server.mails.length, 60, 'none twice');
});
