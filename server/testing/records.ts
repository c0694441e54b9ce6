// Makes a record of each kind that ids can name (contract/access.ts), for the tests of who may reach it.
import { randomUUIDv7 } from 'node:crypto';
import type { RecordKind } from '#contract/access.ts';
import type { House } from '#server/lib/context.ts';
import {
  type BuiltEmployee,
  buildAction,
  buildCompany,
  buildContact,
  buildEmployee,
  buildEvent,
  buildFile,
  buildLanguage,
  buildLocation,
  buildService,
} from './build.ts';

/** Makes a record that is the owner's, or else his company's, and answers its id. */
export type MakeRecord = (house: House, owner: BuiltEmployee) => Promise<string>;

let hours = 0;
/** Events do not overlap. */
const nextStart = (house: House) => house.clock.now().add({ hours: 1000 + 2 * ++hours });

let words = 0;
/** Three letters that no language is called by, new each time. */
const letters = () => `q${(++words + 36).toString(36).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

const idOf = async (made: Promise<{ id: string }>) => (await made).id;

export const makeRecord: Record<Exclude<RecordKind, 'passedOver'>, MakeRecord> = {
  async banner(house) {
    const id = randomUUIDv7();
    const now = house.clock.now();
    const values = { id, title: 'Banner', active: true, periodStart: now, periodEnd: now.add({ hours: 24 }) };
    await house.database.write.insertInto('banners').values(values).execute();
    return id;
  },
  calendar: async (_house, owner) => owner.calendarId,
  event: (house, owner) =>
    idOf(buildEvent(house, owner, { start: nextStart(house), name: 'Mara', eMail: 'mara@example.org' })),
  hold: (house, owner) =>
    idOf(buildEvent(house, owner, { start: nextStart(house), status: 'held', holdToken: 'y'.repeat(43) })),
  contact: (house, owner) => idOf(buildContact(house, owner)),
  file: (house, owner) => idOf(buildFile(house, { id: owner.companyId })),
  async picture(house, owner) {
    const bytes = Buffer.from(dot, 'base64');
    return idOf(buildFile(house, { id: owner.companyId }, { bytes, mimeType: 'image/png' }));
  },
  async geoLocation(house, { companyId }) {
    const id = randomUUIDv7();
    const values = { id, companyId, name: 'Riga', lineAddress: 'Riga', latitude: 56.9, longitude: 24.1 };
    await house.database.write.insertInto('geolocations').values(values).execute();
    return id;
  },
  language: (house) => buildLanguage(house, letters()),
  location: async (house, { companyId }) => (await buildLocation(house, { id: companyId })).id,
  async menuItem(house) {
    const id = randomUUIDv7();
    const root = '00000000-0000-0000-0000-000000000000';
    await house.database.write.insertInto('menuItems').values({ id, parentId: root, name: 'Item' }).execute();
    return id;
  },
  async page(house) {
    const id = randomUUIDv7();
    await house.database.write
      .insertInto('pages')
      .values({ id, name: 'Page', sRef: `/app/${id}` })
      .execute();
    return id;
  },
  action: (house) => buildAction(house, `Action ${letters()}`),
  anyCompany: (house) => idOf(buildCompany(house)),
  anyFile: (house, owner) => idOf(buildFile(house, { id: owner.companyId })),
  colleague: somebodyAt,
  anybody: somebodyAt,
  async group(house) {
    const id = randomUUIDv7();
    await house.database.write
      .insertInto('groups')
      .values({ id, name: `Group ${letters()}` })
      .execute();
    return id;
  },
  async reminder(house, { companyId, userId }) {
    const id = randomUUIDv7();
    const values = { id, companyId, userId, type: 'general', text: 'Hello', createdAt: house.clock.now() };
    await house.database.write.insertInto('reminders').values(values).execute();
    return id;
  },
  async userAudit(house, { companyId, userId, logIn }) {
    const id = randomUUIDv7();
    const who = { companyId, userId, userName: logIn, actorName: logIn };
    await house.database.write
      .insertInto('userAudits')
      .values({ id, ...who, createdAt: house.clock.now(), text: 'Signed in' })
      .execute();
    return id;
  },
  service: (house, owner) => idOf(buildService(house, owner, { minutes: 15 })),
};

/** Somebody new at the owner's place of work. */
async function somebodyAt(house: House, owner: BuiltEmployee): Promise<string> {
  const { companyId, locationId: id, locationUrlName: urlName, timeZone } = owner;
  const place = { companyId, id, urlName, timeZone, name: '', geolocationId: null };
  return (await buildEmployee(house, place, { actions: ['user'] })).userId;
}

/** What fits a field of this name where the first thing that fits will not do: it has to be new each time, or there. */
export const known: Record<string, () => unknown> = {
  start: () => '2026-03-03T10:00:00Z',
  end: () => '2026-03-03T10:15:00Z',
  periodStart: () => '2026-03-03T10:00:00Z',
  periodEnd: () => '2026-03-04T10:00:00Z',
  sRef: () => `app.${letters()}`,
  urlName: () => `street-${letters()}`,
  key: letters,
  timeZone: () => 'Europe/Riga',
};

/** A PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
