-- Counts of attempts by key (server/lib/http/throttle.ts).

-- Counts an attempt within the transaction of its cause.
create or replace function count_attempt(limited text, start timestamptz) returns integer language sql security definer
  set search_path = public, pg_temp as $$
  insert into throttles as t (key, window_start) values (limited, start)
  on conflict (key, window_start) do update set attempts = t.attempts + 1 returning attempts
$$;

-- Adds an attempt to one of the rows of a key and returns those of all of them after the given hour. The connection
-- chooses the row: transactions do not wait for each other, and one that counts several times has a single row locked.
create or replace function count_attempt_since(limited text, row_count integer, start timestamptz, since timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with added as (
    insert into throttles as t (key, window_start) values (limited || ' ' || pg_backend_pid() % row_count, start)
    on conflict (key, window_start) do update set attempts = t.attempts + 1 returning attempts
  )
  select (select attempts from added) + coalesce(sum(t.attempts), 0)::integer from throttles t
  where t.key = any(array(select limited || ' ' || n from generate_series(0, row_count - 1) n)) and t.window_start > since
    and not (t.key = limited || ' ' || pg_backend_pid() % row_count and t.window_start = start)
$$;

-- Takes an attempt of an hour back, in the row that this connection counts in, whichever has counted it: the sum
-- matters, and a transaction that gives back and counts again has a single row of each hour locked.
create or replace function give_back_attempt(limited text, row_count integer, start timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into throttles as t (key, window_start, attempts)
  values (limited || ' ' || pg_backend_pid() % row_count, start, -1)
  on conflict (key, window_start) do update set attempts = t.attempts - 1
$$;

-- The key of a limit, as server/lib/http/throttle.ts computes it.
create or replace function limit_key(action text, subject text) returns text language sql immutable parallel safe as $$
  select action || ' ' || translate(encode(sha256(convert_to(subject, 'UTF8')), 'base64'), '+/=', '-_')
$$;

-- The attempts of the last 24 hours at a key without rows, as `take_attempts` counts them.
create or replace function attempts_of_day(limited text, at timestamptz) returns integer language sql stable
  security definer set search_path = public, pg_temp as $$
  select greatest(coalesce(sum(attempts), 0), 0)::integer from throttles
  where key = limited and window_start > date_bin('1 hour', at, 'epoch') - interval '24 hours'
$$;

-- Counts up to `wanted` attempts at once, as many as `allowed` leaves after the given hour, and returns how many.
-- Transactions that count against one key wait for each other until they end: the sum after the lock is exact.
create or replace function take_attempts(limited text, wanted integer, allowed integer, start timestamptz, since timestamptz)
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(limited, 0));
  select greatest(least(wanted, allowed - coalesce(sum(attempts), 0)), 0) into taken from throttles
  where key = limited and window_start > since;
  if taken > 0 then
    insert into throttles as t (key, window_start, attempts) values (limited, start, taken)
    on conflict (key, window_start) do update set attempts = t.attempts + excluded.attempts;
  end if;
  return taken;
end $$;

-- Counts one attempt against each key, and returns the keys that have none left: these count nothing. Locks the keys in
-- one order.
create or replace function take_attempt_of_each(limited text[], allowed integer, start timestamptz, since timestamptz)
  returns setof text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(key, 0) as lock from unnest(limited) k (key) order by lock offset 0) locks;
  return query
  with counts as materialized (
    select k.key, coalesce((
      select sum(t.attempts) from throttles t where t.key = k.key and t.window_start > since), 0) as attempts
    from (select distinct key from unnest(limited) k (key)) k),
  taken as (
    insert into throttles as t (key, window_start) select c.key, start from counts c where c.attempts < allowed order by c.key
    on conflict (key, window_start) do update set attempts = t.attempts + 1)
  select c.key from counts c where c.attempts >= allowed;
end $$;

-- Takes attempts back, one at each key in the hour beside it.
create or replace function give_back_attempts(limited text[], starts timestamptz[]) returns void language sql
  security definer set search_path = public, pg_temp as $$
  insert into throttles as t (key, window_start, attempts)
  select key, start, -count(*) from unnest(limited, starts) g (key, start) group by key, start order by key, start
  on conflict (key, window_start) do update set attempts = t.attempts + excluded.attempts
$$;
