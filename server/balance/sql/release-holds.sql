-- Gives back what the open holds of these sources of a company, or of any if it is null, reserve. Returns the sources
-- that were released.
create or replace function release_holds(company uuid, kind text, sources uuid[], at timestamptz)
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
revoke execute on function release_holds from public;
grant execute on function release_holds to daybook_company;
