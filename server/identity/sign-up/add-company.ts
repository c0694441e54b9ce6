// Makes a company with its first location and the person who runs it.
import { randomUUIDv7 } from 'node:crypto';
import { addEmployee } from '#server/identity/memberships/add-employee.ts';
import { freeLocationName, urlNameOf } from '#server/identity/memberships/url-name.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { actionIds } from '#server/lib/sql/first-data.ts';

export interface NewCompany {
  name: string;
  /** Without one the company has no limits but those of a new row. */
  planNumber: number | undefined;
  /** IANA name; the clock of the first location. */
  timeZone: string;
  eMail: string;
}

/** Adds the company in the caller's transaction and answers its ids. The plan's limits and costs become the company's own. */
export async function addCompany(
  context: ServiceContext,
  company: NewCompany,
  admin: { userId: string; name: string; actions: readonly (keyof typeof actionIds)[] },
): Promise<{ companyId: string; locationId: string }> {
  const { db } = context;
  const plan =
    company.planNumber === undefined
      ? undefined
      : await db
          .selectFrom('plans')
          .select(['number as planNumber', 'maxUsers', 'maxLocations', 'monthlyCost', 'smsCost'])
          .where('number', '=', company.planNumber)
          .executeTakeFirst();
  const companyId = randomUUIDv7();
  const locationId = randomUUIDv7();
  await db
    .insertInto('companies')
    .values({ ...plan, id: companyId, name: company.name, eMail: company.eMail, createdAt: context.clock.now() })
    .execute();
  await db
    .insertInto('locations')
    .values({
      companyId,
      id: locationId,
      name: company.name,
      urlName: await freeLocationName(db, urlNameOf(company.name, 'studio')),
      timeZone: company.timeZone,
      createdAt: context.clock.now(),
    })
    .execute();
  await addEmployee(context, { ...admin, companyId, locationIds: [locationId] });
  return { companyId, locationId };
}

/** The zone if this machine knows it, else UTC: a browser may be newer, or nobody's. */
export function zoneOrUtc(timeZone: string | undefined): string {
  try {
    return Temporal.Now.zonedDateTimeISO(timeZone ?? 'UTC').timeZoneId;
  } catch {
    return 'UTC';
  }
}
