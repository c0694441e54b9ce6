// Records for the tests of all lists: what is inserted into each, or how its rows come about. A plain list needs no
// entry here.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { fieldsOf } from '#contract/lib/wire.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { openSecret } from '#server/lib/secrets/secret-box.ts';
import { mailboxPurpose } from '#server/messaging/bounces/mailbox.ts';
import { smtpPurpose } from '#server/messaging/mail/mail-server.ts';
import { gatewayPurpose } from '#server/messaging/sms/gateways.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { type buildBusiness, buildCompany, buildEmployee } from '#server/testing/build/business.ts';
import { buildPaper } from '#server/testing/build/device.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { sampleInput } from './sample-input.ts';

export type Business = Awaited<ReturnType<typeof buildBusiness>>;

interface Sample {
  /** A new record each time; without it `seed` creates the rows. */
  input?: (business: Business) => object;
  /** The fields that an update changes. */
  change?: Record<string, unknown>;
  seed?: (app: TestApp, business: Business) => Promise<unknown>;
  /** Values that an update adds to fields that rows leave empty, for the search. */
  filled?: (app: TestApp) => Record<string, unknown>;
  /** The query of GetPaginated, when not any row can be updated. */
  find?: Record<string, unknown>;
  /** Two values of a field, by its path, where the first valid ones do not fit together, or not this record. */
  values?: (record: Record<string, unknown>, app: TestApp) => Record<string, readonly unknown[]>;
  /** Fields that no answer has, with the reason, and how they are read where they are stored. */
  unanswered?: Record<string, { why: string; read: (app: TestApp, id: string) => Promise<unknown> }>;
}

let made = 0;
const next = () => ++made;
/** `aab`, `aac`, …: letters only. */
const letters = () =>
  next()
    .toString(26)
    .replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)] ?? '');

const addresses = ({ config }: TestApp) => ({
  fromEMail: parseSender(config.mailFrom).address,
  toEMail: 'copies@daybook.test',
  bccEMail: 'book@daybook.test',
});

/** A password of the table, which is sealed for a purpose. */
const sealed = (table: 'smtpSettings' | 'smsGateways' | 'bounceMailboxes', purpose: string): Sample['unanswered'] => ({
  password: {
    why: 'Passwords are written only.',
    async read({ config, database }, id) {
      // Kysely's types need one concrete table.
      const rows = database.read
        .selectFrom(table as 'smtpSettings')
        .select('password')
        .where('id', '=', id);
      const { password } = await rows.executeTakeFirstOrThrow();
      return password && openSecret(config, purpose, password);
    },
  },
});

/** Texts of templates keep their placeholders. */
const templateValues: Sample['values'] = ({ body, message }, app) => ({
  body: [`${body}\n\nOne`, `${body}\n\nTwo`],
  message: [`${message} One`, `${message} Two`],
  fromEMail: [addresses(app).fromEMail, null],
  fromSms: ['Company', null],
});

const host: Sample = {
  input: () => ({
    key: `Server ${next()}`,
    host: 'relay.example.org',
    port: 587,
    ssl: true,
    timeOut: 10_000,
    useDefaultCredentials: false,
    userName: 'daybook',
    password: 'hunter2',
    isDefault: false,
  }),
  change: { host: 'smtp.example.org', port: 465 },
};

const intervals = { minPollSeconds: 5, maxPollSeconds: 10, pollStepSeconds: 5, isPaused: false };

const device: Sample = {
  input: ({ location }) => ({ name: `Front desk ${next()}`, locationId: location.id, ...intervals }),
  change: { name: 'Kitchen' },
  values: () => ({ minPollSeconds: [5, 6], maxPollSeconds: [10, 20], pollStepSeconds: [5, 6], dots: [384, 576] }),
  filled: () => ({ reportedVersion: '1.0.0.0' }),
};

/** The file of an application exists before the record that names it. */
let applicationFile = '';
const application: Sample = {
  seed: async (app, { company }) => {
    applicationFile = (await buildFile(app, company, { name: 'agent.zip', mimeType: 'application/zip' })).id;
  },
  input: () => ({ applicationVersion: `1.0.${next()}.0`, description: 'Faster', fileId: applicationFile }),
  change: { description: 'Slower' },
  values: () => ({ applicationVersion: [`2.0.${next()}.0`, `2.0.${next()}.0`] }),
};

async function logOf({ database, clock }: TestApp, companyId: string, kind: DeviceKind): Promise<void> {
  const named = { deviceName: 'Desk', locationName: 'Old Town', typeKey: 'testPage', typeDescription: 'Test page' };
  await database.write
    .insertInto('deviceLogs')
    .values({
      ...{ id: randomUUIDv7(), companyId, kind, deviceId: randomUUIDv7(), ...named },
      ...{ text: `Printed paper ${next()}`, createdAt: clock.now() },
    })
    .execute();
}

/**
 * The sample of a list by the name that `contract/all.ts` gives it; without an input below it is made from the
 * contract.
 */
export function sampleOf(name: string, list: AnyResource): Sample {
  const sample = samples[name];
  return sample && (sample.input || !list.operations.insert) ? sample : { ...derivedSample(list), ...sample };
}

/**
 * A record whose title is new each time: its other fields are those of a blank one, or else the first value that fits.
 */
export function derivedSample({ name, declared }: AnyResource): {
  input: () => Record<string, unknown>;
  change: Record<string, unknown>;
} {
  const { input, title, blank } = declared;
  assert.ok(input, `server/testing/lists/list-samples.ts has no entry for ${name}, whose rows are not inserted`);
  const begun = blank?.() ?? {};
  const fields = Object.entries(fieldsOf(input) ?? {});
  const values = fields.map(([field, schema]) => {
    const isFit = schema.safeParse(begun[field]).success;
    return [field, isFit ? begun[field] : sampleInput(schema, () => undefined)] as const;
  });
  return {
    input: () => ({ ...Object.fromEntries(values), [title]: `Sample ${next()}` }),
    change: { [title]: `Renamed ${next()}` },
  };
}

export const samples: Record<string, Sample> = {
  companyBackups: {
    seed: async ({ database, clock }, { employee: { companyId, userId } }) => {
      const person = { madeBy: userId, madeByName: `Anna ${letters()}` };
      const archive = { size: 1000 + next(), sha256: 'a'.repeat(64), endedAt: clock.now(), expiresAt: clock.now() };
      await database.write
        .insertInto('backups')
        .values({ companyId, id: randomUUIDv7(), state: 'done', createdAt: clock.now(), ...person, ...archive })
        .execute();
    },
  },
  companyPrintJobs: {
    seed: async (app, { employee }) => {
      const { companyId, locationId, userId } = employee;
      for (const state of ['waiting', 'printed', 'failed'] as const) {
        await buildPaper(app, { companyId, locationId, createdBy: userId, state, title: `Slip ${next()}` });
      }
    },
    values: () => ({ reason: ['paperOut', 'coverOpen'] }),
  },
  companyPrinters: device,
  systemPrinters: device,
  companyCashRegisters: device,
  systemCashRegisters: device,
  systemListingTypes: {
    input: () => ({ key: `price${letters()}`, description: 'Price list', fileId: null }),
    change: { description: 'List of prices' },
  },
  systemListingApplications: application,
  systemCashRegisterApplications: application,
  systemListingLogs: { seed: (app, { company }) => logOf(app, company.id, 'printer') },
  systemCashRegisterLogs: { seed: (app, { company }) => logOf(app, company.id, 'register') },
  companyEmployees: { seed: (app, { location }) => buildEmployee(app, location) },
  companyInvitations: {
    seed: (app, { company }) =>
      app.database.write
        .insertInto('actionLinks')
        .values({
          id: randomUUIDv7(),
          companyId: company.id,
          eMail: `invited-${next()}@example.org`,
          purpose: 'invite',
          tokenHash: Buffer.from(randomUUIDv7()),
          expiresAt: app.clock.now().add({ hours: 24 }),
        })
        .execute(),
  },
  companyProducts: {
    values: () => ({ barcode: [`OWN-${next()}`, `OWN-${next()}`] }),
    filled: () => ({ barcode: `OWN-${next()}` }),
  },
  companyServices: {
    values: () => ({
      ...{ pauseStart: [5, 10], pauseMinutes: [10, 5] },
      // The server gives them their ids.
      options: [
        [{ kind: 'variant', name: 'Long hair', minutes: 15, price: 10.5, maxCount: 1, isActive: true }],
        [{ kind: 'extra', name: 'Wash', minutes: 5, price: 4, maxCount: 3, isActive: false }],
      ],
    }),
  },
  // Its rows open a page of their own, which e2e/customers.test.ts covers.
  companyContacts: {
    input: () => ({
      name: `Zoë Customer ${next()}`,
      eMail: 'zoe@example.org',
      phoneNumber: '+371 20000001',
      language: 'de',
      preferredChannel: 'sms',
      birthday: '1985-03-07',
      tags: ['Regular'],
      notes: 'Likes tea',
    }),
    change: { notes: 'Likes coffee', preferredChannel: 'none' },
  },
  companyLocations: {
    input: () => ({
      name: `Side street ${next()}`,
      urlName: `side-street-${next()}`,
      address: '"Old" Road 5, Riga',
      country: 'Latvia',
      timeZone: 'Europe/Riga',
      description: '',
      geolocationId: null,
    }),
    change: { name: 'Moved to Brīvības iela', timeZone: 'Europe/Vilnius' },
  },
  companyInvoices: { seed: (app, { company }) => buildInvoice(app, company) },
  systemInvoices: { seed: (app, { company }) => buildInvoice(app, company) },
  companyPayments: { seed: (app, { company }) => buildPayment(app, company) },
  systemPayments: { seed: (app, { company }) => buildPayment(app, company) },
  systemBalances: { seed: (app) => buildCompany(app) },
  systemBilling: {
    values: () => ({ vatId: ['LV40003032949', 'DE136695976'], country: ['LV', 'DE'] }),
    seed: (app) => buildCompany(app),
    change: { name: 'Another name', country: 'LV' },
    filled: () => ({
      address: 'Main street 1',
      vatId: 'LV40003032949',
      billingEMail: 'bills@example.org',
      reference: 'PO-77',
    }),
  },
  systemActions: {
    input: () => ({ name: `may-${next()}`, description: 'Something more', onlySys: false }),
    change: { name: 'may-else', description: 'Něco jiného' },
  },
  systemBanners: {
    input: () => ({
      title: `Spring offer ${next()}`,
      description: '',
      link: '/terms',
      imageLink: '',
      periodStart: '2026-03-01T00:00:00+00:00',
      periodEnd: '2026-03-31T00:00:00+00:00',
      fileId: null,
      active: false,
    }),
    change: { title: 'Summer offer', active: true },
  },
  systemPlans: {
    seed: async () => {},
    change: { name: 'Atelier', monthlyCost: 12.5, extraUserCost: 4.5, extraLocationCost: 9 },
  },
  systemCompanies: { change: { name: 'Renamed', monthlyCost: 12.5, maxUsers: 7 } },
  systemFeedback: {
    seed: (app) =>
      app.database.write
        .insertInto('feedback')
        .values({
          id: randomUUIDv7(),
          type: 'bug',
          message: `The ribbon is torn, ${next()}`,
          createdAt: app.clock.now(),
        })
        .execute(),
  },
  systemFileUploads: {
    seed: (app, { company }) => buildFile(app, company, { name: `minutes of ${next()}.txt` }),
  },
  systemGroups: {
    input: () => ({ name: `Team ${next()}`, description: '', onlySys: false }),
    change: { name: 'Another team', onlySys: true },
  },
  systemRestores: {
    seed: ({ database, clock }) =>
      database.write
        .insertInto('restores')
        .values({ id: randomUUIDv7(), fileName: `salon-${letters()}.zip`, size: 1000 + next(), createdAt: clock.now() })
        .execute(),
  },
  systemLogs: {
    seed: (app) =>
      app.database.write
        .insertInto('systemLogs')
        .values({
          id: randomUUIDv7(),
          createdAt: app.clock.now(),
          serverName: 'one',
          categoryName: 'mail',
          priority: 2,
          severity: 'Error',
          title: `Mail was not sent, try ${next()}`,
          message: 'Connection refused',
          formattedMessage: 'Connection refused\n at line 1',
        })
        .execute(),
  },
  systemPages: {
    input: () => ({ name: `Leaflet ${next()}`, sRef: `/app/leaflet-${next()}`, onlySys: false }),
    change: { name: 'Another leaflet', onlySys: true },
  },
  systemJobs: {
    find: { search: 'name: figures' },
    values: () => ({ parameters: ['{"Days":5}', '{"Days":6}'] }),
    seed: (app) => addNewJobs(app.database.write),
    change: { description: 'Cleans up', nextStartSeconds: 1_200 },
  },
  systemLegalTexts: { change: { html: '<p>Other words</p>' } },
  systemLanguages: {
    input: () => ({
      name: `Tongue ${next()}`,
      key: `x${letters().slice(-2)}`,
      cultures: '',
      locales: 'xx',
      isDefault: false,
    }),
    change: { name: 'Tongue of another', locales: 'yy' },
  },
  systemAppSettings: {
    seed: (app) =>
      app.database.write
        .insertInto('settings')
        .values({ key: `sample.${next()}`, value: 'as it was', type: 'text', group: 'Samples' })
        .execute(),
    change: { value: 'as it is' },
  },
  systemPeople: {
    seed: (app, { location }) => buildEmployee(app, location),
    change: { firstName: 'Renamed', lastName: 'Person' },
  },
  systemDataAudits: {
    seed: (app, { company }) =>
      app.database.write
        .insertInto('dataAudits')
        .values({
          id: randomUUIDv7(),
          createdAt: app.clock.now(),
          companyId: company.id,
          tableName: `services ${next()}`,
          method: 'Insert',
          userName: 'anna@daybook.test',
          actorName: 'anna@daybook.test',
          before: JSON.stringify({ name: 'Haircut' }),
          after: JSON.stringify({ name: 'Colour' }),
        })
        .execute(),
  },
  systemTableSettings: { change: { isSync: true } },
  systemUserAudits: {
    seed: (app, { company, employee }) =>
      app.database.write
        .insertInto('userAudits')
        .values({
          id: randomUUIDv7(),
          createdAt: app.clock.now(),
          companyId: company.id,
          userId: employee.userId,
          userName: employee.logIn,
          actorName: employee.logIn,
          text: `Signed in, try ${next()}`,
          address: '192.0.2.1',
        })
        .execute(),
  },
  systemSmtps: {
    ...host,
    unanswered: sealed('smtpSettings', smtpPurpose),
    change: { ...host.change, forCampaigns: false, position: 5, maxConnections: 3, perHour: 500 },
  },
  systemSmsGateways: {
    ...host,
    input: (business) => ({ ...host.input?.(business), domain: 'sms.example.org' }),
    unanswered: sealed('smsGateways', gatewayPurpose),
    values: () => ({
      kind: ['http', 'mail'],
      preset: ['other', 'twilio'],
      path: ['/one', '/two'],
      headers: ['X-One: {{basic}}', 'X-Two: {{basic}}'],
    }),
    change: { ...host.change, forCampaigns: false, sender: 'Daybook', perHour: 500 },
  },
  systemBounceMailboxes: {
    input: () => ({
      key: `Mailbox ${next()}`,
      host: 'imap.example.org',
      port: 993,
      ssl: true,
      userName: 'bounces',
      password: 'hunter2',
      folder: 'INBOX',
      movedTo: 'Read',
      address: 'bounces@example.org',
      active: true,
    }),
    change: { host: 'mail.example.org', address: 'bounce.example.org' },
    unanswered: sealed('bounceMailboxes', mailboxPurpose),
  },
  companyEmailTemplates: {
    values: templateValues,
    input: () => ({ subject: 'Yes', body: '{{confirmButton}}' }),
    change: { subject: 'Yes or no: {{what}}' },
    filled: addresses,
  },
  systemEmailTemplates: { values: templateValues, change: { subject: 'Yes or no: {{what}}' }, filled: addresses },
  companySmsTemplates: {
    values: templateValues,
    input: () => ({ message: '{{when}}: {{cancelLink}}' }),
    change: { message: 'New: {{when}}, {{cancelLink}}' },
    filled: () => ({ fromSms: 'Company', toSms: '+371 20000002' }),
  },
  systemSmsTemplates: {
    values: templateValues,
    change: { message: 'New: {{when}}, {{cancelLink}}' },
    filled: () => ({ fromSms: 'Company', toSms: '+371 20000002' }),
  },
  systemMessageTemplates: {},
  systemAnnouncements: {
    seed: (app) =>
      app.database.write
        .insertInto('announcements')
        .values({
          id: randomUUIDv7(),
          texts: JSON.stringify({ en: `Maintenance ${next()}` }),
          recipients: next(),
          createdAt: app.clock.now(),
        })
        .execute(),
  },
  systemSuppressedAddresses: {
    seed: (app) =>
      app.database.write
        .insertInto('suppressions')
        .values({
          id: randomUUIDv7(),
          medium: 'mail',
          address: `gone-${next()}@example.org`,
          reason: 'bounce',
          evidence: '550 5.1.1 No such user',
          createdAt: app.clock.now(),
          expiresAt: app.clock.now().add({ hours: 24 }),
        })
        .execute(),
  },
  companySuppressedAddresses: {
    async seed(app, { company }) {
      const address = `gone-${next()}@example.org`;
      await buildMail(app, { companyId: company.id, toEMail: address, state: 'failed', reason: 'bounced' });
      const createdAt = app.clock.now();
      const row = { medium: 'mail', address, reason: 'bounce', evidence: '550 5.1.1 No such user' };
      await app.database.write
        .insertInto('suppressions')
        .values({ ...row, id: randomUUIDv7(), createdAt, expiresAt: createdAt.add({ hours: 24 }) })
        .execute();
    },
  },
  companyProblems: { seed: seedProblem },
  systemProblems: { seed: seedProblem },
  companyEmailMessages: { seed: seedMail },
  systemEmailMessages: { seed: seedMail },
  systemEmailMessageLogs: { seed: seedMail },
  companySmsMessages: { seed: seedSms },
  systemSmsMessages: { seed: seedSms },
  systemSmsMessageLogs: { seed: seedSms },
  companyReceivedSms: { seed: seedReceivedSms },
  systemReceivedSms: { seed: seedReceivedSms },
  systemUnclearReports: { seed: seedUnclearReport },
};

function seedUnclearReport({ database, clock }: TestApp): Promise<unknown> {
  const report = {
    id: randomUUIDv7(),
    createdAt: clock.now(),
    mailbox: 'Bounces',
    sender: 'mailer-daemon@example.test',
  };
  return database.write
    .insertInto('unclearReports')
    .values({ ...report, subject: `Returned ${next()}`, reason: 'unclear', message: 'It was not possible.' })
    .execute();
}

function seedReceivedSms(app: TestApp, { company }: Business): Promise<unknown> {
  const text = { id: randomUUIDv7(), companyId: company.id, fromSms: '+37120000001', message: `Stop ${next()}` };
  return app.database.write
    .insertInto('inboundMessages')
    .values({ ...text, meaning: 'stop', createdAt: app.clock.now() })
    .execute();
}

/** An SMS with one delivery attempt. */
async function seedSms(app: TestApp, { company, location }: Business): Promise<void> {
  const { id } = await buildSms(app, company.id, {
    locationId: location.id,
    fromSms: 'Salon',
    subject: `Reminder, try ${next()}`,
  });
  await app.database.write
    .insertInto('deliveryAttempts')
    .values({
      ...{ id: randomUUIDv7(), deliveryId: id, companyId: company.id, answer: '200 OK' },
      createdAt: app.clock.now(),
    })
    .execute();
}

/** A mail with one delivery attempt. */
async function seedMail(app: TestApp, { company, location }: Business): Promise<void> {
  const createdAt = app.clock.now();
  const place = { companyId: company.id, locationId: location.id };
  const id = await buildMail(app, { ...place, subject: `Confirmed, try ${next()}`, state: 'sent' });
  await app.database.write
    .insertInto('deliveryAttempts')
    .values({ id: randomUUIDv7(), deliveryId: id, companyId: company.id, answer: '250 OK', createdAt })
    .execute();
}

function seedProblem(app: TestApp, { company }: Business): Promise<string> {
  const answer = `550 Policy ${next()}`;
  return buildMail(app, {
    companyId: company.id,
    subject: `Refused ${next()}`,
    state: 'failed',
    reason: 'refused',
    answer,
  });
}
