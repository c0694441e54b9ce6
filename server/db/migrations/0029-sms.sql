-- SMS: a medium of the outbox with gateways, prices, receipts and answers (docs/decisions/0061-sms.md).

-- What a gateway is, what it is used for, and how much it takes.
alter table sms_gateways
  -- `mail`: e-mail to SMS. `http`: a request for each SMS. `file`: kept for reading, the demo.
  add column kind text not null default 'mail' check (kind in ('mail', 'http', 'file')),
  -- The sender of SMS without one of their own: a number, or at most eleven letters and digits.
  add column sender text not null default '',
  -- Of kind `mail`: SMS go to the digits of their number at this domain, by default the host.
  add column domain text not null default '',
  -- Of kind `http`: the vendor whose request is known, or the request of the columns that follow.
  add column preset text not null default 'other',
  add column method text not null default 'POST' check (method in ('POST', 'PUT', 'GET')),
  add column path text not null default '',
  add column headers text not null default '',
  add column body text not null default '',
  -- Where the response, a receipt and an inbound text say what: names joined by dots.
  add column id_path text not null default '',
  add column receipt_id_path text not null default '',
  add column receipt_status_path text not null default '',
  add column delivered_values text not null default '',
  add column undelivered_values text not null default '',
  add column inbound_from_path text not null default '',
  add column inbound_text_path text not null default '',
  -- Authenticates receipts and inbound texts: part of their address. Encrypted as the password.
  add column hook_secret bytea,
  add column purposes text[] not null default '{visit,campaign}' check (purposes <@ '{visit,campaign}'),
  add column position integer not null default 100,
  add column max_connections integer not null default 10 check (max_connections between 1 and 100),
  -- Parts of SMS.
  add column per_second integer check (per_second > 0),
  add column per_hour integer check (per_hour > 0),
  add column per_day integer check (per_day > 0);
create trigger sms_gateways_changed after insert or update or delete on sms_gateways
  for each statement execute function notify_outbox('routes');

alter table companies
  -- Reminders by SMS leave on their own only where the company has said so.
  add column sms_reminders boolean not null default false,
  -- Countries (ISO 3166) whose numbers receive SMS of the company; none: those of the company and its places.
  add column sms_countries text[] not null default '{}',
  add column sms_per_day integer not null default 500 check (sms_per_day >= 0);

alter table deliveries
  -- The identifier that the provider gave it.
  add column provider_ref text,
  -- Of an SMS: how many the network charges for, and what the deposit pays for them; null when it is free.
  add column parts integer check (parts > 0),
  add column price numeric(14,4) check (price > 0);
create index deliveries_provider_ref on deliveries (provider_ref) where provider_ref is not null;
create index deliveries_held on deliveries (company_id, due_at) where state = 'held';
drop index deliveries_expiring;
create index deliveries_expiring on deliveries (expires_at) where state in ('queued', 'held') and expires_at is not null;
-- How many SMS a number and a company have had.
create index deliveries_sms_address on deliveries (address, created_at) where medium = 'sms';
create index deliveries_sms_company on deliveries (company_id, created_at) where medium = 'sms';

create table sms_messages (
  id uuid primary key references deliveries on delete cascade,
  company_id uuid references companies on delete cascade,
  location_id uuid,
  visit_id uuid,
  -- Empty: the sender of the gateway.
  from_sms text not null default '',
  -- E.164, and as it was typed.
  to_sms text not null,
  typed text not null default '',
  -- The kind of the text, or the name of the campaign.
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  -- The text that a search reads, without the tokens of links.
  words text not null generated always as (folded(from_sms || chr(10) || to_sms || chr(10) || typed || chr(10) || subject
    || chr(10) || mask_links(message))) stored,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, visit_id) references visits (company_id, id) on delete set null (visit_id)
);
alter table sms_messages alter column words set statistics 1000;
create index sms_messages_company on sms_messages (company_id, created_at desc, id);
create index sms_messages_created on sms_messages (created_at desc, id desc);
create index sms_messages_visit on sms_messages (company_id, visit_id) where visit_id is not null;
create index sms_messages_location on sms_messages (location_id) where location_id is not null;
create index sms_messages_words on sms_messages using gin (words gin_trgm_ops);
create index sms_messages_to on sms_messages (folded(to_sms), id) include (created_at, to_sms);
create index sms_messages_subject on sms_messages (folded(subject), id) include (created_at, subject);
call guard_company_table('sms_messages');

-- An attempt is found by its response and by the text of its message, whatever the medium.
create or replace function add_attempt_words() returns trigger language plpgsql as $$
begin
  new.words := folded(new.answer) || coalesce(
    chr(10) || (select words from email_messages where id = new.delivery_id),
    chr(10) || (select words from sms_messages where id = new.delivery_id), '');
  return new;
end $$;

-- Receipts of providers that wait for their delivery: each is written here first, and deleted once it is applied. One
-- that comes before the response is applied after it; an unknown one is deleted after a day.
create table unmatched_receipts (
  id uuid primary key,
  gateway_id uuid not null references sms_gateways on delete cascade,
  provider_ref text not null default '',
  -- Our own identifier, where the provider returns it.
  delivery_id uuid,
  state text not null check (state in ('delivered', 'undelivered')),
  answer text not null default '',
  created_at timestamptz not null
);
create index unmatched_receipts_created on unmatched_receipts (created_at);
create index unmatched_receipts_gateway on unmatched_receipts (gateway_id);

-- Texts that people sent to a gateway.
create table inbound_messages (
  id uuid primary key,
  gateway_id uuid references sms_gateways on delete set null,
  -- Of the last SMS to that number; null where there is none.
  company_id uuid references companies on delete cascade,
  from_sms text not null,
  message text not null,
  meaning text not null default '' check (meaning in ('', 'stop', 'start')),
  created_at timestamptz not null
);
create index inbound_messages_created on inbound_messages (created_at desc, id);
create index inbound_messages_company on inbound_messages (company_id) where company_id is not null;
create index inbound_messages_gateway on inbound_messages (gateway_id) where gateway_id is not null;
call guard_company_reading('inbound_messages');

-- When the administrators of a company were last told that its deposit does not pay for an SMS.
create table sms_funds_notices (
  company_id uuid primary key references companies on delete cascade,
  told_at timestamptz not null
);
call guard_company_reading('sms_funds_notices');

-- Movements of holds, for many records at once. Deposits are locked in one order, so that two callers never wait for
-- each other.

-- Reserves the amount of each source in the given order, as long as the deposit has enough that is free, and returns the
-- sources that are reserved. A released source is reserved again.
create function reserve_holds(company uuid, kind text, sources uuid[], amounts numeric[], at timestamptz)
  returns setof uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free numeric;
begin
  if current_company() is distinct from company and current_company() is not null then
    raise exception 'not the deposit of this company' using errcode = 'insufficient_privilege';
  end if;
  select posted - held + credit_limit into free from deposits where company_id = company for update;
  return query
    with given as (
      select g.source, g.amount, g.n, h.id is not null and h.ended_at is null as is_open, h.settled > 0 as is_used
      from unnest(sources, amounts) with ordinality g (source, amount, n)
      left join holds h on h.source_kind = reserve_holds.kind and h.source_id = g.source),
    fitting as (
      select f.source, f.amount from (
        select g.source, g.amount, sum(g.amount) over (order by g.n) as total from given g
        where not g.is_open and g.is_used is not true) f
      where f.total <= free),
    made as (
      insert into holds as h (company_id, id, source_kind, source_id, amount, created_at)
      select company, gen_random_uuid(), reserve_holds.kind, f.source, f.amount, at from fitting f
      on conflict (source_kind, source_id) do update
        set amount = excluded.amount, settled = null, released = null, ended_at = null, created_at = excluded.created_at
      returning h.source_id, h.amount),
    counted as (
      update deposits d set held = d.held + (select sum(m.amount) from made m)
      where d.company_id = company and exists (select from made))
    select m.source_id from made m
    union all
    select g.source from given g where g.is_open or g.is_used;
end $$;

-- Pays from the open holds of these sources of a company, or of any if it is null: `used` of each, by default all. Returns
-- the sources that were paid.
create function settle_holds(company uuid, kind text, sources uuid[], used numeric, at timestamptz)
  returns setof uuid language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from deposits where company_id in (
    select h.company_id from holds h where h.source_kind = settle_holds.kind and h.source_id = any(sources))
    order by company_id for update;
  return query
    with ended as (
      update holds h set settled = coalesce(used, h.amount), released = h.amount - coalesce(used, h.amount), ended_at = at
      where h.source_kind = settle_holds.kind and h.source_id = any(sources) and h.ended_at is null
        and h.company_id = coalesce(current_company(), company, h.company_id)
      returning h.company_id, h.source_id, h.amount, h.settled),
    paid as (
      update deposits d set posted = d.posted - e.settled, held = d.held - e.amount
      from (select n.company_id, sum(n.settled) as settled, sum(n.amount) as amount from ended n group by 1) e
      where d.company_id = e.company_id),
    counted as (
      insert into usage (company_id, id, kind, source_id, amount, day, created_at)
      select e.company_id, gen_random_uuid(), settle_holds.kind, e.source_id, e.settled, seller_day(at), at
      from ended e where e.settled > 0),
    moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      select e.company_id, gen_random_uuid(), settle_holds.kind, e.source_id, 1, at from ended e where e.settled > 0
      returning company_id, id, cause),
    written as (
      insert into entries (company_id, transaction_id, account, amount)
      select m.company_id, m.id, a.account, a.amount
      from moved m join ended e on e.source_id = m.cause,
        lateral (values ('deposits', e.settled), ('usage', -e.settled)) a (account, amount))
    select e.source_id from ended e;
end $$;

-- Gives back what the open holds of these sources of a company, or of any if it is null, reserve. Returns the sources that
-- were released.
create function release_holds(company uuid, kind text, sources uuid[], at timestamptz)
  returns setof uuid language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from deposits where company_id in (
    select h.company_id from holds h where h.source_kind = release_holds.kind and h.source_id = any(sources))
    order by company_id for update;
  return query
    with ended as (
      update holds h set settled = 0, released = h.amount, ended_at = at
      where h.source_kind = release_holds.kind and h.source_id = any(sources) and h.ended_at is null
        and h.company_id = coalesce(current_company(), company, h.company_id)
      returning h.company_id, h.source_id, h.amount),
    freed as (
      update deposits d set held = d.held - e.amount
      from (select n.company_id, sum(n.amount) as amount from ended n group by 1) e where d.company_id = e.company_id)
    select e.source_id from ended e;
end $$;
revoke execute on function reserve_holds, settle_holds, release_holds from public;
grant execute on function reserve_holds, settle_holds, release_holds to daybook_company;

-- Queues the held SMS of a company that its deposit pays for: the given ones, or all. Those about visits precede
-- campaigns.
create function fund_deliveries(company uuid, ids uuid[], at timestamptz) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  picked uuid[];
  prices numeric[];
  funded uuid[];
begin
  if current_company() is distinct from company and current_company() is not null then
    raise exception 'not deliveries of this company' using errcode = 'insufficient_privilege';
  end if;
  select array_agg(d.id order by d.n), array_agg(d.price order by d.n) into picked, prices from (
    select l.id, l.price, row_number() over (order by l.queue desc, l.due_at, l.id) as n from (
      select h.id, h.price, h.queue, h.due_at from deliveries h
      where h.company_id = company and h.state = 'held' and h.medium = 'sms' and h.price is not null
        and (ids is null or h.id = any(ids)) and (h.expires_at is null or h.expires_at > at)
      order by h.queue desc, h.due_at, h.id limit 1000 for update skip locked) l) d;
  if picked is null then return 0; end if;
  select array_agg(f) into funded from reserve_holds(company, 'sms', picked, prices, at) f;
  if funded is null then return 0; end if;
  update deliveries set state = 'queued', reason = '' where id = any(funded) and state = 'held';
  perform take_turns(funded);
  return cardinality(funded);
end $$;
revoke execute on function fund_deliveries from public;
grant execute on function fund_deliveries to daybook_company;

-- The money of an SMS follows its state: what a gateway has taken is paid, what will not be sent is released, by any
-- statement that settles the delivery. An uncertain one stays reserved.
create function move_sms_money() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  used uuid[];
  unused uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(id) into unused from before where price is not null;
  else
    select array_agg(a.id) filter (where a.state in ('sent', 'delivered', 'undelivered')),
      array_agg(a.id) filter (where a.state in ('failed', 'expired', 'suppressed', 'cancelled', 'kept'))
    into used, unused from after a join before b using (id) where a.price is not null and a.state <> b.state;
  end if;
  if used is not null then perform settle_holds(null, 'sms', used, null, now()); end if;
  if unused is not null then perform release_holds(null, 'sms', unused, now()); end if;
  return null;
end $$;
create trigger deliveries_money after update on deliveries referencing old table as before new table as after
  for each statement execute function move_sms_money();
create trigger deliveries_deleted_money after delete on deliveries referencing old table as before
  for each statement execute function move_sms_money();

-- An SMS that is queued again after its money was released waits until that is reserved again.
create function hold_sms_again() returns trigger language plpgsql as $$
begin
  new.state := 'held';
  return new;
end $$;
create trigger deliveries_held_again before update on deliveries for each row
  when (new.price is not null and new.state = 'queued' and old.state in ('failed', 'expired', 'suppressed', 'cancelled', 'kept'))
  execute function hold_sms_again();

-- What is known of numbers: how many SMS they have been sent or promised since an hour and a day ago, by any company, and
-- whether the company may send them no more. The row of the empty number counts those of the company. Callers of one
-- company read the sums, not the rows of others.
create function sms_numbers(company uuid, numbers text[], of_purpose text, at timestamptz)
  returns table (number text, hour integer, day integer, is_stopped boolean) language sql stable security definer
  set search_path = public, pg_temp as $$
  select n.number, c.hour, c.day, exists (
      select from suppressions s
      where s.medium = 'sms' and s.address = n.number and (s.company_id is null or s.company_id = company)
        and (s.purpose is null or s.purpose = of_purpose) and (s.expires_at is null or s.expires_at > at))
  from unnest(numbers) n (number) cross join lateral (
    select (count(*) filter (where d.created_at > at - interval '1 hour'))::integer as hour, count(*)::integer as day
    from deliveries d
    where d.medium = 'sms' and d.address = n.number and d.created_at > at - interval '1 day'
      and d.state not in ('failed', 'expired', 'suppressed', 'cancelled')) c
  union all
  select '', 0, count(*)::integer, false from deliveries d
  where d.medium = 'sms' and d.company_id = company and d.created_at > at - interval '1 day'
    and d.state not in ('failed', 'expired', 'suppressed', 'cancelled')
$$;
revoke execute on function sms_numbers from public;
grant execute on function sms_numbers to daybook_company;
