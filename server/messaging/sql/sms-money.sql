-- The money of an SMS follows its state.

-- Queues the held SMS of a company that its deposit pays for: the given ones, or all. Those about visits precede
-- campaigns. The turns are locked before the deposit: a claim locks its turn, and then the deposit, when it settles
-- deliveries that must not be sent any more.
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
revoke execute on function fund_deliveries from public;
grant execute on function fund_deliveries to daybook_company;

-- Pays for an SMS that a gateway has taken, and releases the money of one that will not be sent, by any statement that
-- settles the delivery. An SMS whose outcome is unknown keeps its money reserved until a receipt or a person settles
-- it: giving it up settles it as well.
create or replace function move_sms_money() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  used uuid[];
  unused uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(id) into unused from before where price is not null;
  elsif exists (select from after where price is not null) then
    -- Groups instead of joining: the plan may be from a statement of one row, and then compares all with all.
    select array_agg(id) filter (where state <> old_state and state in ('sent', 'delivered', 'undelivered')),
      array_agg(id) filter (where state in ('failed', 'expired', 'suppressed', 'cancelled', 'kept')
        or state = 'uncertain' and given_up_at is not null)
    into used, unused from (
      select id, min(state) filter (where is_new) as state, min(given_up_at) filter (where is_new) as given_up_at,
        min(state) filter (where not is_new) as old_state, min(given_up_at) filter (where not is_new) as old_given_up_at,
        bool_or(is_new and price is not null) as has_price
      from (
        select id, state, given_up_at, price, true as is_new from after
        union all select id, state, given_up_at, price, false from before) rows group by id) changed
    where has_price and (state <> old_state or given_up_at is not null and old_given_up_at is null);
  end if;
  if used is not null then perform settle_holds(null, 'sms', used, null, now()); end if;
  if unused is not null then perform release_holds(null, 'sms', unused, now()); end if;
  return null;
end $$;
create or replace trigger deliveries_money after update on deliveries referencing old table as before new table as after
  for each statement execute function move_sms_money();
create or replace trigger deliveries_deleted_money after delete on deliveries referencing old table as before
  for each statement execute function move_sms_money();

-- An SMS that is queued again after its money was released waits until that is reserved again.
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
create or replace trigger deliveries_held_again before update on deliveries for each row
  when (new.price is not null and new.state = 'queued' and old.state not in ('queued', 'sending'))
  execute function hold_sms_again();
