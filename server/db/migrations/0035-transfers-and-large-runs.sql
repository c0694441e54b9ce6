-- A payment of an invoice has the reference that the invoice has on paper; customers in the order of what they paid; and
-- the runs that number invoices and close days for large installations.

-- The reference of a transfer (ISO 11649): the letters and digits of a number after two check digits, which banks verify.
create function transfer_reference(number text) returns text language sql immutable parallel safe as $$
  select 'RF' || lpad((98 - string_agg(case when letter ~ '[A-Z]' then (ascii(letter) - 55)::text else letter end, '' order by n)::numeric % 97)::text, 2, '0')
    || max(body)
  from (select upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g')) as body) b,
    regexp_split_to_table(body || 'RF00', '') with ordinality as l (letter, n)
$$;

alter table invoices add reference text not null generated always as
  (transfer_reference(series || lpad(number::text, greatest(6, length(number::text)), '0'))) stored;

-- References that payers know stay. An invoice can have several payments, of which one is open.
alter table payments alter column reference drop expression, alter column reference set default '',
  drop constraint payments_reference_key;
create index payments_reference on payments (reference);

create function refer_payment() returns trigger language plpgsql as $$
begin
  new.reference := coalesce(
    (select i.reference from invoices i where i.company_id = new.company_id and i.id = new.invoice_id),
    transfer_reference(new.number::text));
  return new;
end $$;
create trigger payments_reference before insert on payments for each row execute function refer_payment();

create index contacts_spent on contacts (company_id, spent, id) where merged_into is null;

-- The number and hash of the last invoice of a series are written once for each statement. Written for each invoice, they
-- left a version of the row each, and while any snapshot was older, as that of an autovacuum, every invoice read all of
-- them: a month of 5,000 companies took minutes instead of seconds.
create or replace function number_invoice() returns trigger language plpgsql as $$
declare
  state text := current_setting('daybook.series_' || new.series, true);
begin
  if coalesce(state, '') = '' then
    select last_number + 1, last_hash into strict new.number, new.previous_hash
      from invoice_series where series = new.series for update;
  else
    new.number := split_part(state, ' ', 1)::bigint + 1;
    new.previous_hash := decode(split_part(state, ' ', 2), 'hex');
  end if;
  new.hash := sha256(new.previous_hash || convert_to(invoice_content(new), 'UTF8'));
  perform set_config('daybook.series_' || new.series, new.number || ' ' || encode(new.hash, 'hex'), true);
  return new;
end $$;

create function write_series() returns trigger language plpgsql as $$
begin
  update invoice_series s set last_number = split_part(n.state, ' ', 1)::bigint, last_hash = decode(split_part(n.state, ' ', 2), 'hex')
    from (select series, current_setting('daybook.series_' || series, true) as state from invoice_series) n
    where s.series = n.series and n.state <> '';
  perform set_config('daybook.series_' || series, '', true) from invoice_series;
  return null;
end $$;
create trigger series_written after insert on invoices for each statement execute function write_series();

-- The job that closes the days of a company reads the range of its days as parameters: planned without them, it read all
-- facts of the company, which takes longer than the limit of a statement when there are millions.
create or replace function close_days(company uuid, last date) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
declare
  -- Only the holder of the lock changes it.
  closed date;
begin
  perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
  closed := coalesce((select until from closed_days where company_id = company), '-infinity');
  if last <= closed then return; end if;
  with fresh as materialized (
    select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number) as number, sum(f.amount) as amount,
      sum(f.completed) as completed
    from report_facts f where f.company_id = company and f.day > closed and f.day <= last
    group by f.subject, f.day, f.location_id, f.calendar_id),
  added as (
    insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
    select company, subject, day, location_id, calendar_id, number, amount, completed from fresh),
  added_coarse as (
    insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
    select company, subject, day, sum(number), sum(amount), sum(completed) from fresh group by subject, day),
  counted as (
    delete from dirty_days m where m.company_id = company and m.day > closed and m.day <= last)
  insert into closed_days (company_id, until) values (company, last)
    on conflict (company_id) do update set until = excluded.until;
end $$;

alter function recount_days(uuid, integer) set plan_cache_mode = force_custom_plan;

-- Facts of open days are found by indexes that are in memory. By the costs of a disk, the planner reads all parts of a
-- large company instead, which takes three times as long.
alter function day_figures(text[], date, date, uuid[]) set random_page_cost = 1;
alter function day_figures(text[], date, date, uuid[]) set enable_seqscan = off;
alter function day_figures(text[], date, date, uuid[]) set jit = off;
alter function company_figures(text[], date, date) set random_page_cost = 1;
alter function company_figures(text[], date, date) set enable_seqscan = off;
alter function company_figures(text[], date, date) set jit = off;
alter function close_days(uuid, date) set enable_seqscan = off;
