// The slip of a visit, which the customer takes along, as it is now.
import { sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import type { NewPaper } from '#server/devices/jobs/add-job.ts';
import { contentKey } from '#server/devices/jobs/content-key.ts';
import { dayOnPaper, headOfPaper, timesOnPaper } from '#server/devices/paper/head-of-papers.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/** Printed after the start, such as for the next appointment of a series. */
const minUseful = { minutes: 10 };

interface Row {
  locationId: string | null;
  status: VisitStatus;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone: string;
  name: string;
  language: string;
  services: string[];
  people: string[];
  price: number;
}

export interface Slip {
  paper: NewPaper<'appointment'>;
  status: VisitStatus;
  startAt: Temporal.Instant;
}

/** Undefined for an unknown visit. `locationId` is that of a visit without one. Checks no rights. */
export async function slipOfVisit(
  { db, clock }: ServiceContext,
  visit: { companyId: string; id: string },
  locationId: string | null,
): Promise<Slip | undefined> {
  const { companyId, id } = visit;
  const { rows } = await sql<Row>`
    select v.location_id, v.status, v.start_at, v.end_at, v.time_zone, v.name, v.language, b.services, b.people, b.price
    from visits v cross join lateral (
      select coalesce(array_agg(coalesce(nullif(p.service_name, ''), e.title) order by p.position), '{}') as services,
        coalesce(array_agg(${userName} order by p.position) filter (where u.id is not null), '{}') as people,
        coalesce(sum(p.price), 0) as price
      from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
        join calendars k on k.company_id = e.company_id and k.id = e.calendar_id left join users u on u.id = k.user_id
      where p.company_id = v.company_id and p.visit_id = v.id) b
    where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { status, startAt, endAt, timeZone, name, language, price } = row;
  const head = await headOfPaper(db, { companyId, locationId: row.locationId ?? locationId });
  const services = row.services.filter(Boolean);
  const values = {
    ...head.values,
    day: dayOnPaper(startAt, timeZone),
    time: timesOnPaper(startAt, endAt, timeZone),
    service: services.join('\n'),
    person: [...new Set(row.people.filter(Boolean))].join(', '),
    customer: name,
    price: price || null,
  };
  const soonest = clock.now().add(minUseful);
  return {
    status,
    startAt,
    paper: {
      typeKey: 'appointment',
      values,
      title: [name || services[0], values.time].filter(Boolean).join(', '),
      language,
      // server/booking/sql/expire-slips.sql reads the visit.
      cause: { kind: 'slip', key: `${id} ${contentKey(values)}` },
      locationId: head.locationId,
      expiresAt: Temporal.Instant.compare(startAt, soonest) > 0 ? startAt : soonest,
    },
  };
}
