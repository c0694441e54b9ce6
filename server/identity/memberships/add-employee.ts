// Adds a person to a company: profile, rights, locations, and a calendar with default hours.
import { randomUUIDv7 } from 'node:crypto';
import type { ServiceContext } from '#server/lib/context.ts';
import { actionIds } from '#server/lib/sql/first-data.ts';
import { freePersonName, urlNameOf } from './url-name.ts';

/** Opening hours of a new calendar (specification, section 9): Monday to Saturday, in the location's zone. */
const usual = { weekdays: [1, 2, 3, 4, 5, 6], startTime: '09:00', endTime: '18:00' } as const;

/** Adds the employee with the caller's `db`, in their transaction. */
export async function addEmployee(
  { db }: ServiceContext,
  employee: {
    companyId: string;
    userId: string;
    /** The source of the person's public address. */
    name: string;
    actions: readonly (keyof typeof actionIds)[];
    locationIds: readonly string[];
  },
): Promise<void> {
  const { companyId, userId, locationIds } = employee;
  const person = { companyId, userId };
  const urlName = await freePersonName(db, companyId, urlNameOf(employee.name, 'team'));
  await db
    .insertInto('employees')
    .values({ ...person, urlName })
    .execute();
  await db
    .insertInto('userActions')
    .values(employee.actions.map((action) => ({ ...person, actionId: actionIds[action] })))
    .execute();
  const calendarId = randomUUIDv7();
  await db
    .insertInto('calendars')
    .values({ ...person, id: calendarId })
    .execute();
  if (locationIds.length === 0) return;
  await db
    .insertInto('employeeLocations')
    .values(locationIds.map((locationId) => ({ ...person, locationId })))
    .execute();
  const { weekdays, startTime, endTime } = usual;
  const hours = locationIds.flatMap((locationId) =>
    weekdays.map((weekday) => ({ companyId, id: randomUUIDv7(), calendarId, locationId, weekday, startTime, endTime })),
  );
  await db.insertInto('openingHours').values(hours).execute();
}
