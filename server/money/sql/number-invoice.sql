-- Invoices get their number and hash from their series when they are inserted.

-- Returns everything of an invoice that its hash protects, as text. Lines from before rates had days have no rate, and
-- add nothing for it.
create or replace function invoice_content(i invoices) returns text language sql stable as $$
  select concat_ws(E'\x1f', i.series, i.number, i.company_id, i.id, i.kind, extract(epoch from i.issued_at), i.due_date - date '2000-01-01',
    i.period_start - date '2000-01-01', i.period_end - date '2000-01-01', i.net, i.vat, i.grand_total, i.currency, i.seller, i.buyer,
    coalesce(i.credits_id::text, ''), coalesce(i.replaces_id::text, ''),
    (select string_agg(concat_ws(E'\x1f', l.position, l.kind, l.first_day - date '2000-01-01', l.last_day - date '2000-01-01', l.quantity,
        coalesce(l.unit_price::text, ''), l.discount_percentage, l.net, l.vat_category, l.vat_rate), E'\x1e' order by l.position)
      from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id),
    (select string_agg(concat_ws(E'\x1f', v.category, v.rate, v.basis, v.vat), E'\x1e' order by v.category, v.rate)
      from invoice_vat v where v.company_id = i.company_id and v.invoice_id = i.id))
$$;

-- Numbers an invoice. It locks the series until the end of the transaction, so that numbers have no gaps: insert
-- invoices last.
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
create or replace trigger numbered before insert on invoices for each row execute function number_invoice();

-- Writes the number and hash of the last invoice of a series once for each statement. A row of the series that is
-- written for each invoice leaves a version for each, and every invoice reads all of them while any snapshot is older,
-- as that of an autovacuum: a month of 5,000 companies takes minutes instead of seconds.
create or replace function write_series() returns trigger language plpgsql as $$
begin
  update invoice_series s set last_number = split_part(n.state, ' ', 1)::bigint, last_hash = decode(split_part(n.state, ' ', 2), 'hex')
    from (select series, current_setting('daybook.series_' || series, true) as state from invoice_series) n
    where s.series = n.series and n.state <> '';
  perform set_config('daybook.series_' || series, '', true) from invoice_series;
  return null;
end $$;
create or replace trigger series_written after insert on invoices for each statement execute function write_series();
