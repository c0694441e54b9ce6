-- Leases up to `wanted` tokens of a route for the present windows; a negative number returns some. Null is no limit.
-- `until` is the end of the longest window that has no more.
create or replace function lease_tokens(route uuid, wanted integer, at timestamptz, per_second integer, per_hour integer,
  per_day integer, out leased integer, out until timestamptz) language plpgsql as $$
declare
  used route_tokens;
  this_second timestamptz := date_trunc('second', at);
  this_hour timestamptz := date_trunc('hour', at);
  this_day timestamptz := date_trunc('day', at);
begin
  insert into route_tokens (route_id) values (route) on conflict do nothing;
  select * into used from route_tokens where route_id = route for update;
  -- A slower clock of another process does not open an earlier window.
  if used.second_at < this_second then used.second_used := 0; used.second_at := this_second; end if;
  if used.hour_at < this_hour then used.hour_used := 0; used.hour_at := this_hour; end if;
  if used.day_at < this_day then used.day_used := 0; used.day_at := this_day; end if;
  leased := case when wanted < 0 then wanted else greatest(0, least(wanted, per_second - used.second_used,
    per_hour - used.hour_used, per_day - used.day_used)) end;
  if leased = 0 then
    until := case when per_day <= used.day_used then used.day_at + interval '1 day'
      when per_hour <= used.hour_used then used.hour_at + interval '1 hour'
      else used.second_at + interval '1 second' end;
  end if;
  update route_tokens set second_at = used.second_at, second_used = greatest(0, used.second_used + leased),
    hour_at = used.hour_at, hour_used = greatest(0, used.hour_used + leased),
    day_at = used.day_at, day_used = greatest(0, used.day_used + leased)
  where route_id = route;
end $$;
