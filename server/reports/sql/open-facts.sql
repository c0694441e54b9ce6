-- The facts of `report_facts`, for reading: appointments from their events alone.
create or replace view open_facts with (security_invoker = true) as
  select company_id, 'visits'::text as subject, day, location_id, calendar_id, counted_parts as number, booked_price as amount,
    completed_price as completed
  from events where counted_parts > 0
  union all
  select company_id, 'receipts', day, location_id, calendar_id, case when kind = 'service' and part_line = 0 then quantity::integer else 0 end,
    amount, 0
  from receipt_lines
  union all
  select company_id, medium, day, location_id, null, 1, 0, 0
  from deliveries where company_id is not null and day is not null;
