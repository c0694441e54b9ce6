// Turns a person of the demo into rows: account, profile, calendar, hours, services, events.
import { randomUUIDv7 } from 'node:crypto';
import type { Schedule } from '#server/booking/availability/open-intervals.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { actionIds, languageIds } from '#server/lib/sql/first-data.ts';
import { addEvents } from './add-events.ts';
import type { DemoPerson, DemoWork } from './company.ts';
import { type FillOptions, fillCalendar } from './fill-calendar.ts';
import { overridesFor } from './overrides.ts';
import { square } from './picture-sizes.ts';
import type { Random } from './random.ts';
import type { StaffedCompany } from './staffed.ts';
import { storeDemoPicture } from './store-picture.ts';

interface Employment {
  userId: string;
  /** The head of the company. */
  leadId: string;
  /** The index in the list of people: it varies the calendar. */
  index: number;
  random: Random;
}

/** Adds the person to the company; `userId` becomes the id of the account. */
export async function addPerson(
  context: ServiceContext,
  staffed: StaffedCompany,
  person: DemoPerson,
  employment: Employment,
): Promise<void> {
  await addAccount(context, staffed, person, employment.userId);
  const calendarId = randomUUIDv7();
  await context.db
    .insertInto('calendars')
    .values({ ...person.calendar, companyId: staffed.companyId, id: calendarId, userId: employment.userId })
    .execute();
  const services = await addServices(context, staffed, person, calendarId);
  const works = await addHours(context, staffed, person, calendarId, employment.index);
  const events = fillCalendar({
    works,
    services,
    nextContact: cycle(
      staffed.contacts.map((contact) => contact.id),
      employment.index * 3,
    ),
    demand: person.demand ?? 1,
    hasTimeOff: employment.index % 2 === 0,
    now: context.clock.now().epochMilliseconds,
    random: employment.random,
  });
  await addEvents(
    context,
    staffed,
    { ...employment, calendarId, timeZone: works[0]?.schedule.timeZone ?? 'UTC' },
    events,
  );
}

/** Cycles through the customers: none comes twice a day. */
function cycle(ids: readonly string[], first: number): () => string {
  let nextOf = first;
  return () => {
    const found = ids[nextOf++ % ids.length];
    if (!found) throw new Error('The demo has a company without customers.');
    return found;
  };
}

async function addAccount(
  context: ServiceContext,
  staffed: StaffedCompany,
  person: DemoPerson,
  userId: string,
): Promise<void> {
  const { companyId } = staffed;
  const { db } = context;
  const joined = context.clock.now().subtract({ hours: 24 * 300 });
  await db
    .insertInto('users')
    .values({
      id: userId,
      logIn: person.logIn ?? `${person.urlName}@daybook.test`,
      passwordHash: person.logIn ? staffed.passwordHash : null,
      firstName: person.firstName,
      lastName: person.lastName,
      languageId: languageIds.en,
      eMailVerifiedAt: joined,
      createdAt: joined,
    })
    .execute();
  const agreement = { userId, language: 'en', version: 1, agreedAt: joined };
  await db
    .insertInto('userAgreements')
    .values([
      { ...agreement, kind: 'terms' },
      { ...agreement, kind: 'privacy' },
    ])
    .execute();
  await db
    .insertInto('employees')
    .values({
      companyId,
      userId,
      urlName: person.urlName,
      profession: person.profession,
      description: person.description,
      phoneNumber: person.phoneNumber,
      pictureId: await storeDemoPicture(context, companyId, `portrait-${person.urlName}`, square),
      isProfilePublic: person.profile !== 'hidden',
      isCalendarPublic: person.profile === 'bookable',
      reminderLeads: [2],
      // The demo's businesses are set up.
      setupDismissedAt: joined,
      createdAt: joined,
    })
    .execute();
  const places = person.works.map(({ at }) => ({ companyId, userId, locationId: locationOf(staffed, at).id }));
  await db.insertInto('employeeLocations').values(places).execute();
  const granted = person.actions.map((action) => ({ companyId, userId, actionId: actionIds[action] }));
  await db.insertInto('userActions').values(granted).execute();
  const pictures = person.rooms.flatMap((room, position) => {
    const fileId = staffed.rooms.get(room);
    return fileId ? [{ companyId, userId, fileId, position }] : [];
  });
  if (pictures.length) await db.insertInto('profilePictures').values(pictures).execute();
}

/** Adds the services that the person does; returns them with the person's own minutes. */
async function addServices(
  context: ServiceContext,
  { companyId, services: known }: StaffedCompany,
  person: DemoPerson,
  calendarId: string,
) {
  const done: FillOptions['services'] = [];
  for (const service of person.services) {
    const own = 'does' in service ? service : { minutes: null, price: null };
    if (!('does' in service) && !known.has(service.name)) {
      const { before = 0, after = 0, ...rest } = service;
      const id = randomUUIDv7();
      await context.db
        .insertInto('services')
        .values({ ...rest, companyId, id, bufferBefore: before, bufferAfter: after, position: known.size + 1 })
        .execute();
      known.set(rest.name, { id, name: rest.name, minutes: rest.minutes, price: rest.price, before, after });
    }
    const name = 'does' in service ? service.does : service.name;
    const found = known.get(name);
    if (!found) throw new Error(`The demo has no service ${name}.`);
    const { minutes = null, price = null } = own;
    await context.db
      .insertInto('servicePeople')
      .values({ companyId, serviceId: found.id, calendarId, minutes, price })
      .execute();
    done.push({ ...found, minutes: minutes ?? found.minutes, price: price ?? found.price });
  }
  return done;
}

/** Adds opening hours, breaks and date overrides; returns them as the availability module's input. */
async function addHours(
  context: ServiceContext,
  staffed: StaffedCompany,
  person: DemoPerson,
  calendarId: string,
  index: number,
) {
  const { companyId } = staffed;
  const places = person.works.map((place) => ({ place, location: locationOf(staffed, place.at) }));
  const result: { locationId: string; schedule: Schedule; hasLunchBreak: boolean }[] = [];
  for (const [at, { place, location }] of places.entries()) {
    const weekly = weeklyOf(place, place.hours);
    const breaks = place.lunch ? weeklyOf(place, place.lunch) : [];
    const today = context.clock.now().toZonedDateTimeISO(location.timeZone).toPlainDate();
    // Exceptions are at the person's main place of work.
    const overrides = at === 0 && person.profile === 'bookable' ? overridesFor(place, today, index) : [];
    const key = { companyId, calendarId, locationId: location.id };
    const walls = (list: Schedule['weekly']) =>
      list.map(({ weekday, start, end }) => ({ ...key, id: randomUUIDv7(), weekday, startTime: start, endTime: end }));
    await context.db.insertInto('openingHours').values(walls(weekly)).execute();
    if (breaks.length) await context.db.insertInto('breaks').values(walls(breaks)).execute();
    const dates = overrides.flatMap(({ date, open }) =>
      (open.length ? open : [undefined]).map((hours) => ({
        ...key,
        id: randomUUIDv7(),
        date,
        startTime: hours?.start ?? null,
        endTime: hours?.end ?? null,
      })),
    );
    if (dates.length) await context.db.insertInto('dateOverrides').values(dates).execute();
    const schedule = { timeZone: location.timeZone, weekly, breaks, overrides };
    result.push({ locationId: location.id, schedule, hasLunchBreak: breaks.length > 0 });
  }
  return result;
}

function weeklyOf({ weekdays }: DemoWork, [start, end]: [string, string]): Schedule['weekly'] {
  return weekdays.map((weekday) => ({ weekday, start, end }));
}

function locationOf({ locations }: StaffedCompany, urlName: string) {
  const found = locations.get(urlName);
  if (!found) throw new Error(`The demo has no location ${urlName}.`);
  return found;
}
