// An addition to the databases of tests: at every commit, events must equal their visits
// (server/booking/visits/event-figures.ts). So every test that writes visits is a test of that.

/**
 * The first changed row at a commit compares all events; the others find that done, unless a statement came between.
 */
export const eventFiguresCheck = `
  create function check_event_figures() returns trigger language plpgsql security definer set search_path = public, pg_temp
    set plan_cache_mode = force_custom_plan set enable_nestloop = off set enable_mergejoin = off as $$
  declare
    wrong record;
  begin
    if current_setting('daybook.events_checked', true) = '1' then return null; end if;
    perform set_config('daybook.events_checked', '1', true);
    select e.id, e.counted_parts, e.booked_price, e.completed_price, to_jsonb(f) as visits into wrong
      from events e left join event_figures f on f.company_id = e.company_id and f.event_id = e.id
      where (e.counted_parts, e.booked_price, e.completed_price) is distinct from
        (coalesce(f.counted_parts, 0), coalesce(f.booked_price, 0), coalesce(f.completed_price, 0))
      limit 1;
    if found then
      raise exception 'The figures of an event do not equal its visits: %', to_jsonb(wrong);
    end if;
    return null;
  end $$;
  create function forget_checked_events() returns trigger language plpgsql as $$
  begin
    perform set_config('daybook.events_checked', '', true);
    return null;
  end $$;
  ${['events', 'visits', 'visit_parts']
    .map(
      (table) => `
  create trigger forget_checked after insert or update or delete on ${table}
    for each statement execute function forget_checked_events();
  create constraint trigger ${table}_figures after insert or update or delete on ${table}
    deferrable initially deferred for each row execute function check_event_figures();`,
    )
    .join('')}
`;

/** Makes the database one of the migrations alone. */
export const dropEventFiguresCheck = 'drop function check_event_figures, forget_checked_events cascade';
