// Turns a demo company into rows.
import { randomUUIDv7 } from 'node:crypto';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { fullCampaignMailsPerDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { timeZoneAt } from '#server/places/gazetteer.ts';
import { addPastIncomes, addPastVisits, updateStatistics } from './add-history.ts';
import { addProblems } from './add-problems.ts';
import { addRequestMails } from './add-request-mails.ts';
import type { DemoCompany, DemoLocation } from './company.ts';
import { joinVisits } from './join-visits.ts';
import { addContacts, countDemoVisits } from './load-contacts.ts';
import { addPerson } from './load-person.ts';
import { square } from './picture-sizes.ts';
import { seededRandom } from './random.ts';
import type { StaffedCompany } from './staffed.ts';
import { storeDemoPicture } from './store-picture.ts';

/**
 * Adds the company with its places, customers, people and their calendars, filled randomly from the seed. Returns its
 * id.
 */
export async function addDemoCompany(
  context: ServiceContext,
  company: DemoCompany,
  options: { passwordHash: string; seed: number; hasHistory: boolean },
): Promise<string> {
  const companyId = randomUUIDv7();
  await addCompanyRow(context, company, companyId);
  const staffed: StaffedCompany = {
    company,
    companyId,
    locations: await addLocations(context, company, companyId),
    contacts: await addContacts(context, company, companyId),
    rooms: await addRooms(context, company, companyId),
    services: await addSharedServices(context, company, companyId),
    passwordHash: options.passwordHash,
  };
  const random = seededRandom(options.seed);
  const leadId = randomUUIDv7();
  const lead = company.people.find((person) => person.actions.includes('admin')) ?? company.people[0];
  // The head comes first: the team's meetings in every calendar are theirs.
  const people = company.people.toSorted((a, b) => Number(b === lead) - Number(a === lead));
  for (const [index, person] of people.entries()) {
    const userId = person === lead ? leadId : randomUUIDv7();
    await addPerson(context, staffed, person, { userId, leadId, index, random });
  }
  if (options.hasHistory) await addPastVisits(context, companyId);
  await joinVisits(context, companyId);
  await addRequestMails(context, staffed);
  await addProblems(context, staffed);
  await addPastIncomes(context, companyId);
  if (options.hasHistory) await updateStatistics(context.db);
  await countDemoVisits(context, companyId);
  return companyId;
}

async function addCompanyRow(context: ServiceContext, company: DemoCompany, id: string): Promise<void> {
  const [first] = company.locations;
  const plan = await context.db
    .selectFrom('plans')
    .select(['maxUsers', 'maxLocations', 'monthlyCost', 'smsCost', 'extraUserCost', 'extraLocationCost'])
    .where('number', '=', company.planNumber)
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('companies')
    .values({
      planNumber: company.planNumber,
      id,
      name: company.name,
      address: first ? addressOf(first) : '',
      country: company.country,
      eMail: company.eMail,
      verifiedEMail: company.eMail,
      eMailVerifiedAt: context.clock.now(),
      phoneNumber: company.phoneNumber,
      smsReminders: true,
      campaignMailsPerDay: fullCampaignMailsPerDay,
      linksLeadDirectly: true,
      createdAt: context.clock.now().subtract({ hours: 24 * 400 }),
    })
    .execute();
  await addFirstTerms(context.db, id, {
    ...plan,
    // A few more people and places than it has.
    maxUsers: Math.max(plan.maxUsers, company.people.length + 2),
    maxLocations: Math.max(plan.maxLocations, company.locations.length + 1),
  });
}

async function addLocations(
  context: ServiceContext,
  company: DemoCompany,
  companyId: string,
): Promise<StaffedCompany['locations']> {
  const locations: StaffedCompany['locations'] = new Map();
  for (const [index, location] of company.locations.entries()) {
    const { latitude, longitude, street, city, state, zipCode } = location;
    const geolocationId = randomUUIDv7();
    const place = { latitude, longitude, street, city, state, zipCode, country: company.country };
    const lineAddress = `${addressOf(location)}, ${company.country}`;
    await context.db
      .insertInto('geolocations')
      .values({ ...place, companyId, id: geolocationId, name: location.name, lineAddress })
      .execute();
    const found = { id: randomUUIDv7(), timeZone: timeZoneAt(latitude, longitude) };
    await context.db
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
        // In the order of opening: a calendar uses the time zone of the first.
        createdAt: context.clock.now().subtract({ hours: 24 * (400 - index) }),
      })
      .execute();
    if (index === 0)
      await context.db.updateTable('companies').set({ geolocationId }).where('id', '=', companyId).execute();
    locations.set(location.urlName, found);
  }
  return locations;
}

function addressOf({ street, zipCode, city }: DemoLocation): string {
  return `${street}, ${zipCode} ${city}`;
}

async function addRooms(
  context: ServiceContext,
  company: DemoCompany,
  companyId: string,
): Promise<StaffedCompany['rooms']> {
  const rooms: StaffedCompany['rooms'] = new Map();
  for (const name of new Set(company.people.flatMap((person) => person.rooms))) {
    rooms.set(name, await storeDemoPicture(context, companyId, `room-${name}`, square));
  }
  return rooms;
}

/** The taxes of the demo's businesses (%). */
const vatRate = 21;

async function addSharedServices(
  context: ServiceContext,
  company: DemoCompany,
  companyId: string,
): Promise<StaffedCompany['services']> {
  const services: StaffedCompany['services'] = new Map();
  for (const [position, group] of (company.services ?? []).entries()) {
    const categoryId = randomUUIDv7();
    await context.db
      .insertInto('serviceCategories')
      .values({ companyId, id: categoryId, name: group.category, position: position + 1 })
      .execute();
    for (const { before = 0, after = 0, pause, options = [], ...service } of group.services) {
      const id = randomUUIDv7();
      const { name, minutes } = service;
      await context.db
        .insertInto('services')
        .values({
          ...service,
          companyId,
          id,
          categoryId,
          vatRate,
          bufferBefore: before,
          bufferAfter: after,
          pauseStart: pause?.[0] ?? null,
          pauseMinutes: pause?.[1] ?? null,
          position: services.size + 1,
        })
        .execute();
      const rows = options.map((option, at) => ({
        ...option,
        companyId,
        id: randomUUIDv7(),
        serviceId: id,
        position: at,
      }));
      if (rows.length) await context.db.insertInto('serviceOptions').values(rows).execute();
      services.set(name, { id, name, minutes, price: service.price, before, after });
    }
  }
  return services;
}
