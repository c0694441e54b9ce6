-- Gives a device a state from its first moment, also one that is restored: it then connects again.
create or replace function add_device_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into device_states (company_id, device_id) values (new.company_id, new.id);
  return null;
end $$;
create or replace trigger devices_have_states after insert on devices
  for each row execute function add_device_state();
