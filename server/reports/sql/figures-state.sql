-- Returns where a read of the current company finds its figures: the last closed day, the marked days among the closed
-- ones of the range, and the first open day of the range.
create or replace function figures_state(first date, last date, out closed date, out marked date[], out open_from date)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.closed,
    array(select distinct day from dirty_days where company_id = current_company() and day between first and least(last, c.closed)),
    greatest(first, case when c.closed = '-infinity' then c.closed else c.closed + 1 end)
  from (select coalesce((select until from closed_days where company_id = current_company()), '-infinity') as closed) c
$$;
