-- Adds a feed item for every operator in every company where they operate. A caller of a company may notify them, and
-- reads nothing of them. `texts` has the text in each language.
create or replace function remind_operators(item_type text, texts jsonb, item_link text, at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into reminders (company_id, user_id, id, type, text, link, created_at)
  select e.company_id, e.user_id, gen_random_uuid(), item_type, coalesce(texts ->> l.key, texts ->> 'en'), item_link, at
  from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
  where (e.company_id, e.user_id) in (
    select own.company_id, own.user_id from user_actions own join actions a on a.id = own.action_id where a.name = 'sys'
    union
    select of.company_id, of.user_id from user_groups of
      join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id where a.name = 'sys')
$$;
revoke execute on function remind_operators from public;
grant execute on function remind_operators to daybook_company;
