// Tests of the mails about an appointment: contents, recipients, and that they commit with their cause.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { type MailKind, mailKinds } from '#server/messaging/mail/mail-keys.ts';
import { buildBusiness, buildLanguage, verifyCompany } from '#server/testing/build/business.ts';
import { buildEvent, buildService, changeVisit } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';

type Status = 'requested' | 'confirmed' | 'cancelled';
const statusOf: Record<MailKind, Status> = {
  request: 'requested',
  confirmed: 'confirmed',
  changed: 'confirmed',
  cancelled: 'cancelled',
  reminder: 'confirmed',
  notice: 'requested',
};

/** A visitor's appointment with the employee; `event` overrides columns of the event and the visit. */
async function book(
  app: TestApp,
  given: {
    status?: Status;
    event?: { title?: string; description?: string; allDay?: boolean; startDate?: string; endDate?: string } & Record<
      string,
      unknown
    >;
  } = {},
) {
  const business = await buildBusiness(app, { firstName: 'Anna', lastName: 'Berzina', logIn: 'anna@barber.test' });
  const service = await buildService(app, business.employee, { name: 'Haircut', price: 35 });
  const built = await buildEvent(app, business.employee, {
    start: '2026-03-03T08:00:00Z',
    serviceId: service.id,
    status: given.status ?? 'requested',
    name: 'Mara',
    eMail: 'mara@example.test',
    userId: null,
  });
  const { title, description, allDay, startDate, endDate, ...visit } = given.event ?? {};
  const { write } = app.database;
  if (title !== undefined || description !== undefined || allDay) {
    await write
      .updateTable('events')
      .set({ title, description, allDay, startDate, endDate })
      .where('id', '=', built.id)
      .execute();
  }
  if (Object.keys(visit).length) await changeVisit(app, built.id, visit);
  return { ...business, event: { companyId: business.company.id, id: built.id } };
}

const work = (app: TestApp): ServiceContext => ({ ...app, db: app.database.write });

async function queued(app: TestApp, kind: MailKind, event: { companyId: string; id: string }) {
  const id = await transaction(work(app), (tx) => queueAppointmentMail(tx, kind, event));
  assert.ok(id, 'a mail was queued');
  return (await storedMails(app)).find((mail) => mail.id === id) ?? assert.fail();
}

function entryOf(mail: { calendarEntry: string | null }) {
  assert.ok(mail.calendarEntry);
  const calendar = new ICAL.Component(ICAL.parse(mail.calendarEntry));
  const event = calendar.getFirstSubcomponent('vevent');
  assert.ok(event);
  return {
    method: calendar.getFirstPropertyValue('method'),
    get: (name: string) => String(event.getFirstPropertyValue(name)),
  };
}

test('the request states the service, time, zone, place and price, and asks to confirm', async () => {
  await using app = await testApp();
  const { event, location } = await book(app);
  const mail = await queued(app, 'request', event);
  assert.equal(mail.toEMail, 'mara@example.test');
  assert.equal(mail.state, 'queued');
  assert.match(mail.subject, /Haircut/);
  for (const text of [mail.plain, mail.html]) {
    for (const said of [
      'Haircut',
      'Anna Berzina',
      location.name,
      '€35',
      'Tuesday, 3 March 2026',
      '10:00–11:00',
      'Riga (GMT+2)',
    ]) {
      assert.ok(text.includes(said), `${said} in ${text}`);
    }
    assert.match(text, /\/appointment\/[\w-]{43}\/confirm/);
    assert.match(text, /\/appointment\/[\w-]{43}\/cancell/);
  }
  const entry = entryOf(mail);
  assert.equal(entry.method, 'REQUEST');
  assert.equal(entry.get('status'), 'TENTATIVE');
  assert.equal(entry.get('uid'), event.id);
  assert.equal(entry.get('dtstart'), '2026-03-03T08:00:00Z');
});

test('where the geocoder found only the town, the mail and the entry lead to the address', async () => {
  await using app = await testApp();
  const { event, location } = await book(app);
  const lines = ['Brīvības iela 1, Rīga, Latvija', 'Rīga, Latvija'];
  const { write } = app.database;
  await write.updateTable('locations').set({ address: 'Brīvības iela 1' }).where('id', '=', location.id).execute();
  for (const lineAddress of lines) {
    await write
      .updateTable('geolocations')
      .set({ lineAddress })
      .where('id', '=', location.geolocationId ?? '')
      .execute();
    const mail = await queued(app, 'request', event);
    const [, to = ''] = /openstreetmap\.org\/directions\?to=([^\s"<)]+)/.exec(mail.html) ?? [];
    assert.equal(decodeURIComponent(to), 'Brīvības iela 1, Rīga, Latvija');
    assert.ok(mail.plain.includes('Brīvības iela 1, Rīga, Latvija'), mail.plain);
    const entry = entryOf(mail);
    assert.ok(entry.get('location').endsWith('Brīvības iela 1, Rīga, Latvija'));
    assert.equal(entry.get('geo') !== 'null', lineAddress === lines[0], 'the point of a town is no place to go to');
  }
});

test("each mail's link has its own token, stored hashed and valid until the appointment begins", async () => {
  await using app = await testApp();
  const { event } = await book(app);
  const tokens = new Set<string>();
  for (const kind of ['request', 'reminder'] as const) {
    const [, token] = /\/appointment\/([\w-]+)\/cancell/.exec((await queued(app, kind, event)).plain) ?? [];
    assert.ok(token);
    tokens.add(token);
    const link = await app.database.write
      .selectFrom('actionLinks')
      .selectAll()
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    assert.equal(link.visitId, event.id);
    assert.equal(link.purpose, 'appointment');
    assert.equal(link.expiresAt.toString(), '2026-03-03T08:00:00Z');
  }
  assert.equal(tokens.size, 2);
});

test('a transaction that fails leaves neither a mail nor a link', async () => {
  await using app = await testApp();
  const { event } = await book(app);
  await assert.rejects(
    transaction(work(app), async (tx) => {
      await queueAppointmentMail(tx, 'request', event);
      throw new Error('the cause failed');
    }),
    /the cause failed/,
  );
  for (const table of ['emailMessages', 'actionLinks'] as const) {
    assert.deepEqual(await app.database.write.selectFrom(table).selectAll().execute(), []);
  }
});

test('every revision keeps the UID, so that calendars replace the entry, and the cancellation removes it', async () => {
  await using app = await testApp();
  const { event } = await book(app, { status: 'confirmed', event: { sequence: 1 } });
  const confirmed = entryOf(await queued(app, 'confirmed', event));
  await changeVisit(app, event.id, { sequence: 2, status: 'cancelled' });
  const mail = await queued(app, 'cancelled', event);
  const cancelled = entryOf(mail);
  assert.equal(confirmed.get('status'), 'CONFIRMED');
  assert.equal(cancelled.method, 'CANCEL');
  assert.equal(cancelled.get('status'), 'CANCELLED');
  assert.equal(cancelled.get('uid'), confirmed.get('uid'));
  assert.deepEqual([confirmed.get('sequence'), cancelled.get('sequence')], ['1', '2']);
  assert.doesNotMatch(mail.plain, /\/appointment\//);
});

test('a moved appointment shows the previous time, too', async () => {
  await using app = await testApp();
  const { event } = await book(app, { status: 'confirmed' });
  const startAt = Temporal.Instant.from('2026-03-02T12:00:00Z');
  const previously = { startAt, endAt: startAt.add({ hours: 1 }) };
  const id = await transaction(work(app), (tx) => queueAppointmentMail(tx, 'changed', event, { previously }));
  const { plain } = (await storedMails(app)).find((mail) => mail.id === id) ?? assert.fail();
  assert.match(plain, /Mon,? 2 Mar, 14:00/);
  assert.match(plain, /Tuesday, 3 March 2026/);
  assert.doesNotMatch(plain, /\/confirm\b/);
});

test('the notice is in the employee’s language, with the visitor’s text and a link to the calendar', async () => {
  await using app = await testApp();
  const { event, employee } = await book(app, { event: { description: 'I have a cat', language: 'lv' } });
  await app.database.write
    .updateTable('users')
    .set({ languageId: await buildLanguage(app, 'en') })
    .where('id', '=', employee.userId)
    .execute();
  const mail = await queued(app, 'notice', event);
  assert.equal(mail.toEMail, 'anna@barber.test');
  assert.equal(mail.replyTo, 'mara@example.test');
  assert.match(mail.plain, /I have a cat/);
  assert.ok(mail.plain.includes(`http://localhost:3000/app/user/calendars?event=${event.id}&date=2026-03-03`));
  assert.ok(mail.html.includes(`event=${event.id}&amp;date=2026-03-03`));
  assert.equal(mail.calendarEntry, null);
});

test('visitors cannot use their text to send messages to other people', async () => {
  await using app = await testApp();
  const { event } = await book(app, {
    event: { title: 'Win at casino.test', description: 'Win big', name: 'Win: https://casino.test' },
  });
  await app.database.write.updateTable('visitParts').set({ serviceName: '' }).where('visitId', '=', event.id).execute();
  const mail = await queued(app, 'request', event);
  const all = [mail.subject, mail.plain, mail.html].join('\n');
  assert.doesNotMatch(all, /casino|Win/);
  assert.match(mail.plain, /^Hello,$/m);
});

test('a company that has not proved who it is cannot use its words to send messages to other people', async () => {
  await using app = await testApp();
  const { event, company, employee, location } = await book(app, { status: 'confirmed' });
  const { write } = app.database;
  const parts = write.updateTable('visitParts').where('visitId', '=', event.id);
  await parts.set({ serviceName: 'Haircut at https://casino.test/win' }).execute();
  await write.updateTable('companies').set({ name: 'Barber casino.test' }).where('id', '=', company.id).execute();
  await write
    .updateTable('locations')
    .set({ name: 'Old Town www.casino.test' })
    .where('id', '=', location.id)
    .execute();
  await write.updateTable('users').set({ lastName: '@casino.test' }).where('id', '=', employee.userId).execute();
  const textOf = async () => {
    const mail = await queued(app, 'confirmed', event);
    return [mail.subject, mail.fromName, mail.plain, mail.html, mail.calendarEntry].join('\n');
  };
  const all = await textOf();
  assert.doesNotMatch(all, /casino/);
  for (const word of ['Haircut at', 'Barber', 'Old Town', 'Anna']) assert.ok(all.includes(word), word);
  // Nor is a title of staff in it.
  await parts.set({ serviceName: '' }).execute();
  await write
    .updateTable('events')
    .set({ title: 'Win a prize', userId: employee.userId })
    .where('id', '=', event.id)
    .execute();
  assert.doesNotMatch(await textOf(), /prize/);
  await verifyCompany(app, company);
  assert.match(await textOf(), /Win a prize/);
});

test('user input never becomes markup, placeholders or headers', async () => {
  await using app = await testApp();
  const evil = 'A\r\nBcc: evil@example.test\r\n\r\n<b onclick="x">$t(mail.footer){{company}}</b>';
  const { event, company } = await book(app);
  const { write } = app.database;
  const eMail = 'a@b.test\r\nBcc: evil@example.test';
  // Verified: mail of other companies has no words like these.
  await write
    .updateTable('companies')
    .set({ name: evil, eMail, verifiedEMail: eMail })
    .where('id', '=', company.id)
    .execute();
  await write.updateTable('services').set({ name: evil }).where('companyId', '=', company.id).execute();
  await write.updateTable('events').set({ title: evil, description: evil }).where('id', '=', event.id).execute();
  await app.database.write.updateTable('visits').set({ name: evil }).where('id', '=', event.id).execute();
  for (const kind of ['request', 'notice'] as const) {
    const mail = await queued(app, kind, event);
    for (const header of [mail.subject, mail.fromName, mail.replyTo, mail.toEMail, mail.messageId]) {
      assert.doesNotMatch(header, /[\r\n]/);
    }
    assert.doesNotMatch(mail.html, /<b onclick/);
    assert.ok(mail.html.includes('&lt;b onclick=&#34;x&#34;&gt;$t(mail.footer){{company}}'), mail.html);
  }
});

test('no mail is queued without an address or without an event', async () => {
  await using app = await testApp();
  const { event } = await book(app, { event: { eMail: '' } });
  assert.equal(await queueAppointmentMail(work(app), 'reminder', event), undefined);
  assert.equal(await queueAppointmentMail(work(app), 'reminder', { ...event, id: event.companyId }), undefined);
});

test('an all-day event is shown as days, without times or zone', async () => {
  await using app = await testApp();
  const { event } = await book(app, {
    status: 'confirmed',
    event: { allDay: true, startDate: '2026-03-03', endDate: '2026-03-05' },
  });
  const mail = await queued(app, 'reminder', event);
  assert.match(mail.plain.replace(/[^\S\n]/g, ' '), /^Tuesday 3 March – Wednesday 4 March 2026$/m);
  assert.doesNotMatch(mail.plain, /GMT/);
  assert.equal(entryOf(mail).get('dtend'), '2026-03-05');
});

test('over the repeated hour of autumn, the mail states both offsets', async () => {
  await using app = await testApp({ now: '2026-10-20T08:00:00Z' });
  const { event } = await book(app);
  const mailAt = async (startAt: string, endAt: string) => {
    const time = { startAt: Temporal.Instant.from(startAt), endAt: Temporal.Instant.from(endAt) };
    await app.database.write.updateTable('visits').set(time).where('id', '=', event.id).execute();
    return queued(app, 'request', event);
  };
  const over = await mailAt('2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z');
  assert.match(over.plain, /03:30 GMT\+3 – 03:15 GMT\+2/);
  assert.match(over.subject, /25 Oct, 03:30 GMT\+3/);
  const second = await mailAt('2026-10-25T01:15:00Z', '2026-10-25T01:45:00Z');
  assert.match(second.subject, /25 Oct, 03:15 GMT\+2/);
  const spring = await mailAt('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z');
  assert.match(spring.plain, /02:30 GMT\+2 – 04:30 GMT\+3/);
});

for (const language of languageKeys) {
  test(`every kind of mail is translated to ${language}`, async () => {
    await using app = await testApp();
    for (const kind of mailKinds) {
      const { event, employee } = await book(app, { status: statusOf[kind], event: { language } });
      const languageId = await buildLanguage(app, language);
      await app.database.write.updateTable('users').set({ languageId }).where('id', '=', employee.userId).execute();
      const mail = await queued(app, kind, event);
      for (const text of [mail.subject, mail.plain, mail.html]) {
        // A missing text shows its code, a missing parameter its braces.
        assert.doesNotMatch(text, /\bmail\.\w+|\{\{|\bundefined\b|\[object/, `${kind}: ${text}`);
      }
      assert.ok(mail.html.includes(`lang="${language}"`));
      await app.database.write
        .updateTable('users')
        .set({ logIn: employee.userId })
        .where('id', '=', employee.userId)
        .execute();
    }
  });
}
