-- Companies by their ids: of two with the same name, losing the last administrator of one went unseen.

drop function who_rules(uuid[]);
create function who_rules(companies uuid[]) returns table (administered uuid[], operated boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  with named as (
    select own.company_id, a.name from user_actions own join actions a on a.id = own.action_id where a.name in ('admin', 'sys')
    union
    select of.company_id, a.name from user_groups of
      join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id
      where a.name in ('admin', 'sys'))
  select
    array(select distinct company_id from named where name = 'admin' and (companies is null or company_id = any(companies))),
    exists (select from named where name = 'sys')
$$;
