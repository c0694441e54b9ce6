-- Returns contacts of the current company whose words match every pattern, by name, at most `bound`. It reads customers
-- by name as long as at least one of twenty matches, and asks the index of words for those after them: a word that most
-- customers have is found without matching all of them.
create or replace function find_contacts(patterns text[], bound integer) returns setof contacts
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
  line text;
  -- Where the reading by name has come to.
  after_name text := '';
  after_id uuid := '00000000-0000-0000-0000-000000000000';
  chunk integer := 200;
  matched integer;
  missing integer := bound;
begin
  select p.first, p.later, p.line into first, later, line from index_patterns(patterns) p;
  if first is null then return; end if;
  loop
    return query select * from (
        select * from contacts c
        where c.company_id = current_company() and c.merged_into is null and (c.name_key, c.id) > (after_name, after_id)
        order by c.name_key, c.id limit chunk) c
      where (c.search_text like first or c.search_text like later or c.search_text like line)
        and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number || ' ' || c.phone_key) like all(patterns)
      order by c.name_key, c.id limit missing;
    get diagnostics matched = row_count;
    missing := missing - matched;
    if missing = 0 then return; end if;
    select c.name_key, c.id into after_name, after_id from contacts c
    where c.company_id = current_company() and c.merged_into is null and (c.name_key, c.id) > (after_name, after_id)
    order by c.name_key, c.id offset chunk - 1 limit 1;
    if not found then return; end if;
    exit when matched * 20 < chunk;
    chunk := chunk * 4;
  end loop;
  return query select * from contacts c
    where c.company_id = current_company() and c.merged_into is null and (c.name_key, c.id) > (after_name, after_id)
      -- Implied by the condition after it, but served by the index.
      and (c.search_text like first or c.search_text like later or c.search_text like line)
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number || ' ' || c.phone_key) like all(patterns)
    order by c.name_key, c.id limit missing;
end $$;
