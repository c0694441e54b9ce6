-- Returns which of these companies (null: of all) have an administrator, and whether the installation has an operator.
-- It runs with the owner's rights, because a company-scoped transaction sees one company only.
create or replace function administered_companies(companies uuid[]) returns table (administered uuid[], has_operator boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  with named as (
    select own.company_id, a.name from user_actions own join actions a on a.id = own.action_id where a.name in ('admin', 'sys')
    union
    select member.company_id, a.name from user_groups member
      join group_actions granted on granted.group_id = member.group_id join actions a on a.id = granted.action_id
      where a.name in ('admin', 'sys'))
  select
    array(select distinct company_id from named where name = 'admin' and (companies is null or company_id = any(companies))),
    exists (select from named where name = 'sys')
$$;
