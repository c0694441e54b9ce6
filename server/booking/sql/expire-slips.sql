-- A slip that waits for its printer while its appointment is cancelled, moved or changed would say what no longer
-- holds: it expires. The argument says whether the row is a visit, an event or a part.
create or replace function expire_slips() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update print_jobs j set expires_at = j.created_at, reason = 'changed'
  where j.company_id = old.company_id and j.state = 'waiting' and j.cause_kind = 'slip'
    and split_part(j.cause_key, ' ', 1) in (
      select case tg_argv[0] when 'visit' then to_jsonb(old) ->> 'id' when 'part' then to_jsonb(old) ->> 'visit_id' end
      union all select p.visit_id::text from visit_parts p
      where tg_argv[0] = 'event' and p.company_id = old.company_id and p.event_id = (to_jsonb(old) ->> 'id')::uuid);
  return null;
end $$;
create or replace trigger slips_of_changed_visits
  after update of status, start_at, end_at, location_id, name on visits for each row
  when (old.start_at <> new.start_at or old.end_at <> new.end_at or old.location_id is distinct from new.location_id
    or old.name <> new.name
    or (old.status <> new.status and new.status in ('requested', 'cancelled', 'declined', 'expired', 'no_show')))
  execute function expire_slips('visit');
create or replace trigger slips_of_deleted_visits after delete on visits for each row execute function expire_slips('visit');
create or replace trigger slips_of_other_people after update of calendar_id on events for each row
  when (old.calendar_id <> new.calendar_id) execute function expire_slips('event');
create or replace trigger slips_of_other_services after update of service_name, price on visit_parts for each row
  when (old.service_name <> new.service_name or old.price <> new.price) execute function expire_slips('part');
