-- Events carry what reports count of them: one index then answers the figures of open days, where millions of visits and
-- their parts were joined before. Every verb that writes a visit writes them with the event, in the statement that changes it
-- anyway (server/booking/visits/event-figures.ts), so that a change of an open day runs no more statements than before.
-- Databases of tests compare them with the visits at every commit. Closed days are counted from the visits.
alter table events
  -- The parts of visits that take place or took place; 1 unless visits share the event.
  add column counted_parts integer not null default 0,
  -- The price of these parts, and of those that are completed.
  add column booked_price numeric(14,2) not null default 0,
  add column completed_price numeric(14,2) not null default 0;

-- The same, from the visits.
create view event_figures with (security_invoker = true) as
  select p.company_id, p.event_id, count(*)::integer as counted_parts, sum(p.price)::numeric(14,2) as booked_price,
    coalesce(sum(p.price) filter (where v.status = 'completed'), 0)::numeric(14,2) as completed_price
  from visit_parts p
  join visits v on v.company_id = p.company_id and v.id = p.visit_id
  where v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')
  group by p.company_id, p.event_id;
grant select on event_figures to daybook_company;

-- Neither the data audit nor open browsers learn of it, and no day changes.
alter table events disable trigger user;
update events e set counted_parts = f.counted_parts, booked_price = f.booked_price, completed_price = f.completed_price
  from event_figures f where f.company_id = e.company_id and f.event_id = e.id;
alter table events enable trigger user;
-- Only those that the settings of the table want.
update table_settings set is_sync = is_sync where name = 'events';

drop index events_day;
create index events_day on events (company_id, day)
  include (location_id, calendar_id, counted_parts, booked_price, completed_price);

-- A visit that is deleted takes its events with it; those of other visits count for these alone.
create or replace function delete_events_of_visit() returns trigger language plpgsql as $$
begin
  with shared as (
    update events e set (counted_parts, booked_price, completed_price) = (
        select count(*), coalesce(sum(o.price), 0), coalesce(sum(o.price) filter (where v.status = 'completed'), 0)
        from visit_parts o join visits v on v.company_id = o.company_id and v.id = o.visit_id
        where o.company_id = e.company_id and o.event_id = e.id and o.visit_id <> old.id
          and v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show'))
    from visit_parts p
    where p.company_id = old.company_id and p.visit_id = old.id and e.company_id = p.company_id and e.id = p.event_id
      and exists (select from visit_parts o where o.company_id = e.company_id and o.event_id = e.id and o.visit_id <> old.id))
  delete from events e using visit_parts p
    where p.company_id = old.company_id and p.visit_id = old.id and e.company_id = p.company_id and e.id = p.event_id
      and not exists (select from visit_parts o where o.company_id = e.company_id and o.event_id = e.id and o.visit_id <> old.id);
  return old;
end $$;

-- What `report_facts` has, for reading: appointments from their events alone.
create view open_facts with (security_invoker = true) as
  select company_id, 'visits'::text as subject, day, location_id, calendar_id, counted_parts as number, booked_price as amount,
    completed_price as completed
  from events where counted_parts > 0
  union all
  select company_id, 'receipts', day, location_id, calendar_id, case when is_refund then -1 else 1 end, amount, 0
  from receipt_lines
  union all
  select company_id, medium, day, location_id, null, 1, 0, 0
  from deliveries where company_id is not null and day is not null;
