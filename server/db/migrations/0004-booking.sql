-- Calendars with their hours, services, customers, visits and receipts.

create table calendars (
  company_id uuid not null,
  id uuid not null,
  -- Null once the employee has left: booked appointments belong to the company and stay.
  user_id uuid,
  step_minutes integer not null default 15 check (step_minutes between 5 and 240),
  notice_minutes integer not null default 0 check (notice_minutes between 0 and 525600),
  horizon_days integer not null default 90 check (horizon_days between 1 and 730),
  -- New calendars open at the usual hours; this is when a person first saved theirs.
  hours_saved_at timestamptz,
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

-- Services belong to the company: each is written once, and service_people says who does it, where, and with which
-- minutes and price of their own.
create table service_categories (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  position integer not null default 0,
  primary key (company_id, id)
);
create unique index service_categories_name on service_categories (company_id, lower(name));
create index service_categories_position on service_categories (company_id, position, id);
call guard_company_table('service_categories');

create table services (
  company_id uuid not null,
  id uuid not null,
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
  category_id uuid,
  -- Per cent; null while the company has not said it.
  vat_rate numeric(5,2) check (vat_rate between 0 and 100),
  colour text not null default ''
    check (colour in ('', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'brown', 'grey')),
  picture_id uuid,
  -- The person is free for other customers from `pause_start` minutes after the start, for `pause_minutes`.
  pause_start integer check (pause_start > 0),
  pause_minutes integer check (pause_minutes > 0),
  -- How long before the start a customer may cancel; later is late. Null: at any time.
  cancel_hours integer check (cancel_hours between 0 and 8760),
  -- Null: those of the company.
  reminder_leads integer[] check (are_reminder_leads(reminder_leads)),
  primary key (company_id, id),
  constraint services_pause check (
    (pause_start is null) = (pause_minutes is null) and (pause_start is null or pause_start + pause_minutes < minutes)),
  constraint services_category foreign key (company_id, category_id) references service_categories (company_id, id)
    on delete set null (category_id),
  constraint services_picture foreign key (company_id, picture_id) references files (company_id, id)
    on delete set null (picture_id)
);
create index services_category on services (company_id, category_id);
create index services_picture on services (company_id, picture_id) where picture_id is not null;
create index services_position on services (company_id, position, id);
call guard_company_table('services');

create table service_people (
  company_id uuid not null,
  service_id uuid not null,
  calendar_id uuid not null,
  -- Null: at every location of the person. A row for one location applies there instead.
  location_id uuid,
  -- Null: those of the service.
  minutes integer check (minutes between 5 and 1440),
  price numeric(12,2) check (price >= 0),
  id uuid not null default gen_random_uuid(),
  primary key (company_id, id),
  constraint service_people_once unique nulls not distinct (company_id, service_id, calendar_id, location_id),
  foreign key (company_id, service_id) references services (company_id, id) on delete cascade,
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index service_people_calendar on service_people (company_id, calendar_id);
create index service_people_location on service_people (company_id, location_id) where location_id is not null;
call guard_company_table('service_people');

-- The customers of a company.
create table contacts (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  e_mail text not null default '',
  phone_number text not null default '',
  created_at timestamptz not null default now(),
  -- The language of messages to the customer; empty while unknown.
  language text not null default '',
  birthday date,
  notes text not null default '',
  preferred_channel text not null default '' check (preferred_channel in ('', 'email', 'sms', 'none')),
  -- A merged contact stays, so that the merge can be undone; only the contact it was merged into is listed.
  merged_into uuid,
  created_by uuid references users on delete set null,
  -- Written only by the verb that changes the state of a visit, and by recount_contacts.
  visits_count integer not null default 0,
  last_visit timestamptz,
  next_visit timestamptz,
  no_shows integer not null default 0,
  spent numeric(12,2) not null default 0,
  -- E.164; the digits alone where the country is unknown.
  phone_key text not null default '',
  -- Compared by their index under row-level security, which lower() and folded() are not.
  e_mail_key text not null generated always as (lower(e_mail)) stored,
  name_key text not null generated always as (folded(name)) stored,
  -- The folded name, address, number, tags and notes, one per line.
  search_text text not null default '',
  -- Stored by the triggers of consents. `pending`: given, but the address is not proved yet.
  mail_consent text not null default '' check (mail_consent in ('', 'pending', 'given', 'withdrawn')),
  sms_consent text not null default '' check (sms_consent in ('', 'pending', 'given', 'withdrawn')),
  -- Audiences are counted from one index: the addresses of customers as numbers, in their order, with what conditions
  -- ask. Generated, not written by triggers: they are of the row alone, so no change of another customer waits for it.
  mail_hash bigint generated always as (case when e_mail <> '' then hashtextextended(lower(e_mail), 0) end) stored,
  -- A number without its country cannot be called from everywhere.
  sms_hash bigint generated always as (case when left(phone_key, 1) = '+' then hashtextextended(phone_key, 0) end) stored,
  -- The locations, calendars and services of a customer's visits, so that an audience is counted from one index
  -- (docs/decisions/0091-audience-facts.md). Null if there are more than fit into a row of that index.
  visited_ids uuid[] default '{}' check (cardinality(visited_ids) <= 64),
  -- Whether a company may write to the customer. 0: it may not, or there is no address. 1 and 2: they were a customer,
  -- which suffices where the company has declared so. 3 and 4: they agreed. 1 and 3: they prefer the other channel.
  mail_standing integer not null generated always as (case
    when e_mail = '' or preferred_channel = 'none' or mail_consent = 'withdrawn' then 0
    when mail_consent = 'given' then case when preferred_channel = 'sms' then 3 else 4 end
    when visits_count > 0 then case when preferred_channel = 'sms' then 1 else 2 end
    else 0 end) stored,
  sms_standing integer not null generated always as (case
    -- A number without its country cannot be called from everywhere.
    when left(phone_key, 1) <> '+' or preferred_channel = 'none' or sms_consent = 'withdrawn' then 0
    when sms_consent = 'given' then case when preferred_channel = 'email' then 3 else 4 end
    when visits_count > 0 then case when preferred_channel = 'email' then 1 else 2 end
    else 0 end) stored,
  birthday_month integer generated always as (extract(month from birthday)::integer) stored,
  primary key (company_id, id),
  -- Its name sorts before the foreign keys of contact_merges: an undo of a deletion restores in this order.
  constraint contact_merged_into foreign key (company_id, merged_into) references contacts on delete cascade,
  check (merged_into <> id)
);
create index contacts_search on contacts using gin (search_text gin_trgm_ops);
-- The orders of the list.
create index contacts_name on contacts (company_id, name_key, id) where merged_into is null;
create index contacts_last_visit on contacts (company_id, last_visit desc nulls last, id desc)
  where merged_into is null;
create index contacts_next_visit on contacts (company_id, next_visit desc nulls last, id desc)
  where merged_into is null;
create index contacts_visits on contacts (company_id, visits_count, id) where merged_into is null;
create index contacts_created on contacts (company_id, created_at, id) where merged_into is null;
-- A booking finds its customer by address and number.
create index contacts_e_mail on contacts (company_id, e_mail_key) where e_mail_key <> '';
create index contacts_phone on contacts (company_id, phone_key) where phone_key <> '';
create index contacts_merged on contacts (company_id, merged_into) where merged_into is not null;
create index contacts_created_by on contacts (company_id, created_by) where created_by is not null;
create index contacts_creator on contacts (created_by) where created_by is not null;
-- Customers whose next visit has begun are counted again.
create index contacts_next_visit_due on contacts (next_visit) where next_visit is not null;
create index contacts_spent on contacts (company_id, spent, id) where merged_into is null;
call guard_company_table('contacts');

create table contact_tags (
  company_id uuid not null,
  contact_id uuid not null,
  tag text not null check (tag <> ''),
  primary key (company_id, contact_id, tag),
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index contact_tags_tag on contact_tags (company_id, tag, contact_id);
call guard_company_table('contact_tags');

-- Whether a customer agrees to advertising on a channel: rows are only added, the newest of a channel counts.
create table consents (
  company_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  is_given boolean not null,
  source text not null check (source in ('booking', 'staff', 'import', 'link')),
  -- The employee who recorded it; null when the customer did.
  user_id uuid references users on delete set null,
  -- The text that the customer agreed to, in their language.
  shown_text text not null default '',
  created_at timestamptz not null,
  -- A consent given by a customer counts once their address was proved by a link; one that employees recorded, at once.
  proved_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index consents_contact on consents (company_id, contact_id, created_at);
create index consents_user on consents (user_id) where user_id is not null;
call guard_company_table('consents');
revoke update on consents from daybook_company;
-- A merge moves them.
grant update (company_id, contact_id) on consents to daybook_company;

create table contact_merges (
  company_id uuid not null,
  id uuid not null,
  -- The contact that stays, and the one that was merged into it.
  contact_id uuid not null,
  merged_id uuid not null,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  -- { events, consents: the ids that were moved; tags: those that were added; before, after: the changed fields }
  moved jsonb not null,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, merged_id) references contacts on delete cascade
);
create index contact_merges_contact on contact_merges (company_id, contact_id);
create index contact_merges_merged on contact_merges (company_id, merged_id);
create index contact_merges_user on contact_merges (user_id) where user_id is not null;
call guard_company_table('contact_merges');

-- An exclusion constraint guarantees that blocking events do not overlap.
create table events (
  company_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  location_id uuid,
  -- The employee who made the event; null if a visitor booked it.
  user_id uuid references users on delete set null,
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
  -- The time the event takes from the calendar, buffers included. Visitors compete for lane 0. When staff overlap on
  -- purpose, the later event goes on another lane: there it blocks visitors, who are checked against every lane, but
  -- not staff.
  occupied tstzmultirange not null,
  lane integer not null default 0,
  overlap_accepted_by uuid references users on delete set null,
  held_until timestamptz,
  read_only boolean not null default false,
  link text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An event blocks its time, or it does not; `occupied` has gaps while the person is free for others.
  blocks boolean not null default true,
  -- The text of searches: title and customer, folded.
  words text not null default '',
  -- The local day of an event. An instant has one date in a zone, so nothing is guessed here.
  day date not null
    generated always as (coalesce(start_date, (start_at at time zone time_zone)::date)) stored,
  -- The parts of visits that take place or took place; 1 unless visits share the event.
  counted_parts integer not null default 0,
  -- The price of these parts, and of those that are completed.
  booked_price numeric(14,2) not null default 0,
  completed_price numeric(14,2) not null default 0,
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  check (start_at < end_at),
  check (all_day = (start_date is not null and end_date is not null)),
  check (start_date < end_date),
  constraint events_do_not_overlap
    exclude using gist (company_id with =, calendar_id with =, lane with =, occupied with &&) where (blocks),
  constraint events_occupied check (not isempty(occupied) and lower_inc(occupied) and not upper_inc(occupied)
    and not lower_inf(occupied) and not upper_inf(occupied))
);
create index events_calendar on events (company_id, calendar_id, start_at);
-- A held time ends by itself: with its visit, at the next booking that needs it.
create index events_held on events (company_id, calendar_id, held_until) where held_until is not null;
-- Appointments are found by their start, which lies at most 24 hours before the range that they overlap. The few longer
-- events, such as holidays, have an index of their own.
create index events_long on events (company_id, calendar_id, end_at) where end_at - start_at > interval '24 hours';
-- The search walks through the events nearest to the present, or asks the index of words, by the expected matches.
create index events_start on events (company_id, start_at);
create index events_search on events using gin (words gin_trgm_ops);
create index events_day on events (company_id, day)
  include (location_id, calendar_id, counted_parts, booked_price, completed_price);
call guard_company_table('events');

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
  notified jsonb,
  notifying jsonb,
  e_mail_reminder_sent_at timestamptz,
  sms_reminder_sent_at timestamptz,
  requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The visit to a link from which the booking came; only those of seven days before count.
  came_through uuid,
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
-- The menu of every page counts the requests that wait for an answer.
create index visits_answers on visits (company_id, start_at) where status in ('requested', 'expired');
create index visits_reminders on visits (start_at) where status = 'confirmed';
create index visits_came_through on visits (company_id, came_through) where came_through is not null;
-- The holds of a visitor at a company, counted by each booking. Without it, the visits of all times are read.
create index visits_holder on visits (company_id, holder_hash) where status = 'held';
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

-- Whom employees and local administrators reach. Finding the customers of a calendar by its visits took over a second
-- for 20,000 of them, on every page of the list and on every card. These tables have one row for each customer with a
-- visit in a calendar, and at a location; triggers keep them equal to the visits.
create table contact_calendars (
  company_id uuid not null,
  calendar_id uuid not null,
  contact_id uuid not null,
  primary key (company_id, calendar_id, contact_id),
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_calendars_contact on contact_calendars (company_id, contact_id);
call guard_company_table('contact_calendars');

create table contact_locations (
  company_id uuid not null,
  location_id uuid not null,
  contact_id uuid not null,
  primary key (company_id, location_id, contact_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_locations_contact on contact_locations (company_id, contact_id);
call guard_company_table('contact_locations');

-- The reminders that were due until then are queued.
create table reminder_runs (
  is_only boolean primary key default true check (is_only),
  done_until timestamptz not null
);

-- Payments of customers at the desk, and refunds: a refund is a receipt of its own with negative amounts.
-- Receipts do not change.
create table receipts (
  company_id uuid not null references companies on delete restrict,
  id uuid not null,
  visit_id uuid not null,
  location_id uuid,
  -- The local day of the payment.
  day date not null,
  method text not null check (method in ('cash', 'card', 'transfer')),
  amount numeric(12,2) not null check (amount <> 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- Of a refund: the receipt that it takes back.
  refunds_id uuid,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (company_id, id),
  -- Each receipt is refunded once.
  unique (company_id, refunds_id),
  foreign key (company_id, refunds_id) references receipts (company_id, id) on delete restrict,
  check ((amount < 0) = (refunds_id is not null))
);
create index receipts_visit on receipts (company_id, visit_id);
call guard_company_table('receipts');
revoke update, delete on receipts from daybook_company;

-- The parts of a visit that a receipt is for, as they were then; their sum is its amount.
create table receipt_lines (
  company_id uuid not null,
  receipt_id uuid not null,
  position integer not null,
  visit_id uuid not null,
  event_id uuid not null,
  name text not null,
  location_id uuid,
  -- The calendar of the person who did it.
  calendar_id uuid,
  day date not null,
  amount numeric(12,2) not null,
  vat_rate numeric(5,2),
  is_refund boolean not null,
  -- The refund that took it back.
  refund_id uuid,
  primary key (company_id, receipt_id, position),
  foreign key (company_id, receipt_id) references receipts (company_id, id) on delete restrict,
  foreign key (company_id, refund_id) references receipts (company_id, id) on delete restrict
);
-- A part of a visit is in at most one receipt that was not refunded.
create unique index receipt_lines_paid_once on receipt_lines (company_id, visit_id, event_id)
  where not is_refund and refund_id is null;
create index receipt_lines_day on receipt_lines (company_id, day);
create index receipt_lines_visit on receipt_lines (company_id, visit_id);
call guard_company_table('receipt_lines');
revoke update, delete on receipt_lines from daybook_company;
grant update (refund_id) on receipt_lines to daybook_company;

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
