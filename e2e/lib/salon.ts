// A salon of two people, for tests of the desk.
import type { Services } from '#server/lib/context.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { calendarPath } from './staff.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => [day, '00:00', '24:00'] as const);

/** Anna, an administrator, cuts for 30 minutes; Berta colours for 45. `path` shows the day of both. */
export async function buildSalon(services: Services) {
  const { location, employee: anna } = await buildBusiness(services, { actions: ['admin'], hours: everyDay });
  const berta = await buildEmployee(services, location, { firstName: 'Berta', lastName: 'Liepa', hours: everyDay });
  const cut = await buildService(services, anna, { name: 'Cut', minutes: 30, price: 25, bufferAfter: 10 });
  const colour = await buildService(services, berta, { name: 'Colour', minutes: 90, price: 80 });
  await services.database.write
    .updateTable('servicePeople')
    .set({ minutes: 45, price: 60 })
    .where('serviceId', '=', colour.id)
    .execute();
  await buildServicePerson(services, berta, cut);
  const { cookie } = await signIn(services, anna);
  const path = `${calendarPath('day')}&calendar=${anna.calendarId},${berta.calendarId}`;
  return { anna, berta, cut, colour, as: { cookie }, path };
}
