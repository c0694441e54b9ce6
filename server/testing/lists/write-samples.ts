// Inputs of the operations that store something outside the lists, and how it is read back: for the test that every
// field is stored (server/stored-fields.test.ts).

import { randomUUIDv7 } from 'node:crypto';
import { receipts } from '#contract/booking/receipts.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { account } from '#contract/identity/account.ts';
import { user } from '#contract/identity/sign-in.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Operation } from '#contract/lib/service.ts';
import type { Schema } from '#server/db/schema.ts';
import { type BuiltEmployee, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { makeRecord } from './records.ts';

export type Fields = Record<string, unknown>;
export type FieldValues = Record<string, readonly unknown[]>;

/** An administrator of a company, who is an operator too, and their calls. */
export interface Person {
  app: TestApp;
  employee: BuiltEmployee;
  call(operation: Operation, input: Fields): Promise<Fields>;
}

export interface WriteSample {
  /** Values that a valid input needs beside the fields that are tried. */
  input?(person: Person): Promise<Fields> | Fields;
  /** Values by field, where the first valid ones do not fit together: those of one index do. */
  values?(person: Person): Promise<FieldValues> | FieldValues;
  /** Fields that another sample of the operation tries. */
  without?: readonly string[];
  /** Fields that are stored although others of their name only name the record. */
  stored?: readonly string[];
  /** Fields that are not stored, with the reason. */
  unstored?: Readonly<Record<string, string>>;
  /** The stored record. By default, what the service reads that has the type of the answer; else the answer. */
  read?(person: Person, answer: Fields, sent: Fields): Promise<Fields> | Fields;
}

/** The stored row of a table: the newest one with these values. */
async function rowOf({ app }: Person, table: keyof Schema, where: Fields, order = 'id'): Promise<Fields> {
  // Kysely's types need one concrete table.
  let query = app.database.read.selectFrom(table as 'visits').selectAll();
  for (const [column, value] of Object.entries(where)) query = query.where(column as 'id', '=', value as string);
  return query
    .orderBy(order as 'id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The elements of a list with these values, without them. */
const among = (list: unknown, where: Fields) =>
  (list as Fields[])
    .filter((one) => Object.entries(where).every(([key, value]) => one[key] === value))
    .map((one) => Object.fromEntries(Object.entries(one).filter(([key]) => !(key in where))));

const accepted = { acceptOverlap: true, acceptClosed: true, acceptNotDone: true, notify: false };
const hours: FieldValues = {
  start: ['2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z'],
  end: ['2026-03-03T11:00:00Z', '2026-03-04T11:30:00Z'],
};
const days: FieldValues = {
  start: ['2026-03-04', '2026-03-05'],
  end: ['2026-03-06', '2026-03-07'],
  startDate: ['2026-03-04', '2026-03-05'],
  endDate: ['2026-03-06', '2026-03-07'],
};

function till({ app, employee }: Person, options: { isOpen?: boolean } = {}) {
  return buildTill(app, { companyId: employee.companyId, locationId: employee.locationId, ...options });
}

async function newColleague({ app, employee }: Person): Promise<BuiltEmployee> {
  const { companyId, locationId: id, locationUrlName: urlName, timeZone } = employee;
  const place = { companyId, id, urlName, timeZone, name: '', geolocationId: null };
  return buildEmployee(app, place, { actions: ['user'] });
}

const unstoredOfEvent = { search: 'The text of a search box, which is the title where that is empty.' };

/** An event without a customer, one with a customer, and one of whole days. */
function eventSamples(key: (person: Person, isVisit: boolean) => Promise<Fields>, more: WriteSample): WriteSample[] {
  const calendarIds = async (person: Person) => [person.employee.calendarId, (await newColleague(person)).calendarId];
  const each = async (person: Person) => ({
    ...hours,
    calendarId: await calendarIds(person),
    ...(await more.values?.(person)),
  });
  const common = {
    ...more,
    values: async (person: Person) => ({ ...(await each(person)), allDay: [false] }),
    unstored: { ...unstoredOfEvent, ...more.unstored },
  };
  const read = async (person: Person, answer: Fields, sent: Fields) =>
    (await more.read?.(person, answer, sent)) ?? answer;
  return [
    {
      ...common,
      input: async (person) => ({ ...accepted, ...(await key(person, false)) }),
      without: ['name', 'phoneNumber', 'eMail', 'sendSms', 'startDate', 'endDate'],
    },
    {
      ...common,
      input: async (person) => ({ ...accepted, ...(await key(person, true)) }),
      without: ['startDate', 'endDate'],
    },
    {
      ...common,
      input: async (person) => ({ ...accepted, ...(await key(person, false)) }),
      values: async (person) => ({ ...(await each(person)), ...days, allDay: [true] }),
      without: ['name', 'phoneNumber', 'eMail', 'sendSms'],
      read: async (person, answer, sent) => ({
        ...(await read(person, answer, sent)),
        start: answer.startDate,
        end: answer.endDate,
      }),
    },
  ];
}

/** With a person of their own at each try, who works at another place, too. */
async function visitValues(person: Person): Promise<FieldValues> {
  const { app, employee } = person;
  const people = [employee, await newColleague(person)];
  const each = async <T>(make: (one: BuiltEmployee) => Promise<T>) => [
    await make(employee),
    await make(people[1] ?? employee),
  ];
  const services = await each(async (one) => (await buildService(app, one)).id);
  const { companyId } = employee;
  const wash = { companyId, kind: 'extra', name: 'Wash', position: 0 };
  const options = services.map((serviceId) => ({ ...wash, id: randomUUIDv7(), serviceId }));
  await app.database.write.insertInto('serviceOptions').values(options).execute();
  return {
    contactId: await each(() => makeRecord.customer(app, employee)),
    locationId: await each((one) => makeRecord.workplace(app, one)),
    'parts.calendarId': people.map(({ calendarId }) => calendarId),
    'parts.serviceId': services,
    'parts.optionIds': options.map(({ id }) => [id]),
    'parts.eventId': [newId],
    'parts.start': hours.start ?? [],
  };
}

/** The events of new parts get ids of their own. */
async function readVisit({ call }: Person, id: unknown): Promise<Fields> {
  const stored = await call(visits.getVisit, { id });
  const parts = (stored.parts as Visit['parts']).map((part) => {
    return { ...part, eventId: newId, optionIds: part.options.map(({ optionId }) => optionId) };
  });
  return { ...stored, parts };
}

const campaign: WriteSample = {
  values: () => ({
    periodStart: ['2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z'],
    periodEnd: ['2026-03-05T10:00:00Z', '2026-03-06T10:00:00Z'],
  }),
};
const mailCampaign: WriteSample = {
  async values(person) {
    const { app, employee } = person;
    const people = [employee, await newColleague(person)] as const;
    const [service, theirs] = [await buildService(app, people[0]), await buildService(app, people[1])];
    const block = {
      pictureId: [await makeRecord.ownPicture(app, employee), await makeRecord.ownPicture(app, employee)],
      serviceId: [service.id, theirs.id],
      calendarId: people.map(({ calendarId }) => calendarId),
    };
    const ofBlocks = ['blocks', 'blocks.left', 'blocks.right'].flatMap((path) =>
      Object.entries(block).map(([name, values]) => [`${path}.${name}`, values] as const),
    );
    return { ...(await campaign.values?.(person)), 'blocks.kind': ['columns'], ...Object.fromEntries(ofBlocks) };
  },
  without: ['message'],
};
/** A client that knows no blocks writes the message as one text. */
const plainMailCampaign: WriteSample = {
  ...campaign,
  values: async (person) => ({ ...(await campaign.values?.(person)), message: ['<p>One</p>', '<p>Two</p>'] }),
  without: ['blocks'],
};
const smsCampaign: WriteSample = {
  ...campaign,
  unstored: {
    blocks: 'An SMS has one text, its message.',
    text: 'The plain text of a mail.',
    subject: 'An SMS has none.',
  },
};

const vatIds = ['LV40003032949', 'DE136695976'];
const isEnabled = (table: 'users' | 'employees', column: string): WriteSample => ({
  unstored: { isPublic: 'Another name of IsEnabled: the two documents of the specification differ.' },
  read: async (person) => {
    const { companyId, userId } = person.employee;
    const row = await rowOf(person, table, table === 'users' ? { id: userId } : { companyId, userId }, 'createdAt');
    return { isEnabled: row[column] };
  },
});

/** Of calls that print: the queue has the paper itself (their tests). */
function onPaper(...fields: string[]): WriteSample {
  const reason = 'It is on the paper, or names its printer: server/booking/papers, server/till/papers try it.';
  return {
    values: () => ({ printerId: [null] }),
    unstored: Object.fromEntries([...fields, 'printerId', 'inBrowser'].map((field) => [field, reason])),
  };
}

/** By operation; without an entry, the answer and the read of its service have each field. */
export const writeSamples: Readonly<Record<string, WriteSample | readonly WriteSample[]>> = {
  'papers.printSlip': onPaper('visitId'),
  'papers.printPaymentNote': onPaper('receiptId'),
  'papers.printDay': onPaper('calendarId', 'day'),
  'papers.printNote': onPaper('title', 'text'),
  'companyInvoices.printNotice': onPaper(),
  'printJobs.settle': { unstored: { isPrinted: 'The state that the answer has.' } },
  'printJobs.again': {
    values: () => ({ copy: [1], fromPart: [1, 2] }),
    unstored: {
      copy: 'Only the next number is possible: server/devices/jobs/jobs.test.ts.',
      fromPart: 'The part of the job that the answer has: server/devices/jobs/jobs.test.ts.',
    },
  },
  'printJobs.cancelAll': { unstored: { printerId: 'Names the printer.' } },
  'printJobs.printTestPage': { unstored: { printerId: 'Names the printer.' } },
  'printJobs.confirm': { unstored: { printerId: 'Names the printer.' } },
  'feeds.insert': [
    {
      without: ['locationId'],
      values: async (person) => ({
        calendarId: [person.employee.calendarId, (await newColleague(person)).calendarId],
      }),
    },
    {
      without: ['calendarId'],
      input: () => ({ calendarId: null }),
      values: async ({ app, employee: { companyId: id } }) => ({
        locationId: [(await buildLocation(app, { id })).id, (await buildLocation(app, { id })).id],
      }),
    },
  ],
  'outsideCalendars.setReading': {
    read: async (person, _answer, { id }) => rowOf(person, 'outsideCalendars', { id }),
  },
  'outsideCalendars.setWriting': {
    read: async (person, _answer, { id }) => rowOf(person, 'outsideCalendars', { id }),
    unstored: { removesWritten: 'Only when writing ends: server/links/outside/write/write.test.ts.' },
  },
  'companyTypePrinters.set': {
    read: async (person, _answer, { typeId }) => {
      const { deviceId } = await rowOf(person, 'typePrinters', { typeId }, 'typeId');
      return { typeId, printerId: deviceId };
    },
  },
  'companyTypePrinters.setAutomatic': {
    unstored: {
      typeKey: 'Names the type: server/devices/types/automatic-papers.test.ts.',
      isOn: 'A row while it is on: server/devices/types/automatic-papers.test.ts.',
    },
  },
  'printerChoice.setDefault': {
    stored: ['id'],
    read: async (person) => ({ id: (await rowOf(person, 'userDevices', { kind: 'printer' }, 'deviceId')).deviceId }),
  },
  'cashRegisterChoice.setDefault': {
    stored: ['id'],
    read: async (person) => ({ id: (await rowOf(person, 'userDevices', { kind: 'register' }, 'deviceId')).deviceId }),
  },
  'calendarSetup.saveWorkingHours': {
    input: ({ employee: { locationId } }) => ({ locationId }),
    values: () => ({
      'hours.weekday': [1, 2],
      'hours.start': ['09:00', '08:00'],
      'hours.end': ['17:00', '16:00'],
      'breaks.weekday': [1, 2],
      'breaks.start': ['12:00', '13:00'],
      'breaks.end': ['12:30', '13:45'],
    }),
    unstored: { calendarId: 'Names the record.', locationId: 'Names the record.' },
    read: (_, { hours, breaks }, { locationId }) => ({
      hours: among(hours, { locationId }),
      breaks: among(breaks, { locationId }),
    }),
  },
  'calendarSetup.saveOverride': {
    values: ({ employee: { locationId } }) => ({
      locationId: [locationId],
      date: ['2026-05-01', '2026-05-02'],
      endDate: ['2026-05-01', '2026-05-02'],
      'open.start': ['09:00', '08:00'],
      'open.end': ['17:00', '16:00'],
    }),
    unstored: { calendarId: 'Names the record.', locationId: 'Names the record.' },
    read: (_, { overrides }, { locationId, date }) => ({
      ...among(overrides, { locationId, date })[0],
      date,
      endDate: date,
    }),
    input: ({ employee: { locationId } }) => ({ locationId }),
  },
  'calendarSetup.saveBookingRules': { unstored: { calendarId: 'Names the record.' } },
  'calendarSetup.saveService': [
    {
      unstored: { calendarId: 'Names the record.' },
      read: (_, { services }, { name }) => among(services, { name }).map((one) => ({ ...one, name }))[0] ?? {},
    },
    {
      input: async ({ app, employee }) => ({ id: (await buildService(app, employee)).id }),
      unstored: { calendarId: 'Names the record.' },
      read: (_, { services }, { id }) => among(services, { id })[0] ?? {},
    },
  ],
  'calendarSetup.chooseService': [
    {
      input: async ({ app, employee }) => ({ id: (await buildService(app, employee)).id }),
      values: () => ({ isDone: [true] }),
      unstored: { calendarId: 'Names the record.' },
      read: (_, { services }, { id }) => {
        const [one] = among(services, { id });
        return { isDone: Boolean(one), minutes: one?.ownMinutes, price: one?.ownPrice };
      },
    },
    {
      input: async ({ app, employee }) => ({ id: (await buildService(app, employee)).id }),
      values: () => ({ isDone: [false] }),
      without: ['minutes', 'price'],
      unstored: { calendarId: 'Names the record.' },
      read: (_, { services }, { id }) => ({ isDone: among(services, { id }).length > 0 }),
    },
  ],
  'calendars.insertEvent': eventSamples(async () => ({ id: newId }), {
    values: async ({ app, employee }) => ({
      calendarId: [employee.calendarId],
      locationId: [employee.locationId, await makeRecord.workplace(app, employee)],
    }),
    unstored: { calendarId: 'Also names the place of a new event: UpdateEvent tries another one.' },
    read: async (person, answer) => {
      const { locationId } = await rowOf(person, 'events', { id: answer.id });
      return { ...answer, locationId };
    },
  }),
  'calendars.updateEvent': eventSamples(
    async ({ app, employee }, isVisit) => ({ id: await makeRecord[isVisit ? 'visit' : 'plainEvent'](app, employee) }),
    { unstored: { locationId: 'Where a new event takes place.' } },
  ),
  'publicCalendars.insertEvent': {
    async input(person) {
      const { locationUrlName, urlName, ...colleague } = await newColleague(person);
      const service = await buildService(person.app, colleague, { minutes: 60 });
      return { locationUrlName, userUrlName: urlName, serviceId: service.id };
    },
    values: () => ({
      start: ['2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z'],
      end: ['2026-03-03T11:00:00Z', '2026-03-04T11:00:00Z'],
    }),
    unstored: {
      locationUrlName: 'Names the calendar.',
      userUrlName: 'Names the calendar.',
      serviceIds: 'Several services instead of ServiceId.',
      serviceId: 'server/booking/public tries it.',
      via: 'server/campaigns/response/visits.test.ts tries it.',
      options: 'server/booking/public/options.test.ts tries them.',
      expectedPrice: 'The price that the server compares.',
    },
    read: async (person, { id }) => {
      const event = await rowOf(person, 'appointments', { visitId: id });
      const row = await rowOf(person, 'visits', { id });
      const { title, description } = event;
      return { ...row, title, description, start: String(row.startAt), end: String(row.endAt) };
    },
  },
  'receipts.pay': {
    input: async ({ app, employee }) => ({ visitId: await unpaidVisit(app, employee), amount: 25 }),
    unstored: {
      visitId: 'Names the record.',
      eventIds: 'Name its parts.',
      amount: 'What is due, which the server compares.',
      complete: 'The status of the visit.',
    },
    read: async ({ call }, _, { visitId }) => {
      const [receipt] = (await call(receipts.getOfVisit, { visitId })).receipts as (Fields & { payments: Fields[] })[];
      return { ...receipt, ...receipt?.payments[0] };
    },
  },
  'receipts.refund': {
    input: async ({ app, employee }) => ({ id: await makeRecord.receipt(app, employee) }),
    unstored: { lines: 'server/booking/receipts tries them.' },
    read: async (person, _, { id }) => {
      const refund = await rowOf(person, 'receipts', { refundsId: id });
      return rowOf(person, 'receiptPayments', { receiptId: refund.id }, 'position');
    },
  },
  'companyTill.setPlace': {
    input: ({ employee }) => ({ locationId: employee.locationId }),
    values: () => ({ country: ['LV', 'DE'], mode: ['beside', 'off'] }),
    unstored: { locationId: 'Names the record.' },
  },
  'tills.open': {
    input: async (person) => ({ registerId: (await till(person, { isOpen: false })).registerId }),
    values: () => ({ openingCash: [100, 20.5] }),
    unstored: { registerId: 'Names the record.' },
    read: (person, { id: registerId }) => rowOf(person, 'tillSessions', { registerId }),
  },
  'tills.move': {
    input: async (person) => ({ id: randomUUIDv7(), registerId: (await till(person)).registerId }),
    unstored: { registerId: 'Names the record.' },
    read: async (person, _, { id }) => {
      const { amount, ...move } = await rowOf(person, 'tillMoves', { id });
      return { ...move, amount: Math.abs(Number(amount)) };
    },
  },
  'tills.openDrawer': {
    input: async (person) => ({ id: randomUUIDv7(), registerId: (await till(person)).registerId }),
    unstored: { registerId: 'Names the record.' },
    read: (person, _, { id }) => rowOf(person, 'tillMoves', { id }),
  },
  'tills.close': {
    input: (person) => till(person),
    unstored: { registerId: 'Names the record.', sessionId: 'Names the record.' },
  },
  'tills.saveBasket': {
    input: async (person) => ({ id: randomUUIDv7(), registerId: (await till(person)).registerId, revision: 0 }),
    values: async ({ app, employee }) => ({
      contactId: [await makeRecord.contact(app, employee), null],
      'lines.quantity': [1, 2],
    }),
    unstored: { registerId: 'Names the record.', revision: 'Proves that no other screen has changed the basket.' },
  },
  'tills.sell': {
    input: async (person) => {
      const { app, employee } = person;
      const { id: productId } = await buildProduct(app, employee);
      const id = randomUUIDv7();
      const registerId = (await till(person)).registerId;
      return { id, registerId, lines: [{ productId, unitPrice: 2 }], payments: [{ method: 'card', amount: 2 }] };
    },
    values: async ({ app, employee }) => ({ contactId: [await makeRecord.contact(app, employee), null] }),
    unstored: {
      registerId: 'Names the record.',
      lines: 'server/till/till.test.ts tries them.',
      discount: 'A line of its own, as are those of the lines.',
      discountPercent: 'On the line of its discount: server/till/till.test.ts tries it.',
      payments: 'server/till/till.test.ts tries them.',
    },
  },
  'tills.refund': {
    input: async (person) => {
      const { app, employee } = person;
      const { registerId } = await till(person);
      return { id: randomUUIDv7(), registerId, receiptId: await makeRecord.tillReceipt(app, employee) };
    },
    unstored: {
      registerId: 'Names the record.',
      receiptId: 'Names the record.',
      lines: 'server/booking/receipts tries them.',
    },
    read: (person, { id }) => rowOf(person, 'receiptPayments', { receiptId: id }, 'position'),
  },
  'tills.printReceipt': {
    ...onPaper('registerId'),
    input: async ({ app, employee }) => ({ id: await makeRecord.tillReceipt(app, employee) }),
    values: () => ({ registerId: [null], printerId: [null] }),
  },
  'tills.printTotals': {
    ...onPaper('registerId', 'sessionId'),
    input: (person) => till(person),
    values: () => ({ sessionId: [null], printerId: [null] }),
  },
  'tills.mailReceipt': {
    input: async ({ app, employee }) => {
      await app.database.write
        .updateTable('companies')
        .set({ eMail: 'salon@example.org', verifiedEMail: 'salon@example.org' })
        .where('id', '=', employee.companyId)
        .execute();
      return { id: await makeRecord.tillReceipt(app, employee) };
    },
    values: () => ({ eMail: ['mara@example.org', 'iris@example.org'] }),
    read: async ({ app }) => {
      const { toEMail } = await app.database.read
        .selectFrom('emailMessages')
        .select('toEMail')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { eMail: toEMail };
    },
  },
  'tills.setDeviceNumber': {
    input: async ({ app, employee }) => {
      const id = await makeRecord.tillReceipt(app, employee);
      return { id };
    },
    read: (_, { deviceNumber }) => ({ number: deviceNumber }),
  },
  'visits.insertVisit': {
    input: () => accepted,
    values: visitValues,
    unstored: { isWalkIn: 'The status of the visit.', anyPerson: 'A column that no answer has.' },
    read: async (person, { id }) => {
      const { locationId } = await rowOf(person, 'visits', { id });
      return { ...(await readVisit(person, id)), locationId };
    },
  },
  'visits.updateVisit': {
    input: async ({ app, employee, call }) => {
      const id = await makeRecord.visit(app, employee);
      return { ...accepted, id, version: (await call(visits.getVisit, { id })).version };
    },
    values: visitValues,
    read: (person, { id }) => readVisit(person, id),
  },
  'visits.changeStatus': {
    input: async ({ app, employee }) => ({ id: await makeRecord.visit(app, employee), notify: false }),
    values: () => ({ status: ['confirmed', 'cancelled'], reason: ['', 'Ill'] }),
    read: (_, { status, endReason }) => ({ status, reason: endReason }),
  },
  'emailCampaigns.insert': [mailCampaign, plainMailCampaign],
  'emailCampaigns.update': [mailCampaign, plainMailCampaign],
  'smsCampaigns.insert': smsCampaign,
  'smsCampaigns.update': smsCampaign,
  'marketing.setSettings': { read: ({ call }) => call(marketing.getSettings, {}) },
  'consents.insert': { unstored: { contactId: 'Names the customer: the answer is their consent.' } },
  'account.setCurrent': {
    unstored: { user: 'The same fields, as GetCurrent answers them.' },
    async read({ call }) {
      const { user: shown } = await call(user.getCurrent, {});
      return { ...(await call(account.getAccount, {})), ...(shown as Fields) };
    },
  },
  'account.setProfilePublicState': isEnabled('employees', 'isProfilePublic'),
  'account.setCalendarPublicState': isEnabled('employees', 'isCalendarPublic'),
  'account.setPushNotificationsState': isEnabled('users', 'isPushNotificationsEnabled'),
  'account.setCurrentPicture': { stored: ['id'] },
  'company.setLogo': { stored: ['id'], read: (_, { logoId }) => ({ id: logoId }) },
  'application.setCurrentLanguage': {
    stored: ['id'],
    read: async (person) => ({ id: (await rowOf(person, 'users', { id: person.employee.userId })).languageId }),
  },
  'companyReceiptDetails.update': { values: () => ({ vatId: vatIds }) },
  'companyBilling.update': { values: () => ({ vatId: vatIds, country: ['LV', 'DE'] }) },
  'seller.update': {
    values: () => ({
      vatId: vatIds,
      iban: ['DE89370400440532013000', 'LV80BANK0000435195001'],
      bic: ['DEUTDEFF', 'HABALV22'],
    }),
  },
  'geolocations.insert': {
    unstored: { changed: 'Whether the person moved the point.' },
    read: (person, { id }) => rowOf(person, 'geolocations', { id }),
  },
  'incomes.update': {
    values({ employee }) {
      return {
        locationId: [null, employee.locationId],
        userId: [null, employee.userId],
        date: ['2026-03-02', '2026-03-03'],
        estimated: [100, 200.5],
      };
    },
    read: async (person) => {
      const { day, amount, ...row } = await rowOf(person, 'estimates', { companyId: person.employee.companyId });
      return { ...row, date: String(day), estimated: Number(amount) };
    },
  },
  'application.sendFeedback': { read: (person) => rowOf(person, 'feedback', { userId: person.employee.userId }) },
  'home.feedback': { read: (person, { id }) => rowOf(person, 'feedback', { id }) },
  'companyLocations.updateGeoLocation': { unstored: { locationId: 'Names the record.' } },
  'companyLocations.settleShifted': { unstored: { locationId: 'Names the record.' } },
  'systemCompanies.updateGeoLocation': { unstored: { companyId: 'Names the record.' } },
  'systemCompanies.changeTerms': {
    values: ({ employee: { companyId } }) => ({ from: ['2100-01-01', '2101-01-01'], companyId: [companyId] }),
    unstored: { companyId: 'Names the record.' },
    input: ({ employee: { companyId } }) => ({ companyId }),
    read: (_, { terms }, { from }) => ({ ...among(terms, { from })[0], from }),
  },
  'systemAnnouncements.send': {
    values: ({ employee: { companyId } }) => ({
      companyId: [companyId, null],
      texts: [[{ language: 'en', text: 'Hello' }], [{ language: 'en', text: 'Good morning' }]],
      link: ['/app/home', '/app/calendars'],
    }),
    read: async (person) => {
      const { toCompanyId, link, texts } = await rowOf(person, 'announcements', {});
      const all = Object.entries(texts as object).map(([language, text]) => ({ language, text }));
      return { companyId: toCompanyId, link, texts: all };
    },
  },
};

/** A visit of today with a service of 25 euro, not paid yet. */
async function unpaidVisit(app: TestApp, employee: BuiltEmployee): Promise<string> {
  const service = await buildService(app, employee, { price: 25 });
  const start = app.clock.now().add({ hours: 500 + ++made });
  return (await buildEvent(app, employee, { start, name: 'Mara', serviceId: service.id })).id;
}
let made = 0;

/** Operations whose fields are no record, by the reason. */
export const storesNoRecord: Readonly<Record<string, readonly string[]>> = {
  'shows, counts or sends': [
    'emailCampaigns.preview',
    'smsCampaigns.preview',
    'emailCampaigns.sendTest',
    'smsCampaigns.sendTest',
    'emailCampaigns.sendDraft',
    'smsCampaigns.sendDraft',
    'marketing.countAudience',
    'systemSmsGateways.sendTest',
    'companyEmailTemplates.preview',
    'systemEmailTemplates.preview',
    'companySmsTemplates.preview',
    'systemSmsTemplates.preview',
    'companyContacts.previewImport',
    'bookingImports.preview',
    'companyProducts.previewImport',
  ],
  'leads to the page of a provider, which the tests of server/money/attempts follow': ['companyPayments.startAttempt'],
  'removes, sorts or moves records': [
    'calendarSetup.deleteOverride',
    'calendarSetup.deleteService',
    'calendarSetup.orderServices',
    'visits.settleComing',
    'companyContacts.merge',
    'tills.removeBasket',
  ],
  'a file, or a piece of it': [
    'files.uploadImage',
    'files.uploadFile',
    'companyContacts.import',
    'companyProducts.import',
    'bookingImports.run',
    'systemRestores.addPiece',
    'systemRestores.start',
  ],
  'a step of a visitor with a link or a token, which the tests of server/booking/public, server/booking/mine, server/campaigns/response and server/links/feeds follow':
    [
      'publicCalendars.confirmEvent',
      'publicCalendars.processAppointment',
      'publicCalendars.rescheduleAppointment',
      'publicCalendars.setConsent',
      'myAppointments.sendLink',
      'subscriptions.set',
      'subscriptions.followLink',
      'visitorFeeds.getFeed',
      'visitorFeeds.deleteFeed',
    ],
  'an account elsewhere, which the tests of server/links/outside follow': [
    'outsideCalendars.insert',
    'outsideCalendars.signIn',
    'outsideCalendars.putBack',
    'outsideCalendars.setOwnAddresses',
    'outsideCalendars.switch',
  ],
  'a switch of a right, which the tests of server/identity/grants turn': [
    'companyGrants.updateAcl',
    'companyGrants.updateGroup',
    'companyGrants.updateLocation',
    'groupGrants.updateAcl',
    'systemGrants.updateAcl',
    'systemGrants.updateGroup',
    'systemGrants.updateLocation',
  ],
  'begins or ends an account, a membership or a session': [
    'companyUsers.invite',
    'systemDismissals.fire',
    'user.create',
    'user.resetPassword',
    'user.acceptInvitation',
    'social.startSocialSignIn',
    'social.startSocialRegistration',
    'social.startSocialLink',
    'social.removeSocialLink',
    'systemUsers.impersonate',
    'application.setup',
    'secondFactor.addPasskey',
  ],
  'a decision about one record': [
    'companySuppressedAddresses.allow',
    'systemSuppressedAddresses.allow',
    'systemBilling.checkVatId',
  ],
};
