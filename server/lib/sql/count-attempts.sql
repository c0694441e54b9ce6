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
