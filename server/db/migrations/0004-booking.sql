-- Calendars, opening hours, services, customers and events. An exclusion constraint guarantees that blocking events do
-- not overlap.

create table calendars (
  company_id uuid not null,
  id uuid not null,
  -- Null once the employee has left: booked appointments belong to the company and stay.
  user_id uuid,
  step_minutes integer not null default 15 check (step_minutes between 5 and 240),
  notice_minutes integer not null default 0 check (notice_minutes between 0 and 525600),
  horizon_days integer not null default 90 check (horizon_days between 1 and 730),
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references employees on delete set null (user_id)
);
call guard_company_table('calendars');

-- Local wall time in the zone of the location. 24:00 is the end of the day.
create table opening_hours (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  location_id uuid not null,
  weekday integer not null check (weekday between 1 and 7),
  start_time time not null,
  end_time time not null,
  check (start_time < end_time),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index opening_hours_calendar on opening_hours (company_id, calendar_id, location_id);
call guard_company_table('opening_hours');

create table breaks (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  location_id uuid not null,
  weekday integer not null check (weekday between 1 and 7),
  start_time time not null,
  end_time time not null,
  check (start_time < end_time),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index breaks_calendar on breaks (company_id, calendar_id, location_id);
call guard_company_table('breaks');

-- Replaces the opening hours and breaks of one date: a row without times closes the day, rows with times open it.
create table date_overrides (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  location_id uuid not null,
  date date not null,
  start_time time,
  end_time time,
  check ((start_time is null) = (end_time is null)),
  check (start_time < end_time),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index date_overrides_calendar on date_overrides (company_id, calendar_id, location_id, date);
call guard_company_table('date_overrides');

create table services (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  name text not null,
  description text not null default '',
  minutes integer not null check (minutes between 5 and 1440),
  price numeric(12,2) not null default 0,
  buffer_before integer not null default 0 check (buffer_before between 0 and 1440),
  buffer_after integer not null default 0 check (buffer_after between 0 and 1440),
  -- Null: the value of the calendar applies.
  notice_minutes integer check (notice_minutes between 0 and 525600),
  horizon_days integer check (horizon_days between 1 and 730),
  is_active boolean not null default true,
  position integer not null default 0,
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade
);
create index services_calendar on services (company_id, calendar_id, position);
call guard_company_table('services');

-- The customers of a company.
create table contacts (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  e_mail text not null default '',
  phone_number text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index contacts_search on contacts using gin ((lower(name || ' ' || e_mail || ' ' || phone_number)) gin_trgm_ops);
create index contacts_name on contacts (company_id, name, id);
create unique index contacts_e_mail on contacts (company_id, lower(e_mail)) where e_mail <> '';
call guard_company_table('contacts');

create table events (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  location_id uuid,
  -- The employee who made the event; null if a visitor booked it.
  user_id uuid references users on delete set null,
  service_id uuid,
  contact_id uuid,
  title text not null default '',
  description text not null default '',
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- The zone the event was made in; recurrence and wall time follow it (RFC 5545).
  time_zone text not null,
  all_day boolean not null default false,
  -- All-day events are dates: the first day and the day after the last.
  start_date date,
  end_date date,
  type text not null check (type in ('primary', 'success', 'info', 'warning', 'danger', 'inverse')),
  -- held: a visitor chose the time and nothing is mailed yet; requested: the mail's link confirms the event until its
  -- start.
  status text not null check (status in ('held', 'requested', 'confirmed', 'cancelled')),
  -- The time the event takes from the calendar, buffers included. Visitors compete for lane 0. When staff overlap on
  -- purpose, the later event goes on another lane: there it blocks visitors, who are checked against every lane, but
  -- not staff.
  occupied tstzrange not null,
  lane integer not null default 0,
  overlap_accepted_by uuid references users on delete set null,
  held_until timestamptz,
  hold_token_hash bytea,
  send_sms boolean not null default true,
  read_only boolean not null default false,
  name text not null default '',
  phone_number text not null default '',
  e_mail text not null default '',
  -- The language of mails to the visitor.
  language text not null default 'en',
  link text not null default '',
  e_mail_reminder_sent_at timestamptz,
  sms_reminder_sent_at timestamptz,
  -- The revision of the calendar entry that invitees hold (RFC 5545).
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, service_id) references services (company_id, id) on delete set null (service_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  check (start_at < end_at),
  check (all_day = (start_date is not null and end_date is not null)),
  check (start_date < end_date),
  check ((status = 'held') = (held_until is not null)),
  check (not isempty(occupied) and lower(occupied) is not null and upper(occupied) is not null),
  check (lower_inc(occupied) and not upper_inc(occupied) and not lower_inf(occupied) and not upper_inf(occupied)),
  constraint events_do_not_overlap
    exclude using gist (company_id with =, calendar_id with =, lane with =, occupied with &&) where (status <> 'cancelled')
);
create index events_calendar on events (company_id, calendar_id, start_at);
create index events_held on events (held_until) where status = 'held';
create index events_search on events using gin ((lower(title || ' ' || name || ' ' || e_mail || ' ' || phone_number)) gin_trgm_ops);
call guard_company_table('events');

-- Notifies every process that a calendar changed, so that open browsers reload it.
create function notify_event_change() returns trigger language plpgsql as $$
declare
  changed events := coalesce(new, old);
begin
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'events', 'companyId', changed.company_id, 'calendarId', changed.calendar_id, 'id', changed.id)::text);
  return null;
end $$;
create trigger events_changed after insert or update or delete on events
  for each row execute function notify_event_change();

-- The answer to a request with an Idempotency-Key; a repeated request gets the same answer.
create table idempotency_keys (
  company_id uuid not null references companies on delete cascade,
  key text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call guard_company_table('idempotency_keys');
