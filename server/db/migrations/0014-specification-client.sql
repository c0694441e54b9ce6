-- Whether a person works for another company than this one: a list of one company shows it, under row-level security.
create or replace function works_elsewhere(person uuid, here uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from employees where user_id = person and company_id <> here)
$$;

-- Renames locations and people whose public name has become the first part of an address of ours.

-- Returns the name with the first number at which it is not among the taken ones.
create function pg_temp.free_name(preferred text, taken text[]) returns text language sql as $$
  select preferred || '-' || n from generate_series(2, 100000) n
  where lower(preferred || '-' || n) <> all (taken) order by n limit 1
$$;

create temporary table reserved_names on commit drop as
  select unnest(string_to_array(
    'app appointment cookies daybook feedback privacy privacy-policy setup static terms user'
    || ' api assets demo favicon.ico favicon.svg healthz image metrics push-worker.js readyz robots.txt sitemap.xml .well-known'
    || ' embed embed.js hooks marketing payment pdf print v', ' ')) as name;

do $$
declare
  holder record;
begin
  for holder in select id, url_name from locations where lower(url_name) in (select name from reserved_names) loop
    update locations set url_name = pg_temp.free_name(holder.url_name, array(select lower(url_name) from locations))
    where id = holder.id;
  end loop;
  for holder in
    select company_id, user_id, url_name from employees where lower(url_name) in (select name from reserved_names)
  loop
    update employees set url_name = pg_temp.free_name(holder.url_name,
      array(select lower(url_name) from employees where company_id = holder.company_id))
    where company_id = holder.company_id and user_id = holder.user_id;
  end loop;
end $$;

drop function pg_temp.free_name;

-- A plan promises only what this version has.
update plans set description = 'Several places and a larger team: all of Studio, for up to ten places.'
where number = 2
  and description = 'Several places and a larger team: all of Studio, with reports, campaigns and devices.';
