// Builds a record of each kind that ids can name (contract/access.ts), for the tests of access.
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { InsertObject } from 'kysely';
import type { RecordKind } from '#contract/access.ts';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { PrintState } from '#contract/devices/print-jobs.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Services } from '#server/lib/context.ts';
import { templateKeys } from '#server/messaging/mail/mail-keys.ts';
import { smsKeys } from '#server/messaging/sms/sms-kinds.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import {
  type BuiltEmployee,
  buildAction,
  buildEmployee,
  buildLanguage,
  buildLocation,
} from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { buildFeed } from '#server/testing/build/feed.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildInvoice, buildPayment, creditForTest } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { buildReceipt } from '#server/testing/build/receipt.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

/** Builds a record of the owner, or else of their company, and returns its id. */
export type MakeRecord = (services: Services, owner: BuiltEmployee) => Promise<string>;

let hours = 0;
/** Events do not overlap. */
const nextStart = (services: Services) => services.clock.now().add({ hours: 1000 + 2 * ++hours });

/** A contact with an appointment in the owner's calendar. */
async function customerOf(services: Services, owner: BuiltEmployee): Promise<string> {
  const { id, name } = await buildContact(services, owner);
  await buildEvent(services, owner, { start: nextStart(services), name, contactId: id });
  return id;
}

let words = 0;
/** Three letters that are not the key of any language. */
const letters = () => `q${inLetters(++words % 676).slice(1)}`;
/** A word that no other record uses. */
const word = () => `word${inLetters(++words)}`;
const inLetters = (number: number) =>
  (number + 676).toString(26).replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)] ?? '');

const idOf = async (made: Promise<{ id: string }>) => (await made).id;

export const makeRecord: Record<Exclude<RecordKind, 'passedOver' | 'rowOfList'>, MakeRecord> = {
  async banner(services) {
    const id = randomUUIDv7();
    const now = services.clock.now();
    const values = { id, title: 'Banner', active: true, periodStart: now, periodEnd: now.add({ hours: 24 }) };
    await services.database.write.insertInto('banners').values(values).execute();
    return id;
  },
  calendar: async (_services, owner) => owner.calendarId,
  event: (services, owner) =>
    idOf(buildEvent(services, owner, { start: nextStart(services), name: 'Mara', eMail: 'mara@example.org' })),
  plainEvent: (services, owner) => idOf(buildEvent(services, owner, { start: nextStart(services) })),
  visit: (services, owner) =>
    idOf(buildEvent(services, owner, { start: nextStart(services), name: 'Mara', eMail: 'mara@example.org' })),
  async receipt(services, owner) {
    const visitId = await makeRecord.visit(services, owner);
    const { companyId } = owner;
    const id = randomUUIDv7();
    await buildReceipt(services, { companyId, id, visitId, amount: 20 });
    return id;
  },
  hold: (services, owner) =>
    idOf(buildEvent(services, owner, { start: nextStart(services), status: 'held', holdToken: 'y'.repeat(43) })),
  contact: (services, owner) => idOf(buildContact(services, owner)),
  customer: customerOf,
  async merge(services, owner) {
    const [contactId, mergedId] = [await customerOf(services, owner), await customerOf(services, owner)];
    const { companyId } = owner;
    const { write } = services.database;
    await write.updateTable('contacts').set({ mergedInto: contactId }).where('id', '=', mergedId).execute();
    const id = randomUUIDv7();
    const moved = JSON.stringify({ events: [], consents: [], tags: [], before: {}, after: {} });
    await write
      .insertInto('contactMerges')
      .values({ companyId, id, contactId, mergedId, moved, createdAt: services.clock.now() })
      .execute();
    return id;
  },
  file: (services, owner) => idOf(buildFile(services, { id: owner.companyId })),
  async picture(services, owner) {
    const bytes = Buffer.from(dot, 'base64');
    return idOf(buildFile(services, { id: owner.companyId }, { bytes, mimeType: 'image/png' }));
  },
  async ownPicture(services, { companyId, userId }) {
    const bytes = Buffer.from(dot, 'base64');
    return idOf(buildFile(services, { id: companyId }, { bytes, mimeType: 'image/png', uploadedBy: userId }));
  },
  async shownPicture(services, owner) {
    const fileId = await makeRecord.ownPicture(services, owner);
    const { companyId, userId } = owner;
    await services.database.write
      .insertInto('profilePictures')
      .values({ companyId, userId, fileId, position: 1 })
      .execute();
    return fileId;
  },
  async geoLocation(services, { companyId }) {
    const id = randomUUIDv7();
    const values = { id, companyId, name: 'Riga', lineAddress: 'Riga', latitude: 56.9, longitude: 24.1 };
    await services.database.write.insertInto('geolocations').values(values).execute();
    return id;
  },
  language: (services) => buildLanguage(services, letters()),
  location: async (services, { companyId }) => (await buildLocation(services, { id: companyId })).id,
  async menuItem(services) {
    const id = randomUUIDv7();
    const root = '00000000-0000-0000-0000-000000000000';
    await services.database.write.insertInto('menuItems').values({ id, parentId: root, name: 'Item' }).execute();
    return id;
  },
  async page(services) {
    const id = randomUUIDv7();
    await services.database.write
      .insertInto('pages')
      .values({ id, name: 'Page', sRef: `/app/${id}` })
      .execute();
    return id;
  },
  action: (services) => buildAction(services, `Action ${word()}`),
  async invitation(services, { companyId }) {
    const id = randomUUIDv7();
    const eMail = `${word()}@example.org`;
    const expiresAt = services.clock.now().add({ hours: 24 });
    await services.database.write
      .insertInto('actionLinks')
      .values({ id, companyId, eMail, purpose: 'invite', tokenHash: randomBytes(32), expiresAt })
      .execute();
    return id;
  },
  anyCompany: companyOf,
  employer: companyOf,
  plan: async (services) =>
    (await services.database.read.selectFrom('plans').select('id').limit(1).executeTakeFirstOrThrow()).id,
  anyFile: (services, owner) => idOf(buildFile(services, { id: owner.companyId })),
  colleague: colleagueAt,
  anybody: colleagueAt,
  async group(services) {
    const id = randomUUIDv7();
    await services.database.write
      .insertInto('groups')
      .values({ id, name: `Group ${word()}` })
      .execute();
    return id;
  },
  async reminder(services, { companyId, userId }) {
    const id = randomUUIDv7();
    const values = { id, companyId, userId, type: 'general', text: 'Hello', createdAt: services.clock.now() };
    await services.database.write.insertInto('reminders').values(values).execute();
    return id;
  },
  invoice: (services, { companyId }) => idOf(buildInvoice(services, { id: companyId })),
  anyInvoice: (services, { companyId }) => idOf(buildInvoice(services, { id: companyId })),
  async invoiceFile(services, { companyId }) {
    const { id } = await buildInvoice(services, { id: companyId });
    const files = services.database.read.selectFrom('invoiceFiles').select('id');
    return idOf(files.where('invoiceId', '=', id).executeTakeFirstOrThrow());
  },
  async creditedInvoice(services, { companyId }) {
    const { id } = await buildInvoice(services, { id: companyId });
    await creditForTest(services, id);
    return id;
  },
  printer: deviceOf('printer'),
  register: deviceOf('register'),
  waitingPaper: paperOf('waiting'),
  askedPaper: paperOf('uncertain'),
  printedPaper: paperOf('printed'),
  anyPrinter: deviceOf('printer'),
  anyRegister: deviceOf('register'),
  ownPrinter: deviceOf('printer'),
  ownRegister: deviceOf('register'),
  tillCustomer: (services, owner) => idOf(buildContact(services, owner)),
  async tillReceipt(services, owner) {
    const visitId = await makeRecord.visit(services, owner);
    const { companyId, locationId } = owner;
    const id = randomUUIDv7();
    await buildReceipt(services, { companyId, id, visitId, amount: 20, locationId, deviceNumber: '' });
    return id;
  },
  locationOfDevice: (services, owner) => makeRecord.workplace(services, owner),
  anyLocation: (services, { companyId }) => idOf(buildLocation(services, { id: companyId })),
  listingType: (services) => rowOf(services, 'listingTypes', { key: word() }),
  listingApplication: applicationOf('printer'),
  registerApplication: applicationOf('register'),
  listingLog: deviceLogOf('printer'),
  registerLog: deviceLogOf('register'),
  templateFile: (services, { companyId }) => idOf(buildFile(services, { id: companyId })),
  applicationFile: (services, { companyId }) =>
    idOf(buildFile(services, { id: companyId }, { name: 'agent.zip', mimeType: 'application/zip' })),
  bookingImport: (services, { companyId }) =>
    rowOf(services, 'imports', {
      ...{ companyId, fileName: 'export.csv', source: 'ics', state: 'done', total: 1 },
      ...{ createdAt: services.clock.now(), touchedAt: services.clock.now() },
    }),
  backup: (services, { companyId }) =>
    rowOf(services, 'backups', { companyId, state: 'failed', createdAt: services.clock.now() }),
  restore: (services) =>
    rowOf(services, 'restores', {
      state: 'checked',
      fileName: 'salon.zip',
      size: 1,
      pieces: 1,
      report: JSON.stringify({
        companyName: 'Salon',
        madeAt: '',
        product: '',
        tables: [],
        files: { count: 0, bytes: 0 },
        leftOut: [],
        people: [],
        limits: { people: 1, locations: 1 },
        locations: 1,
      }),
      createdAt: services.clock.now(),
    }),
  uploadingRestore: (services) =>
    rowOf(services, 'restores', { fileName: 'salon.zip', size: 10, createdAt: services.clock.now() }),
  payment: (services, { companyId }) => idOf(buildPayment(services, { id: companyId })),
  checkout: (services, { companyId }) => idOf(buildPayment(services, { id: companyId })),
  anyPayment: (services, { companyId }) => idOf(buildPayment(services, { id: companyId })),
  async userAudit(services, { companyId, userId, logIn }) {
    const id = randomUUIDv7();
    const entry = { companyId, userId, userName: logIn, actorName: logIn };
    await services.database.write
      .insertInto('userAudits')
      .values({ id, ...entry, createdAt: services.clock.now(), text: 'Signed in' })
      .execute();
    return id;
  },
  async workplace(services, { companyId, userId }) {
    const { id } = await buildLocation(services, { id: companyId });
    await services.database.write
      .insertInto('employeeLocations')
      .values({ companyId, userId, locationId: id })
      .execute();
    return id;
  },
  async firstWorkplace(_services, { locationId }) {
    return locationId;
  },
  async session(services, owner) {
    await signIn(services, owner);
    // Ids are ordered by time.
    const newest = services.database.read.selectFrom('sessions').select('id').where('userId', '=', owner.userId);
    return idOf(newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow());
  },
  passkey: (services, { userId }) =>
    rowOf(services, 'passkeys', {
      userId,
      credentialId: randomBytes(16),
      publicKey: randomBytes(16),
      counter: 0,
      name: 'Phone',
      createdAt: services.clock.now(),
    }),
  announcement: (services) =>
    rowOf(services, 'announcements', { texts: '{"en":"Hello"}', recipients: 1, createdAt: services.clock.now() }),
  pushSubscription: (services, { userId }) =>
    rowOf(services, 'pushSubscriptions', {
      userId,
      tokenHash: randomBytes(32),
      token: randomBytes(32),
      createdAt: services.clock.now(),
    }),
  mail: mailOf,
  anyMail: mailOf,
  async mailLog(services, owner) {
    const deliveryId = await mailOf(services, owner);
    return rowOf(services, 'deliveryAttempts', {
      deliveryId,
      companyId: owner.companyId,
      answer: 'OK',
      createdAt: services.clock.now(),
    });
  },
  sms: smsOf,
  anySms: smsOf,
  receivedSms: receivedSmsOf,
  anyReceivedSms: receivedSmsOf,
  async smsLog(services, owner) {
    const deliveryId = await smsOf(services, owner);
    return rowOf(services, 'deliveryAttempts', {
      deliveryId,
      companyId: owner.companyId,
      answer: 'OK',
      createdAt: services.clock.now(),
    });
  },
  mailText: async (_services, { companyId }) => uuidOf(`${companyId} ${mailKey} en`),
  smsText: async (_services, { companyId }) => uuidOf(`sms ${companyId} ${smsKeys[0]} en`),
  sharedSmsText: async () => uuidOf(`sms ${smsKeys[0]} en`),
  sharedMailText: async () => uuidOf(`${mailKey} en`),
  mailWords: async () => uuidOf('mail.what en'),
  emailCampaign: (services, owner) => idOf(buildCampaign(services, { id: owner.companyId })),
  smsCampaign: (services, owner) => idOf(buildCampaign(services, { id: owner.companyId }, { medium: 'sms' })),
  mailServer: (services) => rowOf(services, 'smtpSettings', { key: word(), host: '127.0.0.1', port: 9, timeOut: 1000 }),
  smsGateway: (services) =>
    rowOf(services, 'smsGateways', { key: word(), host: '127.0.0.1', port: 9, timeOut: 1000, domain: 'sms.test' }),
  bounceMailbox: (services) => rowOf(services, 'bounceMailboxes', { key: word(), host: '127.0.0.1', port: 9 }),
  unclearReport: (services) =>
    rowOf(services, 'unclearReports', {
      ...{
        mailbox: 'Bounces',
        sender: 'mailer-daemon@example.test',
        subject: word(),
        reason: 'unclear',
        message: word(),
      },
      createdAt: services.clock.now(),
    }),
  suppressedAddress: (services) =>
    rowOf(services, 'suppressions', {
      medium: 'mail',
      address: `${word()}@example.org`,
      reason: 'bounce',
      evidence: 'RCPT TO: 550 5.1.1 No such user',
      createdAt: services.clock.now(),
      expiresAt: services.clock.now().add({ hours: 24 }),
    }),
  async companySuppressedAddress(services, { companyId }) {
    const address = `${word()}@example.org`;
    await buildMail(services, { companyId, toEMail: address, state: 'failed', reason: 'bounced' });
    const { clock } = services;
    const row = { medium: 'mail', address, reason: 'bounce', evidence: '550 5.1.1 No such user' };
    return rowOf(services, 'suppressions', {
      ...row,
      createdAt: clock.now(),
      expiresAt: clock.now().add({ hours: 24 }),
    });
  },
  problem: problemOf,
  anyProblem: problemOf,
  setting: (services) =>
    rowOf(services, 'settings', { key: word(), value: 'as it is', type: 'text', group: 'Samples' }),
  async job(services) {
    await addNewJobs(services.database.write);
    return idOf(services.database.read.selectFrom('jobs').select('id').limit(1).executeTakeFirstOrThrow());
  },
  systemLog: (services) =>
    rowOf(services, 'systemLogs', {
      createdAt: services.clock.now(),
      serverName: 'one',
      categoryName: 'mail',
      priority: 2,
      severity: 'Error',
      title: 'Something went wrong',
      message: 'It did',
      formattedMessage: 'It did',
    }),
  feedback: (services) => rowOf(services, 'feedback', { type: 'happy', message: 'A pleasure to use' }),
  dataAudit: (services) =>
    rowOf(services, 'dataAudits', { createdAt: services.clock.now(), tableName: 'services', method: 'Insert' }),
  tableSetting: (services) =>
    idOf(services.database.read.selectFrom('tableSettings').select('id').limit(1).executeTakeFirstOrThrow()),
  serviceOfCalendar: (services, owner) => idOf(buildService(services, owner)),
  companyCalendar: async (_services, owner) => owner.calendarId,
  companyService: (services, owner) => idOf(buildService(services, owner)),
  bookedService: (services, owner) => idOf(buildService(services, owner)),
  serviceCategory: (services, { companyId }) => rowOf(services, 'serviceCategories', { companyId, name: word() }),
  legalText: async () => uuidOf('terms en'),
  feed: (services, owner) => idOf(buildFeed(services, owner)),
  outsideAccount: (services, owner) => idOf(buildOutsideAccount(services, owner)),
  outsideCalendar: async (services, owner) => (await buildOutsideAccount(services, owner)).outsideCalendarId,
  switchedAccount: (services, owner) => idOf(buildOutsideAccount(services, owner)),
  service: (services, owner) => idOf(buildService(services, owner, { minutes: 15 })),
};

/** Inserts a row into a table; returns its id. */
async function rowOf<T extends keyof Schema>(
  services: Services,
  table: T,
  values: Omit<InsertObject<Schema, T>, 'id'>,
): Promise<string> {
  const id = randomUUIDv7();
  // Every table used here has an id.
  await services.database.write
    .insertInto(table)
    .values({ ...values, id } as never)
    .execute();
  return id;
}

/** A mail of the owner's company. */
function mailOf(services: Services, { companyId }: BuiltEmployee): Promise<string> {
  return buildMail(services, { companyId, subject: 'Confirmed', state: 'sent' });
}

function receivedSmsOf(services: Services, { companyId }: BuiltEmployee): Promise<string> {
  const text = { companyId, fromSms: '+37120000001', message: word() };
  return rowOf(services, 'inboundMessages', { ...text, createdAt: services.clock.now() });
}

async function smsOf(services: Services, { companyId }: BuiltEmployee): Promise<string> {
  return (await buildSms(services, companyId)).id;
}

function problemOf(services: Services, { companyId }: BuiltEmployee): Promise<string> {
  return buildMail(services, { companyId, subject: 'Confirmed', state: 'failed', reason: 'refused' });
}

/** Like the ids of texts that may not be saved yet. */
function uuidOf(words: string): string {
  const hex = createHash('md5').update(words).digest('hex');
  return [8, 4, 4, 4, 12].map((length, part) => hex.slice(starts[part], (starts[part] ?? 0) + length)).join('-');
}
const starts = [0, 8, 12, 16, 20];
const [mailKey] = templateKeys;

async function companyOf(_services: Services, { companyId }: BuiltEmployee): Promise<string> {
  return companyId;
}

/** A new employee at the owner's place of work. */
async function colleagueAt(services: Services, owner: BuiltEmployee): Promise<string> {
  const { companyId, locationId: id, locationUrlName: urlName, timeZone } = owner;
  const place = { companyId, id, urlName, timeZone, name: '', geolocationId: null };
  return (await buildEmployee(services, place, { actions: ['user'] })).userId;
}

/** Values for fields of these names where the first valid value is not enough: it must be unique or must exist. */
export const knownValues: Record<string, () => unknown> = {
  start: () => '2026-03-03T10:00:00Z',
  end: () => '2026-03-03T10:15:00Z',
  periodStart: () => '2026-03-03T10:00:00Z',
  periodEnd: () => '2026-03-04T10:00:00Z',
  sRef: () => `app.${word()}`,
  urlName: () => `street-${word()}`,
  key: letters,
  timeZone: () => 'Europe/Riga',
};

/** A PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function deviceOf(kind: DeviceKind): MakeRecord {
  return async (services, { companyId, locationId }) => idOf(buildDevice(services, { companyId, locationId, kind }));
}

function paperOf(state: PrintState): MakeRecord {
  return async (services, { companyId, locationId, userId }) =>
    idOf(buildPaper(services, { companyId, locationId, createdBy: userId, state }));
}

function applicationOf(kind: DeviceKind): MakeRecord {
  return async (services, owner) =>
    rowOf(services, 'deviceApplications', {
      kind,
      version: `1.${++words}`,
      fileId: await makeRecord.applicationFile(services, owner),
    });
}

function deviceLogOf(kind: DeviceKind): MakeRecord {
  return (services, { companyId }) =>
    rowOf(services, 'deviceLogs', {
      ...{ companyId, kind, deviceId: randomUUIDv7(), deviceName: 'Desk', locationName: 'Old Town' },
      ...{ text: 'Printed', createdAt: services.clock.now() },
    });
}
