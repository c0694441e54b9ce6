-- The seller's calendar day at an instant.
create or replace function seller_day(at timestamptz) returns date language sql stable parallel safe as
  $$ select (at at time zone s.time_zone)::date from seller s $$;
