// Loads, in one query, the data of mails and calendar entries about appointments.
import { type RawBuilder, sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { addressLine, pointOfAddress } from '#contract/directions.ts';
import type { Db } from '#server/db/pool.ts';
import { plainName } from '#server/lib/plain-name.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import { userName } from '#server/lib/sql/person-name.ts';

export interface NotifiedAppointment {
  companyId: string;
  visitId: string;
  contactId: string | null;
  /** The first event of the visit. */
  eventId: string;
  locationId: string | null;
  status: VisitStatus;
  /** The words for the customer, of the person who ended it. */
  endReason: string;
  /** The customer cancelled later than the notice of their services allows. */
  isLate: boolean;
  /** The identifier of the entry in the customer's calendar. */
  calendarUid: string;
  /** The user who created the event; null for a visitor. */
  madeBy: string | null;
  title: string;
  description: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  /** Only for all-day events: the first day and the day after the last, `YYYY-MM-DD`. */
  startDate: string | null;
  endDate: string | null;
  /** The location's zone, or the event's own when it has no location. */
  timeZone: string;
  sequence: number;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  /** The visitor; `language` is the language of their mails. */
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
  /** Of all parts, as they were booked; null without a service. */
  serviceName: string | null;
  price: number | null;
  company: string;
  /** Empty while it is unverified: mails name only proved addresses. */
  companyEMail: string;
  companyPhoneNumber: string;
  location: string | null;
  locationUrlName: string | null;
  /** In one line, as pages show it. */
  address: string;
  /** As it was typed, of the place or else of the company; empty while unknown. */
  country: string;
  /** The point on the map; `isOfAddress` unless it may be that of the town alone. */
  point: { latitude: number; longitude: number; isOfAddress: boolean } | null;
  /** Null, and the other fields empty, once the person has left the company. */
  employeeId: string | null;
  employee: string;
  employeeEMail: string;
  employeePhoneNumber: string;
  employeeLanguage: string | null;
  employeeUrlName: string;
  isProfilePublic: boolean;
  /** The company confirms requests itself. */
  confirmsRequests: boolean;
  /** How long a request waits for its customer, from its mail on; it ends at its start at the latest. */
  requestHours: number;
}

type Row = Omit<NotifiedAppointment, 'address' | 'point'> & {
  typed: string;
  place: { lineAddress: string; latitude: number; longitude: number } | null;
};

/** Returns the appointment of a visit, or undefined when there is none. */
export async function readAppointment(
  db: Db,
  visit: { companyId: string; id: string },
): Promise<NotifiedAppointment | undefined> {
  const [found] = await readAppointments(db, sql`v.company_id = ${visit.companyId} and v.id = ${visit.id}`);
  return found;
}

/**
 * Returns the appointments of the visits `v` that a condition selects, by their start. Names of a company that has not
 * proved who it is are without words that look like links.
 */
export async function readAppointments(db: Db, condition: RawBuilder<unknown>): Promise<NotifiedAppointment[]> {
  const { rows } = await sql<Row>`
    select v.company_id, v.id as visit_id, v.contact_id, ev.id as event_id, v.location_id, v.status, v.end_reason, v.is_late, v.calendar_uid,
      ev.user_id as made_by, ev.title, ev.description, v.start_at, v.end_at, ev.start_date, ev.end_date,
      coalesce(l.time_zone, v.time_zone) as time_zone, v.sequence, v.created_at, v.updated_at, v.name, v.e_mail,
      v.phone_number, v.language, booked.service_name, booked.price,
      c.name as company, ${verifiedAddress} as company_e_mail, c.phone_number as company_phone_number,
      l.name as location, l.url_name as location_url_name,
      coalesce(l.address, '') as typed, coalesce(nullif(l.country, ''), c.country) as country,
      case when g.id is not null then json_build_object(
        'lineAddress', g.line_address, 'latitude', g.latitude, 'longitude', g.longitude) end as place,
      em.user_id as employee_id, coalesce(${userName}, '') as employee, coalesce(u.log_in, '') as employee_e_mail,
      lg.key as employee_language, coalesce(em.phone_number, '') as employee_phone_number,
      coalesce(em.url_name, '') as employee_url_name, coalesce(em.is_profile_public, false) as is_profile_public,
      c.confirms_requests, c.request_hours
    from visits v
    join companies c on c.id = v.company_id
    join lateral (
      select string_agg(nullif(p.service_name, ''), ' + ' order by p.position) as service_name,
        sum(p.price) filter (where p.service_name <> '') as price, (array_agg(p.event_id order by p.position))[1] as event_id
      from visit_parts p where p.company_id = v.company_id and p.visit_id = v.id) booked on true
    join events ev on ev.company_id = v.company_id and ev.id = booked.event_id
    join calendars ca on ca.company_id = ev.company_id and ca.id = ev.calendar_id
    left join employees em on em.company_id = ca.company_id and em.user_id = ca.user_id
    left join users u on u.id = em.user_id
    left join languages lg on lg.id = u.language_id
    left join locations l on l.company_id = v.company_id and l.id = v.location_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where ${condition}
    order by v.start_at, v.id`.execute(db);
  return rows.map(withPlace).map((found) => (found.companyEMail === '' ? withPlainNames(found) : found));
}

function withPlace({ typed, place, ...appointment }: Row): NotifiedAppointment {
  const location = { address: typed, geoLocation: place };
  const isOfAddress = pointOfAddress(location) !== null;
  const point = place && { latitude: place.latitude, longitude: place.longitude, isOfAddress };
  return { ...appointment, address: addressLine(location), point };
}

function withPlainNames(appointment: NotifiedAppointment): NotifiedAppointment {
  const { serviceName, company, location, employee, address } = appointment;
  return {
    ...appointment,
    serviceName: serviceName && (plainName(serviceName) || null),
    company: plainName(company) || plainName(employee) || '–',
    location: location && plainName(location),
    employee: plainName(employee),
    address: plainName(address),
  };
}
