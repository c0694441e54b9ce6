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
create or replace trigger visits_deleted before delete on visits for each row execute function delete_events_of_visit();
