-- Returns the quiet hours of a company that this time lies in, by the clock of the zone; null when it lies in none.
-- Equal hours are none.
create or replace function quiet_hours_at(at timestamptz, zone text, quiet_from integer, quiet_until integer) returns tstzrange
  language plpgsql stable strict parallel safe as $$
declare
  wall timestamp := wall_time(at, zone);
  -- Where they span midnight: the day on which they begin, and the next one.
  begins date := wall::date;
  ends date := wall::date;
begin
  if quiet_from > quiet_until then
    if wall::time < make_time(quiet_until, 0, 0) then
      begins := begins - 1;
    elsif wall::time >= make_time(quiet_from, 0, 0) then
      ends := ends + 1;
    else
      return null;
    end if;
  elsif quiet_from = quiet_until or wall::time < make_time(quiet_from, 0, 0)
    or wall::time >= make_time(quiet_until, 0, 0) then
    return null;
  end if;
  return tstzrange(least(at, instant_at(begins + make_time(quiet_from, 0, 0), zone)),
    greatest(at, instant_at(ends + make_time(quiet_until, 0, 0), zone)));
end $$;
