-- Returns whether the person of the session `first` may still impersonate this one: an operator anyone, an
-- administrator the employees of their company who are not operators. The session query calls it for impersonations
-- only. PL/pgSQL is not inlined, so other sessions do not pay for planning it.
create or replace function may_impersonate(first uuid, company uuid, person uuid) returns boolean
  language plpgsql stable parallel safe as $$
declare
  home uuid;
  held text[];
begin
  select s.company_id, rights.actions into home, held
    from sessions s cross join lateral effective_rights(s.company_id, s.user_id) rights where s.id = first;
  return 'sys' = any(held) or ('admin' = any(held) and home = company and not exists (
    select from employees e cross join lateral effective_rights(e.company_id, e.user_id) rights
    where e.user_id = person and 'sys' = any(rights.actions)));
end $$;
