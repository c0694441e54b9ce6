-- The local day of an event: the first of an all-day event, else that of its start. An event with another time has got
-- it by the rules of now.
create or replace function set_event_day() returns trigger language plpgsql as $$
begin
  new.day := coalesce(new.start_date, wall_time(new.start_at, new.time_zone)::date);
  if tg_op = 'UPDATE' and (new.start_at, new.time_zone) is distinct from (old.start_at, old.time_zone) then
    new.former_offset := null;
  end if;
  return new;
end $$;
create or replace trigger events_day before insert or update of start_at, start_date, time_zone, day on events
  for each row execute function set_event_day();
