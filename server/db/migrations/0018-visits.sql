-- Visits: what a customer booked, also by telephone. A visit consists of parts, one for each service; each part belongs
-- to an event, which takes the time in a calendar.

create table visits (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  location_id uuid,
  -- Null only while the visit is held, and after the contact was deleted.
  contact_id uuid,
  -- From the start of the first event to the end of the last, and the date of the start in the zone.
  start_at timestamptz not null,
  end_at timestamptz not null,
  time_zone text not null,
  day date not null,
  -- The customer as they were named when they booked, and the language of their mails.
  name text not null default '',
  e_mail text not null default '',
  phone_number text not null default '',
  language text not null default 'en',
  -- contract/booking/visits.ts says which states block time, and which follow each other.
  status text not null check (status in ('held', 'requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show',
    'declined', 'cancelled', 'expired')),
  source text not null check (source in ('page', 'staff', 'import', 'walk_in', 'waiting_list')),
  send_sms boolean not null default true,
  -- A visitor chose the time, and nothing is mailed yet.
  held_until timestamptz,
  hold_token_hash bytea,
  -- The network address of the visitor who holds the time, hashed.
  holder_hash bytea,
  -- The longest cancellation notice of its services (hours): a later cancellation is late.
  cancel_hours integer,
  -- Why the visit will not take place: who ended it, when, and in which words.
  ended_by text check (ended_by in ('customer', 'staff', 'system')),
  ended_at timestamptz,
  end_reason text not null default '',
  is_late boolean not null default false,
  -- The entry in the customer's own calendar, and its revision (RFC 5545).
  calendar_uid uuid not null,
  sequence integer not null default 0,
  -- The time and state that the customer knows from mails that have left, and those of the mail that waits while its
  -- cause can be undone.
  told jsonb,
  telling jsonb,
  e_mail_reminder_sent_at timestamptz,
  sms_reminder_sent_at timestamptz,
  requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  check (start_at < end_at),
  check ((status = 'held') = (held_until is not null))
);
create index visits_contact on visits (company_id, contact_id, start_at desc) where contact_id is not null;
create index visits_location on visits (company_id, location_id, start_at);
create index visits_start on visits (company_id, start_at);
create index visits_held on visits (held_until) where status = 'held';
create index visits_requests on visits (lower(e_mail)) where status = 'requested';
create index visits_waiting on visits (requested_at) where status = 'requested';
create index visits_e_mail on visits (lower(e_mail)) where e_mail <> '';
call guard_company_table('visits');

create table visit_parts (
  company_id uuid not null,
  visit_id uuid not null,
  event_id uuid not null,
  position integer not null default 0,
  -- The service as it was when it was booked; without one, the name is empty.
  service_id uuid,
  service_name text not null default '',
  minutes integer not null,
  price numeric(12,2) not null default 0,
  currency text not null default 'EUR',
  vat_rate numeric(5,2),
  -- The buffers of the event (minutes); they move with it.
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  -- From when, and how long, the person is free for others (minutes from the start).
  pause_start integer,
  pause_minutes integer,
  primary key (company_id, visit_id, event_id),
  foreign key (company_id, visit_id) references visits on delete cascade,
  foreign key (company_id, event_id) references events on delete cascade,
  foreign key (company_id, service_id) references services (company_id, id) on delete set null (service_id),
  check ((pause_start is null) = (pause_minutes is null))
);
create index visit_parts_event on visit_parts (company_id, event_id);
create index visit_parts_service on visit_parts (company_id, service_id) where service_id is not null;
call guard_company_table('visit_parts');

call watch_table('visits', audited => false, published => false);
call watch_table('visit_parts', audited => false, published => false);

-- Neither the data audit nor open browsers learn of the move.
alter table events disable trigger data_audit;
alter table events disable trigger data_sync;
alter table events disable trigger events_changed;
alter table contacts disable trigger data_audit;
alter table contacts disable trigger data_sync;

-- Events of cancelled appointments without a customer were never shown again.
delete from events where status = 'cancelled' and user_id is not null and contact_id is null
  and name = '' and e_mail = '' and phone_number = '';

-- Every event of a customer becomes a visit of one part. Its id is that of the event: links, mails and calendar entries
-- of customers go on naming it.
insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, e_mail, phone_number,
    language, status, source, send_sms, held_until, hold_token_hash, holder_hash, ended_at, calendar_uid, sequence,
    e_mail_reminder_sent_at, sms_reminder_sent_at, requested_at, created_at, updated_at)
  select company_id, id, location_id, contact_id, start_at, end_at, time_zone,
    coalesce(start_date, (start_at at time zone time_zone)::date), name, e_mail, phone_number, language, status,
    case when user_id is null then 'page' else 'staff' end, send_sms, held_until, hold_token_hash, holder_hash,
    case when status = 'cancelled' then updated_at end, id, sequence, e_mail_reminder_sent_at, sms_reminder_sent_at,
    case when status = 'requested' then updated_at end, created_at, updated_at
  from events
  where user_id is null or contact_id is not null or name <> '' or e_mail <> '' or phone_number <> '';
insert into visit_parts (company_id, visit_id, event_id, service_id, service_name, minutes, price, buffer_before, buffer_after)
  select e.company_id, e.id, e.id, e.service_id, coalesce(s.name, ''),
    ceil(extract(epoch from e.end_at - e.start_at) / 60)::integer, coalesce(s.price, 0),
    (extract(epoch from e.start_at - lower(e.occupied)) / 60)::integer,
    (extract(epoch from upper(e.occupied) - e.end_at) / 60)::integer
  from events e join visits v on v.company_id = e.company_id and v.id = e.id
  left join services s on s.company_id = e.company_id and s.id = e.service_id;

-- Every visit has a contact: the one with the same address and name, else with the same number and name, else a new one.
create temporary table visitors on commit drop as
  select v.company_id, v.id, lower(v.e_mail) as e_mail_key, folded(v.name) as name_key,
    case when v.phone_number ~ '^\s*(\+|00)' then '+' else '' end
      || regexp_replace(regexp_replace(v.phone_number, '^\s*00', ''), '\D', '', 'g') as phone_key, v.created_at,
    null::uuid as contact_id
  from visits v where v.contact_id is null and v.status <> 'held' and v.name || v.e_mail || v.phone_number <> '';
update visitors set phone_key = '' where phone_key = '+';
update visitors n set contact_id = coalesce(
  (select coalesce(c.merged_into, c.id) from contacts c where c.company_id = n.company_id and n.e_mail_key <> ''
    and c.e_mail_key = n.e_mail_key and c.name_key = n.name_key order by c.created_at, c.id limit 1),
  (select coalesce(c.merged_into, c.id) from contacts c where c.company_id = n.company_id and n.phone_key <> ''
    and c.phone_key = n.phone_key and c.name_key = n.name_key order by c.created_at, c.id limit 1));
-- People without address and number are new customers each.
with missing as (
  select distinct on (company_id, key) company_id, key, id, phone_key, gen_random_uuid() as contact_id, created_at
  from (select n.*, name_key || chr(10) || coalesce(nullif(e_mail_key, ''), nullif(phone_key, ''), id::text) as key from visitors n
    where n.contact_id is null) n
  order by company_id, key, created_at desc
), added as (
  insert into contacts (company_id, id, name, e_mail, phone_number, phone_key, language, created_at)
    select m.company_id, m.contact_id, coalesce(nullif(v.name, ''), nullif(v.e_mail, ''), v.phone_number), v.e_mail, v.phone_number,
      m.phone_key, v.language, m.created_at
    from missing m join visits v on v.company_id = m.company_id and v.id = m.id
)
update visitors n set contact_id = m.contact_id from missing m
  where n.contact_id is null and m.company_id = n.company_id
    and m.key = n.name_key || chr(10) || coalesce(nullif(n.e_mail_key, ''), nullif(n.phone_key, ''), n.id::text);
update visits v set contact_id = n.contact_id from visitors n where n.company_id = v.company_id and n.id = v.id;

-- The figures of customers, now counted from their visits whenever one of these changes. A visit took place, or is about
-- to: those that have begun are counted.
create or replace function recount_contacts(company uuid, ids uuid[], at timestamptz) returns void language sql
  set search_path = public, pg_temp as $$
  update contacts c set visits_count = n.visits, no_shows = n.no_shows, last_visit = n.last_visit, next_visit = n.next_visit
  from (
    select k.id,
      (count(v.id) filter (where v.status in ('confirmed', 'arrived', 'started', 'completed') and v.start_at <= at))::integer as visits,
      (count(v.id) filter (where v.status = 'no_show'))::integer as no_shows,
      max(v.start_at) filter (where v.status in ('confirmed', 'arrived', 'started', 'completed') and v.start_at <= at) as last_visit,
      min(v.start_at) filter (where v.status in ('requested', 'confirmed', 'arrived', 'started') and v.start_at > at) as next_visit
    from contacts k
    left join visits v on v.company_id = k.company_id and v.contact_id = k.id
    where k.company_id = company and (ids is null or k.id = any(ids))
    group by k.id) n
  where c.company_id = company and c.id = n.id
    and (c.visits_count, c.no_shows, c.last_visit, c.next_visit) is distinct from (n.visits, n.no_shows, n.last_visit, n.next_visit)
$$;
select recount_contacts(id, null, now()) from companies;
-- Those whose next visit has begun are counted again.
create index contacts_next_visit_due on contacts (next_visit) where next_visit is not null;

-- Visitors know of what they booked.
update visits v set telling = jsonb_build_object('status', v.status,
    'start', to_char(v.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'end', to_char(v.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'calendars', jsonb_build_array(e.calendar_id))
  from events e where e.company_id = v.company_id and e.id = v.id and v.source = 'page' and v.status <> 'held';

-- How long a visitor has to use the link of a request (hours), unless the company confirms requests itself.
alter table companies add column request_hours integer not null default 24 check (request_hours between 1 and 168);
alter table companies add column confirms_requests boolean not null default false;

-- Links and mails name the visit.
alter table action_links add column visit_id uuid;
update action_links a set visit_id = event_id where exists (select from visits v where v.company_id = a.company_id and v.id = a.event_id);
alter table action_links drop constraint action_links_purpose;
alter table action_links drop column event_id;
alter table action_links add foreign key (company_id, visit_id) references visits (company_id, id) on delete cascade;
alter table action_links add constraint action_links_purpose check (
  (purpose = 'appointment' and company_id is not null) or
  (purpose in ('verify', 'recover') and user_id is not null and visit_id is null) or
  (purpose in ('invite', 'company') and company_id is not null and e_mail <> '' and visit_id is null));
create index action_links_visit on action_links (company_id, visit_id) where visit_id is not null;
alter table email_messages add column visit_id uuid;
update email_messages m set visit_id = event_id where exists (select from visits v where v.company_id = m.company_id and v.id = m.event_id);
alter table email_messages drop column event_id;
alter table email_messages add foreign key (company_id, visit_id) references visits (company_id, id) on delete set null (visit_id);
create index email_messages_visit on email_messages (company_id, visit_id) where visit_id is not null;

-- An event blocks its time, or it does not; `occupied` has gaps while the person is free for others.
alter table events add column blocks boolean not null default true;
-- What the search finds: title and customer, folded.
alter table events add column words text not null default '';
update events set words = folded(title || ' ' || name || ' ' || e_mail || ' ' || phone_number);
update events set blocks = status <> 'cancelled' where status = 'cancelled';
drop function find_events;
drop index events_search;
alter table events drop constraint events_do_not_overlap;
alter table events alter column occupied type tstzmultirange using tstzmultirange(occupied);
alter table events
  drop column status, drop column service_id, drop column contact_id, drop column name, drop column e_mail,
  drop column phone_number, drop column language, drop column send_sms, drop column hold_token_hash,
  drop column holder_hash, drop column e_mail_reminder_sent_at, drop column sms_reminder_sent_at, drop column sequence;
alter table events add constraint events_do_not_overlap
  exclude using gist (company_id with =, calendar_id with =, lane with =, occupied with &&) where (blocks);
alter table events add constraint events_occupied check (not isempty(occupied) and lower_inc(occupied) and not upper_inc(occupied)
  and not lower_inf(occupied) and not upper_inf(occupied));
-- A held time ends by itself: with its visit, at the next booking that needs it.
create index events_held on events (company_id, calendar_id, held_until) where held_until is not null;
create index events_search on events using gin (words gin_trgm_ops);

-- A visit that is deleted takes its events with it, except those of other visits.
create function delete_events_of_visit() returns trigger language plpgsql as $$
begin
  delete from events e using visit_parts p
    where p.company_id = old.company_id and p.visit_id = old.id and e.company_id = p.company_id and e.id = p.event_id
      and not exists (select from visit_parts o where o.company_id = e.company_id and o.event_id = e.id and o.visit_id <> old.id);
  return old;
end $$;
create trigger visits_deleted before delete on visits for each row execute function delete_events_of_visit();

-- The calendar's view of an event: with the visit that it is part of, if any. Of several visits, the first.
create view appointments with (security_invoker = true) as
  select e.*, p.visit_id, p.position, p.service_id, p.service_name, p.price, p.buffer_before, p.buffer_after, p.pause_start,
    p.pause_minutes, v.contact_id, v.status, v.source, coalesce(v.name, '') as name, coalesce(v.e_mail, '') as e_mail,
    coalesce(v.phone_number, '') as phone_number, coalesce(v.language, 'en') as language, coalesce(v.send_sms, true) as send_sms,
    v.e_mail_reminder_sent_at, v.sms_reminder_sent_at,
    v.status is null or v.status not in ('declined', 'cancelled', 'expired') as is_shown
  from events e
  left join lateral (
    select * from visit_parts p where p.company_id = e.company_id and p.event_id = e.id order by p.visit_id limit 1) p on true
  left join visits v on v.company_id = p.company_id and v.id = p.visit_id;
grant select on appointments to daybook_company;

-- Returns events of the current company in some of its calendars whose words match every pattern: the nearest after and
-- before an instant, at most `bound` of each. Ended visits and expired holds are left out.
create function find_events(calendars uuid[], patterns text[], at timestamptz, bound integer) returns setof appointments
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- An index serves one pattern at a time: the longest has the fewest matches.
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
begin
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at >= at
      and v.words like longest and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at limit bound;
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at < at
      and v.words like longest and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at desc limit bound;
end $$;

alter table events enable trigger events_changed;
-- Turns the triggers on again that the settings of the tables want.
update table_settings set is_sync = is_sync where name in ('events', 'contacts');
