// Fills calendars with many visits at once, for plans and benchmarks.

/**
 * Inserts confirmed visits of half an hour: `$1` company, `$2` calendar, `$3` location, `$4` how many, `$5` the first
 * start, `$6` how many a day, `$7` the interval between them.
 */
export const insertManyVisits = `
  with times as materialized (
    select gen_random_uuid() as id, n, at, 'Customer ' || n as name, 'customer' || n || '@example.org' as e_mail
    from (select n, $5::timestamptz + (n / $6::int) * interval '1 day' + (n % $6::int) * $7::interval as at
      from generate_series(0, $4::int - 1) n) numbers
  ), taken as (
    insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied, words, counted_parts)
      select $1, id, $2, $3, 'Appointment ' || n, at, at + interval '30 minutes', 'Europe/Riga', 'success',
        tstzmultirange(tstzrange(at, at + interval '30 minutes')), lower('Appointment ' || n || ' ' || name || ' ' || e_mail || ' '), 1
      from times
  ), booked as (
    insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, e_mail, status, source, calendar_uid)
      select $1, id, $3, at, at + interval '30 minutes', 'Europe/Riga', wall_time(at, 'Europe/Riga')::date, name, e_mail,
        'confirmed', 'page', id
      from times
  )
  insert into visit_parts (company_id, visit_id, event_id, service_name, minutes)
    select $1, id, id, 'Haircut', 30 from times`;
