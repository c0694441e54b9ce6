-- Two transactions that count the visits of one customer: the second one waits, and then counts what the first one wrote.
-- Each statement of a volatile function has its own snapshot, so the count must follow the lock.
create or replace function recount_contacts(company uuid, ids uuid[], at timestamptz) returns void language sql
  set search_path = public, pg_temp as $$
  select from contacts k where k.company_id = company and (ids is null or k.id = any(ids)) order by k.id for no key update;
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
