-- Notifies every process that rights or sessions changed, so that the open browsers of the person concerned ask again
-- or are signed out.
create or replace function notify_rights_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- A change of a group names no person: it concerns all its members.
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'rights', 'companyId', changed ->> 'company_id', 'userId', changed ->> 'user_id')::text);
  return null;
end $$;
create or replace trigger user_actions_changed after insert or update or delete on user_actions
  for each row execute function notify_rights_change();
create or replace trigger user_groups_changed after insert or update or delete on user_groups
  for each row execute function notify_rights_change();
create or replace trigger user_pages_changed after insert or update or delete on user_pages
  for each row execute function notify_rights_change();
create or replace trigger employee_locations_changed after insert or update or delete on employee_locations
  for each row execute function notify_rights_change();
create or replace trigger employees_changed after insert or delete on employees
  for each row execute function notify_rights_change();
create or replace trigger group_actions_changed after insert or update or delete on group_actions
  for each row execute function notify_rights_change();
create or replace trigger group_pages_changed after insert or update or delete on group_pages
  for each row execute function notify_rights_change();

-- Processes cache sessions for a moment, so they are notified of a new token or location as of an end.
create or replace trigger sessions_changed after delete or update of expires_at, locked_at, company_id, location_id, token_hash on sessions
  for each row execute function notify_rights_change();
