-- Local time by the rules that Node.js has written.

-- Returns what a clock in the zone shows.
create or replace function wall_time(at timestamptz, zone text) returns timestamp
  language plpgsql stable strict parallel safe as $$
declare
  ahead integer;
begin
  select r.seconds[width_bucket(at, r.starts)] into ahead from zone_rules r where r.zone = wall_time.zone;
  if ahead is null then return at at time zone zone; end if;
  return at at time zone 'UTC' + make_interval(secs => ahead);
end $$;

-- Returns the instant of a wall time. One that occurs twice is the first; one that does not occur is as much later as
-- the clock jumps.
create or replace function instant_at(wall timestamp, zone text) returns timestamptz
  language plpgsql stable strict parallel safe as $$
declare
  utc timestamptz := wall at time zone 'UTC';
  before interval := wall_time(utc - interval '1 day', zone) - (wall - interval '1 day');
  after interval := wall_time(utc + interval '1 day', zone) - (wall + interval '1 day');
begin
  if before <> after and wall_time(utc - before, zone) <> wall and wall_time(utc - after, zone) = wall then
    return utc - after;
  end if;
  return utc - before;
end $$;

-- Returns an instant as ISO 8601 with the offset of the zone, such as `2026-03-29T09:30:00+02:00`.
create or replace function with_offset(at timestamptz, zone text) returns text
  language plpgsql stable strict parallel safe as $$
declare
  wall timestamp := wall_time(at, zone);
  ahead interval := wall - (at at time zone 'UTC');
begin
  return replace(wall::text, ' ', 'T') || case when ahead < interval '0' then '-' else '+' end ||
    to_char(case when ahead < interval '0' then -ahead else ahead end, 'HH24:MI');
end $$;

-- The same for the many rows of a query that joins the rules of their zones: PostgreSQL inlines it.
create or replace function with_offset_by(at timestamptz, zone text, r zone_rules) returns text
  language sql stable parallel safe return
  coalesce(
    replace((at at time zone 'UTC' + make_interval(secs => r.seconds[width_bucket(at, r.starts)]))::text, ' ', 'T')
      || r.offsets[width_bucket(at, r.starts)],
    with_offset(at, zone));
