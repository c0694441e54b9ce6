// Turns what the demo says about a company into its rows.
import { randomUUIDv7 } from 'node:crypto';
import type { Work } from '#server/lib/context.ts';
import { zoneOf } from '#server/places/gazetteer.ts';
import type { DemoCompany, DemoLocation } from './company.ts';
import { keepPicture } from './keep-picture.ts';
import { addPerson } from './load-person.ts';
import { square } from './picture-sizes.ts';
import { seededRandom } from './random.ts';
import type { Staffed } from './staffed.ts';

/** Adds the company with its places, customers, people and their calendars, filled by chance from the seed. */
export async function addCompany(
  work: Work,
  company: DemoCompany,
  options: { passwordHash: string; seed: number },
): Promise<void> {
  const companyId = randomUUIDv7();
  await addCompanyRow(work, company, companyId);
  const staffed: Staffed = {
    company,
    companyId,
    locations: await addLocations(work, company, companyId),
    contacts: await addContacts(work, company, companyId),
    rooms: await addRooms(work, company, companyId),
    passwordHash: options.passwordHash,
  };
  const random = seededRandom(options.seed);
  const leadId = randomUUIDv7();
  const lead = company.people.find((person) => person.actions.includes('admin')) ?? company.people[0];
  // First of all: the team's meetings in everybody's calendar are this person's.
  const people = company.people.toSorted((a, b) => Number(b === lead) - Number(a === lead));
  for (const [index, person] of people.entries()) {
    const userId = person === lead ? leadId : randomUUIDv7();
    await addPerson(work, staffed, person, { userId, leadId, index, random });
  }
}

async function addCompanyRow(work: Work, company: DemoCompany, id: string): Promise<void> {
  const [first] = company.locations;
  const plan = await work.db
    .selectFrom('plans')
    .select(['number as planNumber', 'maxUsers', 'maxLocations', 'monthlyCost', 'smsCost'])
    .where('number', '=', company.planNumber)
    .executeTakeFirstOrThrow();
  await work.db
    .insertInto('companies')
    .values({
      ...plan,
      id,
      name: company.name,
      address: first ? addressOf(first) : '',
      country: company.country,
      eMail: company.eMail,
      phoneNumber: company.phoneNumber,
      additionalBalance: 25,
      // Some people and places more than it has.
      maxUsers: Math.max(plan.maxUsers, company.people.length + 2),
      maxLocations: Math.max(plan.maxLocations, company.locations.length + 1),
      createdAt: work.clock.now().subtract({ hours: 24 * 400 }),
    })
    .execute();
}

async function addLocations(work: Work, company: DemoCompany, companyId: string): Promise<Staffed['locations']> {
  const locations: Staffed['locations'] = new Map();
  for (const [index, location] of company.locations.entries()) {
    const { latitude, longitude, street, city, state, zipCode } = location;
    const geolocationId = randomUUIDv7();
    const place = { latitude, longitude, street, city, state, zipCode, country: company.country };
    const lineAddress = `${addressOf(location)}, ${company.country}`;
    await work.db
      .insertInto('geolocations')
      .values({ ...place, companyId, id: geolocationId, name: location.name, lineAddress })
      .execute();
    const found = { id: randomUUIDv7(), timeZone: zoneOf(latitude, longitude) };
    await work.db
      .insertInto('locations')
      .values({
        ...found,
        companyId,
        name: location.name,
        urlName: location.urlName,
        address: addressOf(location),
        country: company.country,
        description: location.description,
        geolocationId,
        // In the order of opening: a calendar is drawn in the zone of the first.
        createdAt: work.clock.now().subtract({ hours: 24 * (400 - index) }),
      })
      .execute();
    if (index === 0)
      await work.db.updateTable('companies').set({ geolocationId }).where('id', '=', companyId).execute();
    locations.set(location.urlName, found);
  }
  return locations;
}

function addressOf({ street, zipCode, city }: DemoLocation): string {
  return `${street}, ${zipCode} ${city}`;
}

async function addContacts(work: Work, company: DemoCompany, companyId: string): Promise<Staffed['contacts']> {
  const contacts = company.contacts.map((contact) => ({ ...contact, id: randomUUIDv7() }));
  const createdAt = work.clock.now().subtract({ hours: 24 * 60 });
  await work.db
    .insertInto('contacts')
    .values(contacts.map((contact) => ({ ...contact, companyId, createdAt })))
    .execute();
  return contacts;
}

async function addRooms(work: Work, company: DemoCompany, companyId: string): Promise<Staffed['rooms']> {
  const rooms: Staffed['rooms'] = new Map();
  for (const name of new Set(company.people.flatMap((person) => person.rooms))) {
    rooms.set(name, await keepPicture(work, companyId, `room-${name}`, square));
  }
  return rooms;
}
