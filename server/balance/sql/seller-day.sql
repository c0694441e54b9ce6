-- The seller's calendar day at an instant.
create or replace function seller_day(at timestamptz) returns date language sql stable parallel safe as
  $$ select wall_time(at, s.time_zone)::date from seller s $$;
