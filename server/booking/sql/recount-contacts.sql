-- The figures of a customer by their visits and receipts.

-- Returns the locations, calendars and services of the visits of a contact, sorted. Requested visits count; held,
-- declined, cancelled and expired ones do not. Statements that read whole audiences disable nested loops, which would
-- make this one read all visits.
create or replace function ids_of_visits(company uuid, contact uuid) returns uuid[] language sql stable
  set search_path = public, pg_temp set enable_nestloop = on as $$
  select coalesce(array_agg(distinct x.id), '{}')
  from visits v
  left join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
  left join events e on e.company_id = p.company_id and e.id = p.event_id
  cross join lateral (values (v.location_id), (e.calendar_id), (p.service_id)) x (id)
  where v.company_id = company and v.contact_id = contact and x.id is not null
    and v.status not in ('held', 'declined', 'cancelled', 'expired')
$$;

-- Returns null for more ids than `contacts.visited_ids` holds.
create or replace function few_ids(ids uuid[]) returns uuid[] language sql immutable
  return case when cardinality(ids) <= 64 then ids end;

-- Whether the customer of a visit has come by an instant. A visit that was completed before the time it was booked for
-- counts at once: customers are counted again when their next visit begins, and a completed one is no next visit.
create or replace function has_come(status text, start_at timestamptz, at timestamptz) returns boolean language sql immutable
  return status = 'completed' or (status in ('confirmed', 'arrived', 'started') and start_at <= at);

-- Recounts these contacts, or all of the company if `ids` is null, as of an instant. Each statement of a volatile
-- function has its own snapshot, so the count follows the lock: of two transactions that count the visits of one
-- customer, the second one waits and then counts the rows of the first one. The condition on ids must not depend on
-- whether `ids` is null: plans are generic, and one for both cases reads all contacts of the company each time.
create or replace function recount_contacts(company uuid, ids uuid[], at timestamptz) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  these uuid[] := coalesce(ids, array(select k.id from contacts k where k.company_id = company));
begin
  perform from contacts k where k.company_id = company and k.id = any(these) order by k.id for no key update;
  update contacts c set visits_count = n.visits, no_shows = n.no_shows, last_visit = n.last_visit, next_visit = n.next_visit,
    spent = n.spent, visited_ids = f.visited_ids
  from (
    select k.id,
      (count(v.id) filter (where has_come(v.status, v.start_at, at)))::integer as visits,
      (count(v.id) filter (where v.status = 'no_show'))::integer as no_shows,
      max(v.start_at) filter (where has_come(v.status, v.start_at, at)) as last_visit,
      min(v.start_at) filter (where v.status in ('requested', 'confirmed', 'arrived', 'started') and v.start_at > at) as next_visit,
      coalesce(sum(p.amount), 0) + coalesce((
        select sum(r.amount) from receipts r where r.company_id = company and r.contact_id = k.id), 0) as spent
    from contacts k
    left join visits v on v.company_id = k.company_id and v.contact_id = k.id
    left join lateral (
      select sum(r.amount) as amount from receipts r where r.company_id = v.company_id and r.visit_id = v.id) p on true
    where k.company_id = company and k.id = any(these)
    group by k.id) n
  cross join lateral (select few_ids(ids_of_visits(company, n.id)) as visited_ids) f
  where c.company_id = company and c.id = n.id
    and (c.visits_count, c.no_shows, c.last_visit, c.next_visit, c.spent, c.visited_ids)
      is distinct from (n.visits, n.no_shows, n.last_visit, n.next_visit, n.spent, f.visited_ids);
end $$;

-- Recounts the contacts whose visits name a location or a service that their `visited_ids` lack: it was deleted when
-- they were last counted, and is restored.
create or replace function recount_contacts_of(company uuid, record uuid, at timestamptz) returns void language sql
  set search_path = public, pg_temp as $$
  select recount_contacts(company, array_agg(c.id), at)
  from (
    select v.contact_id from visits v where v.company_id = company and v.location_id = record
    union
    select v.contact_id from visit_parts p join visits v on v.company_id = p.company_id and v.id = p.visit_id
    where p.company_id = company and p.service_id = record) n
  join contacts c on c.company_id = company and c.id = n.contact_id
  where not record = any(c.visited_ids)
  having count(*) > 0
$$;
