-- Pays from the open holds of these sources of a company, or of any if it is null: `used` of each, by default all.
-- Returns the sources that were paid.
create or replace function settle_holds(company uuid, kind text, sources uuid[], used numeric, at timestamptz)
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
revoke execute on function settle_holds from public;
grant execute on function settle_holds to daybook_company;
