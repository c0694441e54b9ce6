// Creates a company with its first location and its administrator.
import { randomUUIDv7 } from 'node:crypto';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { addEmployee } from '#server/identity/memberships/add-employee.ts';
import { freeLocationName, urlNameOf } from '#server/identity/memberships/url-name.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { actionIds } from '#server/lib/sql/first-data.ts';
import { zoneOrUtc } from '#server/lib/time-zones.ts';
import { proveOwnAddresses } from './prove-own-addresses.ts';

export interface NewCompany {
  name: string;
  /** Without a plan, the company has the default terms of a new row. */
  planNumber: number | undefined;
  /** The zone of the first location; UTC unless it is known. */
  timeZone: string | undefined;
  eMail: string;
  /** Mails of campaigns that it may send in 24 hours. */
  campaignMailsPerDay: number;
  /** Links of its campaigns lead to other sites without a page between. */
  linksLeadDirectly?: boolean;
}

/** Creates the company in the caller's transaction and returns the ids. Its first terms are those of the plan. */
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
          .select(['maxUsers', 'maxLocations', 'monthlyCost', 'smsCost', 'extraUserCost', 'extraLocationCost'])
          .where('number', '=', company.planNumber)
          .executeTakeFirst();
  const companyId = randomUUIDv7();
  const locationId = randomUUIDv7();
  await db
    .insertInto('companies')
    .values({
      planNumber: plan && company.planNumber,
      id: companyId,
      name: company.name,
      eMail: company.eMail,
      campaignMailsPerDay: company.campaignMailsPerDay,
      linksLeadDirectly: company.linksLeadDirectly ?? false,
      createdAt: context.clock.now(),
    })
    .execute();
  await addFirstTerms(db, companyId, plan);
  await db
    .insertInto('locations')
    .values({
      companyId,
      id: locationId,
      name: company.name,
      urlName: await freeLocationName(db, urlNameOf(company.name, 'studio')),
      timeZone: await zoneOrUtc(context, company.timeZone),
      createdAt: context.clock.now(),
    })
    .execute();
  await addEmployee(context, { ...admin, companyId, locationIds: [locationId] });
  await proveOwnAddresses(db, admin.userId);
  return { companyId, locationId };
}
