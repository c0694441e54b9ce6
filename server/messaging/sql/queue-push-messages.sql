-- Queues the push messages of feed items in the transaction of the items, whatever wrote them. A day later a
-- notification is no news. Announcements take turns by company: they delay nothing that a person waits for.
create or replace function queue_push_messages() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  queued uuid[];
begin
  with wanted as materialized (
    select gen_random_uuid() as id, a.company_id, a.id as reminder_id, a.created_at, s.id as subscription_id, s.host,
      case a.type when 'general' then 'turn' else 'now' end as lane
    from added a
    join users u on u.id = a.user_id and u.is_push_notifications_enabled
    join push_subscriptions s on s.user_id = a.user_id),
  made as (
    insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at,
      created_at, cause_kind, cause_key)
    select id, company_id, 'push', 'push:account', lane, case lane when 'turn' then company_id::text else '' end, 'again',
      host, created_at, created_at + interval '24 hours', created_at, 'feed', reminder_id || ':' || subscription_id
    from wanted
    on conflict (company_id, medium, cause_key) do nothing
    returning id),
  written as (
    insert into push_messages (id, company_id, reminder_id, subscription_id)
    select w.id, w.company_id, w.reminder_id, w.subscription_id from wanted w join made m on m.id = w.id)
  select array_agg(w.id) into queued from wanted w join made m on m.id = w.id where w.lane = 'turn';
  if queued is not null then perform take_turns(queued); end if;
  return null;
end $$;
create or replace trigger reminders_push after insert on reminders referencing new table as added
  for each statement execute function queue_push_messages();
