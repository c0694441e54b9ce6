-- Returns the rights of an employee, their own and those of their groups, each list sorted. The session query reads
-- them on every call, so a change takes effect at once.
create or replace function effective_rights(company uuid, person uuid)
  returns table (actions text[], groups text[], pages text[]) language sql stable parallel safe as $$
  select
    array(
      select a.name from user_actions own join actions a on a.id = own.action_id
      where own.company_id = company and own.user_id = person
      union
      select a.name from user_groups member
        join group_actions granted on granted.group_id = member.group_id join actions a on a.id = granted.action_id
      where member.company_id = company and member.user_id = person
      order by 1),
    array(
      select g.name from user_groups member join groups g on g.id = member.group_id
      where member.company_id = company and member.user_id = person order by 1),
    array(
      select p.s_ref from user_pages own join pages p on p.id = own.page_id
      where own.company_id = company and own.user_id = person
      union
      select p.s_ref from user_groups member
        join group_pages granted on granted.group_id = member.group_id join pages p on p.id = granted.page_id
      where member.company_id = company and member.user_id = person
      order by 1)
$$;
