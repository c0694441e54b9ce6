-- One outbox for everything that leaves the house: deliveries, the turns of their queues, the state of routes, and
-- suppressions of every medium. E-mail moves onto it (docs/decisions/0050-one-outbox.md).

-- One row for each message to one recipient, written in the transaction of its cause. The content is a row of its medium
-- with the same id, such as `email_messages`.
create table deliveries (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  medium text not null,
  -- Medium and purpose, such as `mail:visit`.
  queue text not null,
  -- `now`: a person waits for it. `turn`: the keys of a queue take turns.
  lane text not null default 'now' check (lane in ('now', 'turn')),
  lane_key text not null default '',
  -- What an expired claim means: `again` sends it a second time, `once` never does.
  guarantee text not null default 'again' check (guarantee in ('again', 'once')),
  -- The recipient, folded as suppressions are.
  address text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed',
    'uncertain', 'expired', 'suppressed', 'held', 'cancelled', 'kept')),
  due_at timestamptz not null,
  expires_at timestamptz,
  claimed_at timestamptz,
  -- The claim; its holder alone settles the delivery.
  claimed_by uuid,
  attempts integer not null default 0,
  cause_kind text not null,
  -- The same cause queues the same delivery once.
  cause_key text not null,
  -- The last route; rows of routes come and go.
  route_id uuid,
  -- Why it has not been sent, as a code, and the last response.
  reason text not null default '',
  answer text not null default '',
  -- When it reached a state in which it needs no further attempt.
  settled_at timestamptz,
  created_at timestamptz not null,
  unique nulls not distinct (company_id, medium, cause_key)
);
create index deliveries_due on deliveries (queue, due_at) where state = 'queued' and lane = 'now';
create index deliveries_turns on deliveries (queue, lane_key, due_at) where state = 'queued' and lane = 'turn';
create index deliveries_claimed on deliveries (claimed_at) where state = 'sending';
create index deliveries_expiring on deliveries (expires_at) where state = 'queued' and expires_at is not null;
create index deliveries_state on deliveries (state, id);
create index deliveries_problems on deliveries (created_at desc, id desc)
  where state in ('failed', 'uncertain', 'expired', 'held');
create index deliveries_address on deliveries (address) where state = 'suppressed';
call guard_company_table('deliveries');

-- The keys of a queue that have queued deliveries in the lane `turn`. Queuing a delivery takes its turn; only the holder
-- of a turn's lock deletes it.
create table turns (
  queue text not null,
  lane_key text not null,
  next_due timestamptz not null,
  served_at timestamptz not null default '-infinity',
  primary key (queue, lane_key)
);
create index turns_served on turns (queue, served_at);

-- Takes the turns of queued deliveries, also for companies, which read no turns. In one order, so that two callers never
-- wait for each other.
create function take_turns(ids uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into turns (queue, lane_key, next_due)
  select queue, lane_key, min(due_at) from deliveries where id = any(ids) and state = 'queued' and lane = 'turn'
  group by queue, lane_key order by queue, lane_key
  on conflict (queue, lane_key) do update set next_due = least(turns.next_due, excluded.next_due)
$$;

-- Sets the turns to their next due delivery, and deletes those without one. The caller has locked them with an earlier
-- statement: a delivery that was queued before is then visible, and a later one takes the turn again.
create function refresh_turns(queues text[], keys text[], served boolean) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  with given as (select q as queue, k as lane_key from unnest(queues, keys) as g (q, k)),
  next as (
    select g.queue, g.lane_key, (
      select min(d.due_at) from deliveries d
      where d.queue = g.queue and d.lane_key = g.lane_key and d.lane = 'turn' and d.state = 'queued') as due_at
    from given g),
  gone as (
    delete from turns t using next n where t.queue = n.queue and t.lane_key = n.lane_key and n.due_at is null)
  update turns t set next_due = n.due_at, served_at = case when served then clock_timestamp() else t.served_at end
  from next n where t.queue = n.queue and t.lane_key = n.lane_key and n.due_at is not null;
end $$;

-- The state of a route, apart from its settings: pausing one is no change of a setting. The route of SMTP_URL has the
-- zero id.
create table routes (
  id uuid primary key,
  -- Pauses in a row; a success ends them.
  pauses integer not null default 0,
  paused_since timestamptz,
  paused_until timestamptz,
  paused_reason text not null default '',
  -- It has refused nearly everyone: its refusals say nothing about the recipients.
  refuses_all boolean not null default false,
  -- When the operators were told of the pause.
  told_at timestamptz
);

-- What a route with limits has used of the present second, hour and day.
create table route_tokens (
  route_id uuid primary key,
  second_at timestamptz not null default '-infinity',
  second_used integer not null default 0,
  hour_at timestamptz not null default '-infinity',
  hour_used integer not null default 0,
  day_at timestamptz not null default '-infinity',
  day_used integer not null default 0
);

-- Leases up to `wanted` tokens of a route for the present windows; a negative number returns some. Null is no limit.
-- `until` is the end of the longest window that has no more.
create function lease_tokens(route uuid, wanted integer, at timestamptz, per_second integer, per_hour integer,
  per_day integer, out leased integer, out until timestamptz) language plpgsql as $$
declare
  used route_tokens;
  this_second timestamptz := date_trunc('second', at);
  this_hour timestamptz := date_trunc('hour', at);
  this_day timestamptz := date_trunc('day', at);
begin
  insert into route_tokens (route_id) values (route) on conflict do nothing;
  select * into used from route_tokens where route_id = route for update;
  -- A slower clock of another process does not open an earlier window.
  if used.second_at < this_second then used.second_used := 0; used.second_at := this_second; end if;
  if used.hour_at < this_hour then used.hour_used := 0; used.hour_at := this_hour; end if;
  if used.day_at < this_day then used.day_used := 0; used.day_at := this_day; end if;
  leased := case when wanted < 0 then wanted else greatest(0, least(wanted, per_second - used.second_used,
    per_hour - used.hour_used, per_day - used.day_used)) end;
  if leased = 0 then
    until := case when per_day <= used.day_used then used.day_at + interval '1 day'
      when per_hour <= used.hour_used then used.hour_at + interval '1 hour'
      else used.second_at + interval '1 second' end;
  end if;
  update route_tokens set second_at = used.second_at, second_used = greatest(0, used.second_used + leased),
    hour_at = used.hour_at, hour_used = greatest(0, used.hour_used + leased),
    day_at = used.day_at, day_used = greatest(0, used.day_used + leased)
  where route_id = route;
end $$;

-- What a mail server is used for, and how much it takes. Those before took every mail.
alter table smtp_settings
  add column purposes text[] not null default '{account,visit,campaign}'
    check (purposes <@ '{account,visit,campaign}'),
  add column position integer not null default 100,
  add column max_connections integer not null default 10 check (max_connections between 1 and 100),
  add column per_second integer check (per_second > 0),
  add column per_hour integer check (per_hour > 0),
  add column per_day integer check (per_day > 0);

-- Suppressions of every medium: of one company, or of all if company_id is null; of one purpose, or of all but mail
-- about accounts; until they expire, or for ever.
alter table suppressed_addresses rename to suppressions;
alter table suppressions rename column e_mail to address;
alter table suppressions drop constraint suppressed_addresses_pkey;
alter table suppressions drop constraint suppressed_addresses_id_key;
alter table suppressions drop constraint suppressed_addresses_reason_check;
alter table suppressions
  add primary key (id),
  add column company_id uuid references companies on delete cascade,
  add column medium text not null default 'mail',
  add column purpose text,
  -- The delivery whose response caused it.
  add column delivery_id uuid,
  add constraint suppressions_reason_check check (reason in ('bounce', 'complaint', 'unsubscribed', 'stop', 'manual')),
  alter column expires_at drop not null;
alter table suppressions alter column medium drop default, alter column reason drop default;
create unique index suppressions_address on suppressions (medium, address, company_id, reason, purpose) nulls not distinct;
create index suppressions_company on suppressions (company_id) where company_id is not null;
create index suppressions_delivery on suppressions (delivery_id) where delivery_id is not null;
alter index suppressed_addresses_created rename to suppressions_created;
alter index suppressed_addresses_expires rename to suppressions_expires;
call guard_company_table('suppressions');

-- The mails there are.
insert into deliveries (id, company_id, medium, queue, lane_key, address, state, due_at, claimed_at, claimed_by, attempts,
  cause_kind, cause_key, settled_at, created_at, answer)
select m.id, m.company_id, 'mail', 'mail:' || m.purpose, coalesce(m.company_id::text, ''), lower(m.to_e_mail), m.state,
  m.next_attempt_at, case when m.state = 'sending' then coalesce(m.claimed_at, m.next_attempt_at) end, null, m.attempts,
  m.purpose, m.id::text,
  case when m.state not in ('queued', 'sending') then coalesce(m.sent_at, m.next_attempt_at) end, m.created_at,
  coalesce((select l.log from email_message_logs l where l.message_id = m.id order by l.created_at desc, l.id desc limit 1), '')
from email_messages m;
drop trigger email_messages_queued on email_messages;
drop index email_messages_due;
drop index email_messages_state;
alter table email_messages
  drop column state,
  drop column attempts,
  drop column next_attempt_at,
  drop column claimed_at,
  drop column sent_at,
  drop column purpose,
  add foreign key (id) references deliveries on delete cascade;

-- Each attempt and its response; the log screens show them, and clearing the log deletes nothing else.
alter table email_message_logs rename to delivery_attempts;
alter table delivery_attempts rename column message_id to delivery_id;
alter table delivery_attempts rename column log to answer;
alter table delivery_attempts drop constraint email_message_logs_message_id_fkey;
alter table delivery_attempts
  add constraint delivery_attempts_delivery_id_fkey foreign key (delivery_id) references deliveries on delete cascade,
  add column route_id uuid,
  add column outcome text not null default '';
update delivery_attempts a set outcome = case when d.state = 'sent' and a.answer ~ '^2' then 'sent'
    when d.state = 'failed' then 'refused' else 'retry' end
  from deliveries d where d.id = a.delivery_id;
alter table delivery_attempts rename constraint email_message_logs_pkey to delivery_attempts_pkey;
alter index email_message_logs_message rename to delivery_attempts_delivery;
alter index email_message_logs_created rename to delivery_attempts_created;
alter index email_message_logs_words rename to delivery_attempts_words;
alter index email_message_logs_log rename to delivery_attempts_answer;
drop trigger email_message_logs_words on delivery_attempts;
drop function add_mail_words;
create function add_attempt_words() returns trigger language plpgsql as $$
begin
  new.words := folded(new.answer) || coalesce(chr(10) || (select words from email_messages where id = new.delivery_id), '');
  return new;
end $$;
create trigger delivery_attempts_words before insert on delivery_attempts
  for each row execute function add_attempt_words();

-- Wakes the workers of the outbox: once for each statement, whatever it inserts.
drop trigger smtp_settings_changed on smtp_settings;
drop function notify_email_queued;
create function notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_outbox', coalesce(tg_argv[0], ''));
  return null;
end $$;
create trigger deliveries_queued after insert on deliveries for each statement execute function notify_outbox();
create trigger smtp_settings_changed after insert or update or delete on smtp_settings
  for each statement execute function notify_outbox('routes');
create trigger routes_changed after insert or update on routes for each statement execute function notify_outbox('routes');
