// The entry of an event in a calendar of staff: in feeds, and as it is written into outside calendars.
import { sql } from 'kysely';
import { endedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import { addressLine } from '#contract/directions.ts';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { CalendarItem } from '#server/messaging/mail/icalendar.ts';

/** An event with its visit, if it has one. */
export interface StaffEvent {
  id: string;
  title: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  startDate: string | null;
  endDate: string | null;
  blocks: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  status: VisitStatus | null;
  sequence: number;
  customer: string;
  serviceName: string;
  locationId: string | null;
}

/** Of an event `v` with the part `p` and the visit `w` of `visitOfEvent`. */
export const staffEventColumns = sql`v.id, v.title, v.start_at, v.end_at, v.start_date, v.end_date, v.blocks, v.created_at,
  greatest(v.updated_at, w.updated_at) as updated_at, w.status, coalesce(w.sequence, 0) as sequence,
  coalesce(w.name, '') as customer, coalesce(p.service_name, '') as service_name, v.location_id`;

export const visitOfEvent = sql`
  left join visit_parts p on p.company_id = v.company_id and p.event_id = v.id
  left join visits w on w.company_id = p.company_id and w.id = p.visit_id`;

/** Neither held, nor over before it began. */
export const isShownEvent = sql<boolean>`(v.held_until is null
  and (w.status is null or w.status <> all (${['held', ...endedStatuses]})))`;

interface StaffItemOptions {
  uid: string;
  detail: FeedDetail;
  /** The word for an entry without a title. */
  busy: string;
  /** As `placeLines` returns them; undefined shows none. */
  places: ReadonlyMap<string, string> | undefined;
}

export function staffItem(event: StaffEvent, { uid, detail, busy, places }: StaffItemOptions): CalendarItem {
  const { startDate, endDate, status } = event;
  return {
    uid,
    sequence: event.sequence,
    status: status === 'requested' ? 'tentative' : 'confirmed',
    start: event.startAt,
    end: event.endAt,
    ...(startDate !== null &&
      endDate !== null && {
        days: { first: Temporal.PlainDate.from(startDate), after: Temporal.PlainDate.from(endDate) },
      }),
    isFree: !event.blocks && status === null,
    summary: titleOf(event, detail) || busy,
    description: '',
    location: places?.get(event.locationId ?? '') ?? '',
    createdAt: event.createdAt,
    stamp: event.updatedAt,
  };
}

/** Empty where only is shown that the time is taken. */
function titleOf({ customer, serviceName, title }: StaffEvent, detail: FeedDetail): string {
  if (detail === 'busy') return '';
  if (detail === 'service') return serviceName;
  return [customer, serviceName || title].filter(Boolean).join(' · ');
}

/** The locations of a company with their addresses, in one line each, by their ids. */
export async function placeLines({ db }: Pick<ServiceContext, 'db'>, companyId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string; address: string; lineAddress: string | null }>`
    select l.id, l.name, l.address, g.line_address
    from locations l left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where l.company_id = ${companyId}`.execute(db);
  return new Map(
    rows.map(({ id, name, address, lineAddress }) => {
      const geoLocation = lineAddress === null ? null : { lineAddress, latitude: 0, longitude: 0 };
      return [id, [name, addressLine({ address, geoLocation })].filter(Boolean).join(', ')];
    }),
  );
}
