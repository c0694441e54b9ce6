-- Row-level security keeps operators that are not leakproof, such as && and LIKE, out of indexes: a company's queries
-- compare plain bounds instead, and search through functions of the owner.

-- Appointments are found by their start, which lies at most 24 hours before the range that they overlap. The few longer
-- events, such as holidays, have an index of their own.
create index events_long on events (company_id, calendar_id, end_at) where end_at - start_at > interval '24 hours';

-- Deleting a customer detaches their appointments.
create index events_contact on events (company_id, contact_id) where contact_id is not null;

-- The search walks through the events nearest to the present, or asks the index of words, by the expected matches.
create index events_start on events (company_id, start_at);
drop index events_search;
create index events_search on events using gin (folded(title || ' ' || name || ' ' || e_mail || ' ' || phone_number) gin_trgm_ops);
drop index contacts_search;
create index contacts_search on contacts using gin (folded(name || ' ' || e_mail || ' ' || phone_number) gin_trgm_ops);

-- Returns events of the current company in some of its calendars whose words match every pattern: the nearest after and
-- before an instant, at most `bound` of each. Cancelled events and expired holds are left out.
create function find_events(calendars uuid[], patterns text[], at timestamptz, bound integer) returns setof events
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- An index serves one pattern at a time: the longest has the fewest matches.
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
begin
  return query select * from events v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at >= at
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like longest
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like all(patterns)
      and v.status <> 'cancelled' and (v.held_until is null or v.held_until > at)
    order by v.start_at limit bound;
  return query select * from events v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at < at
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like longest
      and folded(v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number) like all(patterns)
      and v.status <> 'cancelled' and (v.held_until is null or v.held_until > at)
    order by v.start_at desc limit bound;
end $$;

-- Likewise contacts, by name.
create function find_contacts(patterns text[], bound integer) returns setof contacts
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
begin
  return query select * from contacts c
    where c.company_id = current_company()
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number) like longest
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number) like all(patterns)
    order by c.name, c.id limit bound;
end $$;
