-- The figures of a session of a register: the X of an open one, and the Z of the one that is closed.

-- Returns the VAT that an amount with VAT includes, rounded as vatOfLines (server/booking/receipts/vat-of-lines.ts)
-- rounds it: half a cent away from zero.
create or replace function included_vat(gross numeric, rate numeric) returns numeric language sql immutable parallel safe
  return gross - round(gross * 100 / (100 + coalesce(rate, 0)), 2);

create or replace function till_totals(company uuid, session uuid) returns jsonb language sql stable as $$
  with own as materialized (
    select r.id, r.number, r.amount, r.refunds_id, r.device_number from receipts r
    where r.company_id = company and r.session_id = session
  ), paid as (
    select p.method, p.amount from own join receipt_payments p on p.company_id = company and p.receipt_id = own.id
  ), line as materialized (
    select own.id, l.kind, case l.part_line when 0 then l.quantity else 0 end as quantity, l.amount, l.vat_rate
    from own join receipt_lines l on l.company_id = company and l.receipt_id = own.id
  ), vat as (
    select vat_rate as rate, sum(included_vat(amount, vat_rate)) as vat, sum(amount) as amount
    from (select id, vat_rate, sum(amount) as amount from line group by id, vat_rate) one group by vat_rate
  ), moved as (
    select m.kind, m.amount, m.reason, m.created_at, m.id from till_moves m where m.company_id = company and m.session_id = session
  )
  select jsonb_build_object(
    'sales', (select count(*) from own where refunds_id is null),
    'refunds', (select count(*) from own where refunds_id is not null),
    'firstNumber', (select min(number) from own),
    'lastNumber', (select max(number) from own),
    'amount', (select coalesce(sum(amount), 0) from own),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', method, 'received', received, 'paidOut', received - amount,
        'amount', amount) order by method), '[]')
      from (select method, sum(amount) as amount, sum(greatest(amount, 0)) as received from paid group by method) p),
    'vat', (select coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'net', amount - vat, 'vat', vat, 'amount', amount)
        order by rate desc nulls last), '[]') from vat),
    'kinds', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'quantity', quantity, 'amount', amount) order by kind), '[]')
      from (select kind, sum(quantity) as quantity, sum(amount) as amount from line group by kind) k),
    'openingCash', s.opening_cash,
    'moves', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'reason', reason, 'at', created_at)
        order by kind = 'difference', created_at, id), '[]') from moved),
    'expectedCash', s.opening_cash + (select coalesce(sum(amount), 0) from paid where method = 'cash')
      + (select coalesce(sum(amount), 0) from moved where kind <> 'difference'),
    'missingDeviceNumbers', (select coalesce(jsonb_agg(number order by number), '[]') from own where device_number = ''))
  from till_sessions s where s.company_id = company and s.id = session
$$;
