// Records for the tests of all lists: what is inserted into each, or how its rows come about.
import { randomUUIDv7 } from 'node:crypto';
import { parseSender } from '#server/lib/one-line.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { type buildBusiness, buildEmployee, buildFile } from '#server/testing/build.ts';
import { buildMail } from '#server/testing/build-mail.ts';
import type { TestHouse } from '#server/testing/house.ts';

export type Business = Awaited<ReturnType<typeof buildBusiness>>;

interface Sample {
  /** A new record each time; without it the list gets its rows by `seed`. */
  input?: (business: Business) => object;
  /** What an update changes. */
  change?: Record<string, unknown>;
  seed?: (house: TestHouse, business: Business) => Promise<unknown>;
  /** What an update writes beside into fields that rows leave empty, so that they can be searched. */
  filled?: (house: TestHouse) => Record<string, unknown>;
}

let made = 0;
const next = () => ++made;
/** `aab`, `aac`, …: letters only. */
const letters = () =>
  next()
    .toString(26)
    .replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)] ?? '');

const addresses = ({ config }: TestHouse) => ({
  fromEMail: parseSender(config.mailFrom).address,
  toEMail: 'copies@daybook.test',
  bccEMail: 'book@daybook.test',
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

/** By the name under which `contract/resources.ts` lists them. */
export const samples: Record<string, Sample> = {
  companyEmployees: { seed: (house, { location }) => buildEmployee(house, location) },
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
  systemCompanies: { change: { name: 'Renamed', monthlyCost: 12.5, maxUsers: 7 } },
  systemFeedback: {
    seed: (house) =>
      house.database.write
        .insertInto('feedback')
        .values({
          id: randomUUIDv7(),
          type: 'bug',
          message: `The ribbon is torn, ${next()}`,
          createdAt: house.clock.now(),
        })
        .execute(),
  },
  systemFileUploads: {
    seed: (house, { company }) => buildFile(house, company, { name: `minutes of ${next()}.txt` }),
  },
  systemGroups: {
    input: () => ({ name: `Team ${next()}`, description: '', onlySys: false }),
    change: { name: 'Another team', onlySys: true },
  },
  systemLogs: {
    seed: (house) =>
      house.database.write
        .insertInto('systemLogs')
        .values({
          id: randomUUIDv7(),
          createdAt: house.clock.now(),
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
    seed: (house) => addNewJobs(house.database.write),
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
    seed: (house) =>
      house.database.write
        .insertInto('settings')
        .values({ key: `sample.${next()}`, value: 'as it was', type: 'text', group: 'Samples' })
        .execute(),
    change: { value: 'as it is' },
  },
  systemPeople: {
    seed: (house, { location }) => buildEmployee(house, location),
    change: { firstName: 'Renamed', lastName: 'Person' },
  },
  systemDataAudits: {
    seed: (house, { company }) =>
      house.database.write
        .insertInto('dataAudits')
        .values({
          id: randomUUIDv7(),
          createdAt: house.clock.now(),
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
    seed: (house, { company, employee }) =>
      house.database.write
        .insertInto('userAudits')
        .values({
          id: randomUUIDv7(),
          createdAt: house.clock.now(),
          companyId: company.id,
          userId: employee.userId,
          userName: employee.logIn,
          actorName: employee.logIn,
          text: `Signed in, try ${next()}`,
          address: '192.0.2.1',
        })
        .execute(),
  },
  systemSmtps: host,
  systemSmsGateways: host,
  companyEmailTemplates: {
    input: () => ({ subject: 'Yes', body: '{{confirmButton}}' }),
    change: { subject: 'Yes or no: {{what}}' },
    filled: addresses,
  },
  systemEmailTemplates: { change: { subject: 'Yes or no: {{what}}' }, filled: addresses },
  companySmsTemplates: {
    input: () => ({ message: '{{when}}: {{cancelLink}}' }),
    change: { message: 'New: {{when}}, {{cancelLink}}' },
    filled: () => ({ fromSms: 'Company', toSms: '+371 20000002' }),
  },
  systemSmsTemplates: {
    change: { message: 'New: {{when}}, {{cancelLink}}' },
    filled: () => ({ fromSms: 'Company', toSms: '+371 20000002' }),
  },
  systemMessageTemplates: {},
  companyEmailMessages: { seed: seedMail },
  systemEmailMessages: { seed: seedMail },
  systemEmailMessageLogs: { seed: seedMail },
};

/** A mail that was tried once. */
async function seedMail(house: TestHouse, { company, location }: Business): Promise<void> {
  const createdAt = house.clock.now();
  const place = { companyId: company.id, locationId: location.id };
  const id = await buildMail(house, { ...place, subject: `Confirmed, try ${next()}`, state: 'sent' });
  await house.database.write
    .insertInto('emailMessageLogs')
    .values({ id: randomUUIDv7(), messageId: id, companyId: company.id, log: '250 OK', createdAt })
    .execute();
}
