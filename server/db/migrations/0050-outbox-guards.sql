-- An SMS that is queued again waits until the deposit holds its price, whatever state it comes from.
drop trigger deliveries_held_again on deliveries;
create or replace function hold_sms_again() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One that was paid is not paid again.
  if not exists (
    select from holds where source_kind = 'sms' and source_id = new.id and (ended_at is null or settled > 0)) then
    new.state := 'held';
    new.reason := 'funds';
  end if;
  return new;
end $$;
-- A released claim and a retry still hold their money.
create trigger deliveries_held_again before update on deliveries for each row
  when (new.price is not null and new.state = 'queued' and old.state not in ('queued', 'sending'))
  execute function hold_sms_again();

-- As before, but with the turns locked before the deposit: a claim locks its turn, and then the deposit, when it settles
-- what must not be sent any more.
create or replace function fund_deliveries(company uuid, ids uuid[], at timestamptz) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
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
  -- A turn that is new is due never, until a delivery of it has its money.
  insert into turns (queue, lane_key, next_due)
  select distinct queue, lane_key, 'infinity'::timestamptz from deliveries where id = any(picked) and lane = 'turn'
  order by queue, lane_key
  on conflict (queue, lane_key) do update set next_due = turns.next_due;
  select array_agg(f) into funded from reserve_holds(company, 'sms', picked, prices, at) f;
  if funded is not null then
    update deliveries set state = 'queued', reason = '' where id = any(funded) and state = 'held';
    perform take_turns(funded);
  end if;
  delete from turns t using deliveries d
  where d.id = any(picked) and d.lane = 'turn' and t.queue = d.queue and t.lane_key = d.lane_key
    and t.next_due = 'infinity';
  return coalesce(cardinality(funded), 0);
end $$;

-- The route that has refused it as our fault: another one takes it.
alter table deliveries add column skips_route_id uuid;

-- Only mail about visits is told of: what a campaign got back must not stand before it.
drop index deliveries_untold;
create index deliveries_untold on deliveries (settled_at)
  where told_at is null and queue = 'mail:visit' and reason in ('bounced', 'returned');
