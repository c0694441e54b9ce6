-- Queues the push messages of feed items in the transaction of the items, whatever wrote them. A day later a
-- notification is no news. Announcements take turns by company: they delay nothing that a person waits for.
-- A plan may be from a statement of one row and small tables: it must not read a table whole for each row, nor join the
-- inserted rows to their source.
create or replace function queue_push_messages() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  queued uuid[];
begin
  with made as (
    insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at,
      created_at, cause_kind, cause_key)
    select gen_random_uuid(), a.company_id, 'push', 'push:account', l.lane,
      case l.lane when 'turn' then a.company_id::text else '' end, 'again', s.host, a.created_at,
      a.created_at + interval '24 hours', a.created_at, 'feed', a.id || ':' || s.id
    from added a
    join users u on u.id = a.user_id and u.is_push_notifications_enabled
    join push_subscriptions s on s.user_id = a.user_id
    cross join lateral (select case a.type when 'general' then 'turn' else 'now' end as lane) l
    on conflict (company_id, medium, cause_key) do nothing
    returning id, company_id, lane, cause_key),
  written as (
    insert into push_messages (id, company_id, reminder_id, subscription_id)
    select id, company_id, split_part(cause_key, ':', 1)::uuid, split_part(cause_key, ':', 2)::uuid from made)
  select array_agg(id) into queued from made where lane = 'turn';
  if queued is not null then perform take_turns(queued); end if;
  return null;
end $$;
create or replace trigger reminders_push after insert on reminders referencing new table as added
  for each statement execute function queue_push_messages();
