-- Reserves the amount of each source in the given order, as long as the deposit has enough that is free, and returns
-- the sources that are reserved. A released source is reserved again. Deposits are locked in one order, so that two
-- callers never wait for each other.
create or replace function reserve_holds(company uuid, kind text, sources uuid[], amounts numeric[], at timestamptz)
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
revoke execute on function reserve_holds from public;
grant execute on function reserve_holds to daybook_company;
