// Loads, in one query, the data of a mail or a calendar entry about an appointment.
import { sql } from 'kysely';
import { personService } from '#server/booking/services/person-service.ts';
import type { Db } from '#server/db/pool.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import { personName } from '#server/lib/sql/person-name.ts';

export interface Appointment {
  companyId: string;
  eventId: string;
  locationId: string | null;
  status: 'held' | 'requested' | 'confirmed' | 'cancelled';
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
  serviceName: string | null;
  price: number | null;
  company: string;
  /** Empty while it is unverified: mails name only proved addresses. */
  companyEMail: string;
  companyPhoneNumber: string;
  location: string | null;
  locationUrlName: string | null;
  address: string;
  latitude: number | null;
  longitude: number | null;
  employeeId: string;
  employee: string;
  employeeEMail: string;
  employeePhoneNumber: string;
  employeeLanguage: string | null;
  employeeUrlName: string;
  isProfilePublic: boolean;
}

/** Returns the appointment, or undefined when there is none. */
export async function readAppointment(
  db: Db,
  event: { companyId: string; id: string },
): Promise<Appointment | undefined> {
  const { rows } = await sql<Appointment>`
    select ev.company_id, ev.id as event_id, ev.location_id, ev.status, ev.user_id as made_by, ev.title, ev.description,
      ev.start_at, ev.end_at, ev.start_date, ev.end_date, coalesce(l.time_zone, ev.time_zone) as time_zone, ev.sequence,
      ev.created_at, ev.updated_at, ev.name, ev.e_mail, ev.phone_number, ev.language,
      s.name as service_name, coalesce(own.price, s.price) as price,
      c.name as company, ${verifiedAddress} as company_e_mail, c.phone_number as company_phone_number,
      l.name as location, l.url_name as location_url_name,
      coalesce(nullif(g.line_address, ''), nullif(l.address, ''), '') as address, g.latitude, g.longitude,
      ca.user_id as employee_id, ${personName} as employee, u.log_in as employee_e_mail, lg.key as employee_language,
      em.phone_number as employee_phone_number, em.url_name as employee_url_name, em.is_profile_public
    from events ev
    join companies c on c.id = ev.company_id
    join calendars ca on ca.company_id = ev.company_id and ca.id = ev.calendar_id
    join employees em on em.company_id = ca.company_id and em.user_id = ca.user_id
    join users u on u.id = em.user_id
    left join languages lg on lg.id = u.language_id
    left join services s on s.company_id = ev.company_id and s.id = ev.service_id
    left join lateral ${personService(sql`ev.calendar_id`, sql`ev.location_id`)} own on true
    left join locations l on l.company_id = ev.company_id and l.id = ev.location_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where ev.company_id = ${event.companyId} and ev.id = ${event.id}`.execute(db);
  return rows[0];
}
