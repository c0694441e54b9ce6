-- Notifies every process that the outside times of a calendar changed, as a change of its events does. They are at no
-- location: of local administrators, only the person hears of it.
create or replace function notify_outside_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if is_restoring() then return null; end if;
  for changed in select distinct company_id, calendar_id from changed_rows loop
    perform pg_notify('daybook_changes', json_build_object('table', 'events', 'companyId', changed.company_id,
      'calendarId', changed.calendar_id, 'locationId', null, 'id', null)::text);
  end loop;
  return null;
end $$;
create or replace trigger outside_times_inserted after insert on outside_times
  referencing new table as changed_rows for each statement execute function notify_outside_change();
create or replace trigger outside_times_deleted after delete on outside_times
  referencing old table as changed_rows for each statement execute function notify_outside_change();
