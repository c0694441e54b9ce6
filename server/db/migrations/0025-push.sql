-- Push as a medium of the outbox: every feed item reaches the subscribed browsers of a person who wants it
-- (docs/decisions/0057-feed-items-queue-their-own-push.md). Channels of employees' reminders, and announcements.

-- The host of the push service, for the log of attempts. Unknown for subscriptions of before.
alter table push_subscriptions add column host text not null default '';

-- What a delivery of medium `push` shows, and where. The text is that of the feed item.
create table push_messages (
  id uuid primary key references deliveries on delete cascade,
  company_id uuid not null,
  reminder_id uuid not null,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  foreign key (company_id, reminder_id) references reminders on delete cascade
);
create index push_messages_reminder on push_messages (company_id, reminder_id);
create index push_messages_subscription on push_messages (subscription_id);
call guard_company_table('push_messages');

-- Queues the push messages of feed items in the transaction of the items, whatever wrote them. A day later a
-- notification is no news. Announcements take turns by company: they delay nothing that a person waits for.
create function queue_push_messages() returns trigger language plpgsql security definer
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
create trigger reminders_push after insert on reminders referencing new table as added
  for each statement execute function queue_push_messages();

-- How employees are reminded of their own appointments.
alter table employees add column reminder_channels text[] not null default '{mail}'
  check (reminder_channels <@ '{mail,push}' and reminder_channels <> '{}');

-- What operators have told everyone, or the people of one company. The feed items derive their ids from it.
create table announcements (
  id uuid primary key,
  -- Null: everyone.
  to_company_id uuid references companies on delete cascade,
  -- By language; each person gets that of their own, else the English one, else any.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
  link text not null default '',
  recipients integer not null default 0,
  -- The operator; null when the account is deleted.
  user_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index announcements_created on announcements (created_at desc, id desc);
create index announcements_company on announcements (to_company_id) where to_company_id is not null;
create index announcements_user on announcements (user_id) where user_id is not null;

-- Who has asked for a run of a job, and gets a feed item when it has ended.
create table job_askers (
  job_id uuid not null references jobs on delete cascade,
  -- Where the person asked from: the feed that the item belongs to.
  asker_company_id uuid not null,
  user_id uuid not null,
  asked_at timestamptz not null,
  primary key (job_id, asker_company_id, user_id),
  foreign key (asker_company_id, user_id) references employees on delete cascade
);
create index job_askers_person on job_askers (asker_company_id, user_id);
