-- Tells every process which device has more or less to print, a new key, or is gone: payload is its id. Paper of the
-- print dialog of a browser has no device; an empty payload would concern all.
create or replace function notify_devices() returns trigger language plpgsql as $$
declare
  device text := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
begin
  if device is not null then perform pg_notify('daybook_devices', device); end if;
  return null;
end $$;
create or replace trigger print_jobs_queued after insert on print_jobs
  for each row execute function notify_devices('device_id');
create or replace trigger print_jobs_changed after update of state on print_jobs
  for each row when (old.state is distinct from new.state) execute function notify_devices('device_id');
create or replace trigger device_keys_changed after update of key_hash on device_states
  for each row when (old.key_hash is distinct from new.key_hash) execute function notify_devices('device_id');
create or replace trigger devices_changed after update or delete on devices
  for each row execute function notify_devices('id');
