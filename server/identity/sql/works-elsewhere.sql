-- Whether a person works for a company other than this one: a list of one company shows it, under row-level security.
create or replace function works_elsewhere(person uuid, here uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from employees where user_id = person and company_id <> here)
$$;
