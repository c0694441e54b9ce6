-- Receipts of paid visits, estimates of incomes, and the figures of reports, counted by day.
--
-- Figures of closed days are read from `counts_by_day`, those of open days from the facts (`report_facts`). A job closes a
-- day two hours after it ended everywhere on Earth. A change of an older day appends a row to `dirty_days` in its own
-- transaction: reads take that day from the facts until the job has counted it again. So every read equals the facts of
-- its snapshot (docs/decisions/0063-figures-by-day.md).

-- The local day of an event. An instant has one date in a zone, so nothing is guessed here.
alter table events add column day date not null
  generated always as (coalesce(start_date, (start_at at time zone time_zone)::date)) stored;
create index events_day on events (company_id, day);

-- Where a message belongs, and the zone of its day; the day on which it was sent.
alter table deliveries
  add column location_id uuid,
  add column time_zone text not null default 'UTC';
update deliveries d set time_zone = coalesce(
  (select l.time_zone from locations l where l.company_id = d.company_id order by l.created_at, l.id limit 1), 'UTC')
  where d.company_id is not null;
update deliveries d set location_id = v.location_id, time_zone = v.time_zone
  from email_messages m join visits v on v.company_id = m.company_id and v.id = m.visit_id where m.id = d.id;
alter table deliveries add column day date generated always as (
  case when state in ('sent', 'delivered', 'undelivered') then (settled_at at time zone time_zone)::date end) stored;
create index deliveries_day on deliveries (company_id, medium, day) where day is not null;

-- What customers paid at the desk, and what they were given back: a refund is a receipt of its own with negative amounts.
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
call watch_table('receipts', audited => true, published => false);

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
create trigger unchangeable before delete or truncate on receipt_lines for each statement execute function refuse_change();

-- Of receipts only the person may become unknown.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger unchangeable before delete or truncate on receipts for each statement execute function refuse_change();
create trigger unchangeable_row before update on receipts for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id')) execute function refuse_receipt_change();
create trigger unchangeable_row before update on receipt_lines for each row
  when ((to_jsonb(old) - 'refund_id') is distinct from (to_jsonb(new) - 'refund_id') or old.refund_id is not null)
  execute function refuse_receipt_change();

-- What an administrator expects of a day: of the company, a location, a person, or a person at a location.
create table estimates (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  day date not null,
  location_id uuid,
  user_id uuid,
  amount numeric(12,2) not null check (amount >= 0),
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, day, location_id, user_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references employees (company_id, user_id) on delete cascade
);
call guard_company_table('estimates');
call watch_table('estimates', audited => true, published => false);

-- What reports count. Of visits: the parts that take place or took place, their price, and the price of completed ones;
-- a no-show was booked. Of receipts: what was paid. Of messages: those that were sent, by medium (mail, sms).
create view report_facts with (security_invoker = true) as
  select e.company_id, 'visits'::text as subject, e.day, e.location_id, e.calendar_id, 1 as number, p.price as amount,
    case when v.status = 'completed' then p.price else 0 end as completed
  from events e
  join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
  join visits v on v.company_id = p.company_id and v.id = p.visit_id
  where v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')
  union all
  select company_id, 'receipts', day, location_id, calendar_id, case when is_refund then -1 else 1 end, amount, 0
  from receipt_lines
  union all
  select company_id, medium, day, location_id, null, 1, 0, 0
  from deliveries where company_id is not null and day is not null;

-- The figures of closed days. The job that writes them holds a lock of the company.
create table counts_by_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  location_id uuid,
  calendar_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_day_day on counts_by_day (company_id, subject, day);
call guard_company_reading('counts_by_day');

-- The same by company, for long ranges.
create table counts_by_company_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_company_day_day on counts_by_company_day (company_id, subject, day);
call guard_company_reading('counts_by_company_day');

-- The last closed day of a company; all before it are closed as well.
create table closed_days (
  company_id uuid primary key references companies on delete cascade,
  until date not null
);
call guard_company_reading('closed_days');

-- Days that changed after they were closed, or might have. Without a key: marks of one day never wait for each other.
create table dirty_days (
  id bigint generated always as identity,
  company_id uuid not null references companies on delete cascade,
  day date not null
);
create index dirty_days_company on dirty_days (company_id, day);
call guard_company_reading('dirty_days');

-- Changes are marked up to two days back in UTC: midnight has passed everywhere. The job closes such a day two hours later,
-- when every transaction has ended that began before and did not mark it.
create function mark_days(company uuid, variadic days date[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  insert into dirty_days (company_id, day)
    select company, d from (select distinct unnest(days)) as n (d)
    where d <= (now() at time zone 'UTC')::date - 2 and exists (select from companies where id = company)
$$;

-- The conditions of the triggers decide: for an open day no function runs.
create function mark_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform mark_days(new.company_id, new.day);
  elsif tg_op = 'DELETE' then perform mark_days(old.company_id, old.day);
  else perform mark_days(new.company_id, old.day, new.day);
  end if;
  return null;
end $$;
create trigger events_insert_day after insert on events for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger events_update_day after update on events for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger events_delete_day after delete on events for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger deliveries_insert_day after insert on deliveries for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2 and new.company_id is not null) execute function mark_day();
create trigger deliveries_update_day after update on deliveries for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2 and new.company_id is not null
    and (old.day, old.location_id) is distinct from (new.day, new.location_id)) execute function mark_day();
create trigger deliveries_delete_day after delete on deliveries for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2 and old.company_id is not null) execute function mark_day();
create trigger receipt_lines_insert_day after insert on receipt_lines for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();

-- A visit counts on the days of its parts: from its own day to that of its end.
create function mark_visit_days() returns trigger language plpgsql as $$
declare
  v visits := case when tg_op = 'DELETE' then old else new end;
begin
  perform mark_days(v.company_id, variadic array(
    select d::date from generate_series(v.day, greatest(v.day, (v.end_at at time zone v.time_zone)::date), interval '1 day') d));
  return null;
end $$;
create trigger visits_insert_day after insert on visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_visit_days();
create trigger visits_update_day after update of status on visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2 and old.status <> new.status) execute function mark_visit_days();
create trigger visits_delete_day after delete on visits for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_visit_days();

-- Parts are written in the transaction of their event or visit; a new price alone changes neither.
create function mark_part_day() returns trigger language plpgsql as $$
begin
  perform mark_days(e.company_id, e.day) from events e
    where e.company_id = new.company_id and e.id in (old.event_id, new.event_id);
  return null;
end $$;
create trigger visit_parts_update_day after update of price, visit_id, event_id on visit_parts for each row
  when ((old.price, old.visit_id, old.event_id) is distinct from (new.price, new.visit_id, new.event_id))
  execute function mark_part_day();

-- Closes the days of a company up to `last`, in one statement: its snapshot holds the facts and their marks.
create function close_days(company uuid, last date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
  with state as materialized (
    select coalesce((select until from closed_days where company_id = company), '-infinity'::date) as until),
  fresh as materialized (
    select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number) as number, sum(f.amount) as amount,
      sum(f.completed) as completed
    from report_facts f, state where f.company_id = company and f.day > state.until and f.day <= last
    group by f.subject, f.day, f.location_id, f.calendar_id),
  added as (
    insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
    select company, subject, day, location_id, calendar_id, number, amount, completed from fresh),
  added_coarse as (
    insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
    select company, subject, day, sum(number), sum(amount), sum(completed) from fresh group by subject, day),
  counted as (
    delete from dirty_days m using state where m.company_id = company and m.day > state.until and m.day <= last)
  insert into closed_days (company_id, until) select company, last from state where last > state.until
    on conflict (company_id) do update set until = excluded.until;
end $$;

-- Counts closed days again that changed, at most `bound`, and returns how many.
create function recount_days(company uuid, bound integer) returns integer language plpgsql as $$
declare
  counted integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
  with changed as materialized (
    select distinct m.day from dirty_days m join closed_days c on c.company_id = m.company_id
    where m.company_id = company and m.day <= c.until limit bound),
  marks as materialized (
    select m.id, m.day from dirty_days m where m.company_id = company and m.day in (select day from changed)),
  fresh as materialized (
    select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number) as number, sum(f.amount) as amount,
      sum(f.completed) as completed
    from report_facts f where f.company_id = company and f.day = any(array(select day from changed))
    group by f.subject, f.day, f.location_id, f.calendar_id),
  removed as (
    delete from counts_by_day c where c.company_id = company and c.day in (select day from changed)),
  removed_coarse as (
    delete from counts_by_company_day c where c.company_id = company and c.day in (select day from changed)),
  added as (
    insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
    select company, subject, day, location_id, calendar_id, number, amount, completed from fresh),
  added_coarse as (
    insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
    select company, subject, day, sum(number), sum(amount), sum(completed) from fresh group by subject, day),
  gone as (
    delete from dirty_days m using marks where m.company_id = company and m.id = marks.id)
  select count(*) into counted from changed;
  return counted;
end $$;

-- The figures of the current company by day, location and calendar; of the given locations only, unless null. A stable
-- function: all of its statements see the snapshot of the caller's.
create function day_figures(subjects text[], first date, last date, places uuid[]) returns table (
  subject text, day date, location_id uuid, calendar_id uuid, number bigint, amount numeric, completed numeric)
  language plpgsql stable security definer rows 5000
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  closed date := coalesce((select until from closed_days where company_id = me), '-infinity');
  dirty date[] := array(select distinct day from dirty_days where company_id = me and day between first and least(last, closed));
begin
  if first <= closed then
    return query select c.subject, c.day, c.location_id, c.calendar_id, c.number::bigint, c.amount, c.completed
      from counts_by_day c where c.company_id = me and c.subject = any(subjects) and c.day between first and least(last, closed)
        and (dirty = '{}' or c.day <> all(dirty)) and (places is null or c.location_id = any(places));
  end if;
  if dirty <> '{}' then
    return query select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number), sum(f.amount), sum(f.completed)
      from report_facts f where f.company_id = me and f.subject = any(subjects) and f.day = any(dirty)
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id, f.calendar_id;
  end if;
  if last > closed then
    return query select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number), sum(f.amount), sum(f.completed)
      from report_facts f where f.company_id = me and f.subject = any(subjects)
        and f.day between greatest(first, case when closed = '-infinity' then closed else closed + 1 end) and last
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id, f.calendar_id;
  end if;
end $$;

-- The same by day alone, of the whole company: for long ranges.
create function company_figures(subjects text[], first date, last date) returns table (
  subject text, day date, number bigint, amount numeric, completed numeric)
  language plpgsql stable security definer rows 500
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  closed date := coalesce((select until from closed_days where company_id = me), '-infinity');
  dirty date[] := array(select distinct day from dirty_days where company_id = me and day between first and least(last, closed));
begin
  if first <= closed then
    return query select c.subject, c.day, c.number::bigint, c.amount, c.completed
      from counts_by_company_day c where c.company_id = me and c.subject = any(subjects)
        and c.day between first and least(last, closed) and (dirty = '{}' or c.day <> all(dirty));
  end if;
  if dirty <> '{}' then
    return query select f.subject, f.day, sum(f.number), sum(f.amount), sum(f.completed)
      from report_facts f where f.company_id = me and f.subject = any(subjects) and f.day = any(dirty)
      group by f.subject, f.day;
  end if;
  if last > closed then
    return query select f.subject, f.day, sum(f.number), sum(f.amount), sum(f.completed)
      from report_facts f where f.company_id = me and f.subject = any(subjects)
        and f.day between greatest(first, case when closed = '-infinity' then closed else closed + 1 end) and last
      group by f.subject, f.day;
  end if;
end $$;

-- The campaigns of a medium (mail, sms) by day: messages sent, and recipients who followed a link on that day.
create function campaign_figures(of_medium text, first date, last date) returns table (
  id uuid, name text, day date, sent bigint, visited bigint) language sql stable as $$
  select c.id, c.name, f.day, sum(f.sent)::bigint, sum(f.visited)::bigint
  from (
    select r.campaign_id, r.day, count(*) as sent, 0 as visited from campaign_recipients r
    where r.company_id = current_company() and r.day between first and last group by r.campaign_id, r.day
    union all
    select v.campaign_id, v.day, 0, count(distinct v.recipient_id) from campaign_visits v
    where v.company_id = current_company() and v.day between first and last and v.is_person
    group by v.campaign_id, v.day) f
  join campaigns c on c.company_id = current_company() and c.id = f.campaign_id
  where c.medium = of_medium
  group by c.id, c.name, f.day
$$;

-- Now with what a customer has paid.
create or replace function recount_contacts(company uuid, ids uuid[], at timestamptz) returns void language sql
  set search_path = public, pg_temp as $$
  update contacts c set visits_count = n.visits, no_shows = n.no_shows, last_visit = n.last_visit, next_visit = n.next_visit,
    spent = n.spent
  from (
    select k.id,
      (count(v.id) filter (where v.status in ('confirmed', 'arrived', 'started', 'completed') and v.start_at <= at))::integer as visits,
      (count(v.id) filter (where v.status = 'no_show'))::integer as no_shows,
      max(v.start_at) filter (where v.status in ('confirmed', 'arrived', 'started', 'completed') and v.start_at <= at) as last_visit,
      min(v.start_at) filter (where v.status in ('requested', 'confirmed', 'arrived', 'started') and v.start_at > at) as next_visit,
      coalesce(sum(p.amount), 0) as spent
    from contacts k
    left join visits v on v.company_id = k.company_id and v.contact_id = k.id
    left join lateral (
      select sum(r.amount) as amount from receipts r where r.company_id = v.company_id and r.visit_id = v.id) p on true
    where k.company_id = company and (ids is null or k.id = any(ids))
    group by k.id) n
  where c.company_id = company and c.id = n.id
    and (c.visits_count, c.no_shows, c.last_visit, c.next_visit, c.spent)
      is distinct from (n.visits, n.no_shows, n.last_visit, n.next_visit, n.spent)
$$;
