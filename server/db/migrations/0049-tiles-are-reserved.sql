-- `/tiles` is an address of the map: locations and people with this public name get another one, as in 0014.

-- Returns the name with the first number at which it is not among the taken ones.
create function pg_temp.free_name(preferred text, taken text[]) returns text language sql as $$
  select preferred || '-' || n from generate_series(2, 100000) n
  where lower(preferred || '-' || n) <> all (taken) order by n limit 1
$$;

do $$
declare
  holder record;
begin
  for holder in select id, url_name from locations where lower(url_name) = 'tiles' loop
    update locations set url_name = pg_temp.free_name(holder.url_name, array(select lower(url_name) from locations))
    where id = holder.id;
  end loop;
  for holder in select company_id, user_id, url_name from employees where lower(url_name) = 'tiles' loop
    update employees set url_name = pg_temp.free_name(holder.url_name,
      array(select lower(url_name) from employees where company_id = holder.company_id))
    where company_id = holder.company_id and user_id = holder.user_id;
  end loop;
end $$;

drop function pg_temp.free_name;
