-- The index of words holds groups of three letters: a word of one or two letters has none, so that a search for it read
-- every row of the company. Where a word begins, the index has its first letters too, together with the gap before it.
-- A search whose longest word is that short therefore finds it at the beginning of a word only. Longer words are found
-- at any place, as before.

-- Returns the patterns that a text must match, one of them, for the index to serve the longest of some patterns such as
-- '%anna%': itself twice, or for a short word its beginning of the text and of a later word. Null if it has no letter.
create function index_patterns(patterns text[], out first text, out later text) language plpgsql immutable parallel safe as $$
declare
  -- An index serves one pattern at a time: the longest has the fewest matches.
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
  word text := substr(longest, 2, length(longest) - 2);
begin
  if word !~ '[[:alnum:]]' then return; end if;
  if length(word) > 2 then
    first := longest;
    later := longest;
  else
    first := word || '%';
    later := '% ' || word || '%';
  end if;
end $$;

create or replace function find_events(calendars uuid[], patterns text[], at timestamptz, bound integer) returns setof events
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
begin
  select p.first, p.later into first, later from index_patterns(patterns) p;
  if first is null then return; end if;
  return query select * from events v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at >= at
      and (folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like first
        or folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like later)
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like all(patterns)
      and v.status <> 'cancelled' and (v.held_until is null or v.held_until > at)
    order by v.start_at limit bound;
  return query select * from events v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at < at
      and (folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like first
        or folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like later)
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like all(patterns)
      and v.status <> 'cancelled' and (v.held_until is null or v.held_until > at)
    order by v.start_at desc limit bound;
end $$;

create or replace function find_contacts(patterns text[], bound integer) returns setof contacts
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
begin
  select p.first, p.later into first, later from index_patterns(patterns) p;
  if first is null then return; end if;
  return query select * from contacts c
    where c.company_id = current_company()
      and (folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number) like first
        or folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number) like later)
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number) like all(patterns)
    order by c.name, c.id limit bound;
end $$;
