-- Notices of changed events name their location, because local administrators see only the events of their locations.
-- An event that moves is also a change of the calendar and the location that it leaves.
create or replace function notify_event_change() returns trigger language plpgsql as $$
begin
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

-- A link leads to a web page or to a path of this site (contract/lib/links.ts). Until now, an event could have any text
-- as its link, and a banner an address that leaves the site like a path; these lead nowhere, and would prevent saving.
update events set link = ''
  where link <> '' and link !~* '^(https?://[^\s/\\[:cntrl:]][^\s\\[:cntrl:]]*|/(?![/\\])[^\s\\[:cntrl:]]*)$';
update banners set link = ''
  where link <> '' and link !~* '^(https?://[^\s/\\[:cntrl:]][^\s\\[:cntrl:]]*|/(?![/\\])[^\s\\[:cntrl:]]*)$';
