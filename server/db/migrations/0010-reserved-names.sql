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
