-- Notifies every process that a calendar changed, so that open browsers reload it. The notice names the location,
-- because local administrators see only the events of their locations. An event that moves is also a change of the
-- calendar and the location that it leaves.
create or replace function notify_event_change() returns trigger language plpgsql as $$
begin
  if is_restoring() then return null; end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('daybook_changes', json_build_object('table', 'events', 'companyId', new.company_id,
      'calendarId', new.calendar_id, 'locationId', new.location_id, 'id', new.id)::text);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE'
    and (new.calendar_id, new.location_id) is distinct from (old.calendar_id, old.location_id) then
    perform pg_notify('daybook_changes', json_build_object('table', 'events', 'companyId', old.company_id,
      'calendarId', old.calendar_id, 'locationId', old.location_id, 'id', old.id)::text);
  end if;
  return null;
end $$;
create or replace trigger events_changed after insert or update or delete on events
  for each row execute function notify_event_change();
