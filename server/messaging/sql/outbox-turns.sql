-- The turns of queues: of deliveries in the lane `turn`, the keys of a queue take turns.

-- Takes the turns of queued deliveries, also for companies, which read no turns. In one order, so that two callers
-- never wait for each other.
create or replace function take_turns(ids uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into turns (queue, lane_key, next_due)
  select queue, lane_key, min(due_at) from deliveries where id = any(ids) and state = 'queued' and lane = 'turn'
  group by queue, lane_key order by queue, lane_key
  on conflict (queue, lane_key) do update set next_due = least(turns.next_due, excluded.next_due)
$$;

-- Sets the turns to their next due delivery, and deletes those without one. The caller has locked them with an earlier
-- statement: a delivery that was queued before is then visible, and a later one takes the turn again.
create or replace function refresh_turns(queues text[], keys text[], served boolean) returns void language plpgsql
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
