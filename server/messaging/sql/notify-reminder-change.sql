-- Notifies every process that the feed of an employee changed, so that their open browsers reload it.
create or replace function notify_reminder_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'reminders', 'companyId', new.company_id, 'userId', new.user_id)::text);
  return null;
end $$;
create or replace trigger reminders_changed after insert or update on reminders
  for each row execute function notify_reminder_change();
