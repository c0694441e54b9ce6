-- The figures that events carry, computed from their visits.
create or replace view event_figures with (security_invoker = true) as
  select p.company_id, p.event_id, count(*)::integer as counted_parts, sum(p.price)::numeric(14,2) as booked_price,
    coalesce(sum(p.price) filter (where v.status = 'completed'), 0)::numeric(14,2) as completed_price
  from visit_parts p
  join visits v on v.company_id = p.company_id and v.id = p.visit_id
  where v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')
  group by p.company_id, p.event_id;
grant select on event_figures to daybook_company;
