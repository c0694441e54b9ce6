// Rounds in which many visitors want anyone of a team at one time: for the test, and for the long run of it.
import { publicCalendars } from '#contract/booking/public.ts';
import { seed } from '#contract/testing/random-cases.ts';
import { buildBusiness, buildEmployee, openAlways } from './build/business.ts';
import { buildService, buildServicePerson } from './build/visits.ts';
import type { RealServers } from './real-servers.ts';

const clients = 32;
const people = 7;
/** The rounds that went wrong, with what each answered. */
export interface Rounds {
  rounds: number;
  wrong: string[];
}

/**
 * Runs `count` rounds, or as many as `maxMs` allow: in each, 32 clients want an hour of anyone of seven. Right is a
 * round with seven bookings of seven people and 25 refusals as taken. The seed says at which hour they begin.
 */
export async function runRounds(app: RealServers, { count = 1000, maxMs = Number.POSITIVE_INFINITY }): Promise<Rounds> {
  app.clock.set('2026-03-02T08:00:00Z');
  const options = { hours: openAlways, horizonDays: 365 };
  const { employee, location } = await buildBusiness(app, options);
  const service = await buildService(app, employee, { minutes: 60 });
  for (let other = 1; other < people; other++) {
    await buildServicePerson(app, await buildEmployee(app, location, options), service, {});
  }
  const first = Temporal.Instant.from('2026-03-03T00:00:00Z').add({ hours: seed % 24 });
  const wrong: string[] = [];
  const end = performance.now() + maxMs;
  let rounds = 0;
  for (; rounds < count && performance.now() < end; rounds++) {
    const start = first.add({ hours: rounds });
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, client) =>
        app.fetch(publicCalendars.insertEvent, {
          ...{ locationUrlName: employee.locationUrlName, serviceId: service.id, name: `Client ${client}` },
          ...{ start: start.toString(), end: start.add({ hours: 1 }).toString() },
          eMail: `client-${rounds}-${client}@example.org`,
        }),
      ),
    );
    const booked = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status, json }) => status === 417 && json[0].Reason === 'taken');
    const chosen = new Set(booked.map(({ json }) => json.UserUrlName));
    if (booked.length === people && chosen.size === people && refused.length === clients - people) continue;
    const others = answers.filter((one) => !booked.includes(one) && !refused.includes(one));
    wrong.push(
      `round ${rounds}: ${booked.length} of ${chosen.size}, ${others.map(({ json }) => JSON.stringify(json))}`,
    );
  }
  return { rounds, wrong };
}
