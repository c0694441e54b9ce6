-- The index of words holds groups of three letters: a word of one or two letters has none, so that a search for it read
-- every row of the company. Where a word begins, the index has its first letters too, together with the gap before it.
-- A search whose longest word is that short therefore finds it at the beginning of a word only. Longer words are found
-- at any place, as before.

-- Returns the patterns that a text must match, one of them, for the index to serve the longest of some patterns such as
-- '%anna%': itself, or for a short word its beginning of the text, of a later word, or of a later line. Null if it has no
-- letter.
create function index_patterns(patterns text[], out first text, out later text, out line text) language plpgsql immutable
  parallel safe as $$
declare
  -- An index serves one pattern at a time: the longest has the fewest matches.
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
  word text := substr(longest, 2, length(longest) - 2);
begin
  if word !~ '[[:alnum:]]' then return; end if;
  if length(word) > 2 then
    first := longest;
    later := longest;
    line := longest;
  else
    first := word || '%';
    later := '% ' || word || '%';
    line := '%' || chr(10) || word || '%';
  end if;
end $$;

create or replace function find_events(calendars uuid[], patterns text[], at timestamptz, bound integer) returns setof appointments
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
begin
  select p.first, p.later into first, later from index_patterns(patterns) p;
  if first is null then return; end if;
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at >= at
      and (v.words like first or v.words like later) and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at limit bound;
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at < at
      and (v.words like first or v.words like later) and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at desc limit bound;
end $$;

-- Everyone may search the names, addresses and numbers of all customers; tags and notes are searched in the list only.
create or replace function find_contacts(patterns text[], bound integer) returns setof contacts
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
  line text;
begin
  select p.first, p.later, p.line into first, later, line from index_patterns(patterns) p;
  if first is null then return; end if;
  return query select * from contacts c
    where c.company_id = current_company() and c.merged_into is null
      -- Implied by the next condition, but served by the index.
      and (c.search_text like first or c.search_text like later or c.search_text like line)
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number || ' ' || c.phone_key) like all(patterns)
    order by c.name_key, c.id limit bound;
end $$;
