-- The facts that reports count. Of visits: the parts that take place or took place, their price, and the price of
-- completed ones; a no-show was booked. Of receipts: the amounts paid, and the services; products and discounts
-- are no services, and a service with several rates is one. Of messages: those that were sent, by medium (mail, sms).
create or replace view report_facts with (security_invoker = true) as
  select e.company_id, 'visits'::text as subject, e.day, e.location_id, e.calendar_id, 1 as number, p.price as amount,
    case when v.status = 'completed' then p.price else 0 end as completed
  from events e
  join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
  join visits v on v.company_id = p.company_id and v.id = p.visit_id
  where v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')
  union all
  select company_id, 'receipts', day, location_id, calendar_id, case when kind = 'service' and part_line = 0 then quantity::integer else 0 end,
    amount, 0
  from receipt_lines
  union all
  select company_id, medium, day, location_id, null, 1, 0, 0
  from deliveries where company_id is not null and day is not null;
