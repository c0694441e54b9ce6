-- The companies somebody administers and whether somebody operates the installation, also for transactions that see one company.

create function who_rules(companies uuid[]) returns table (administered text[], operated boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  with named as (
    select own.company_id, a.name from user_actions own join actions a on a.id = own.action_id where a.name in ('admin', 'sys')
    union all
    select of.company_id, a.name from user_groups of
      join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id
      where a.name in ('admin', 'sys'))
  select
    array(select c.name from companies c where (companies is null or c.id = any(companies))
      and exists (select from named where named.company_id = c.id and named.name = 'admin') order by c.name, c.id),
    exists (select from named where name = 'sys')
$$;
