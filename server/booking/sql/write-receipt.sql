-- Writes a receipt with its lines and payments, as JSON with the names of the columns. A sale was begun with its
-- basket, which has its id. One of a register takes its place in the journal; the row of the register is locked.
create or replace function write_receipt(receipt jsonb, lines jsonb, payments jsonb) returns void language plpgsql as $$
declare
  r receipts := jsonb_populate_record(null::receipts, receipt);
begin
  insert into receipts (company_id, id, visit_id, contact_id, location_id, register_id, session_id, number, device_number, day, amount,
      refunds_id, seller, user_id, started_at, created_at)
    values (r.company_id, r.id, r.visit_id, r.contact_id, r.location_id, r.register_id, r.session_id, r.number, r.device_number, r.day,
      r.amount, r.refunds_id, r.seller, r.user_id,
      (select b.created_at from till_baskets b where b.company_id = r.company_id and b.id = r.id), r.created_at);
  insert into receipt_lines (company_id, receipt_id, position, kind, visit_id, event_id, product_id, name, location_id, calendar_id, day,
      quantity, unit_price, amount, vat_rate, ref_receipt_id, ref_position, discount_percent,
      part_line)
    select r.company_id, r.id, l.position, l.kind, l.visit_id, l.event_id, l.product_id, l.name, l.location_id, l.calendar_id, r.day,
      l.quantity, l.unit_price, l.amount, l.vat_rate, l.ref_receipt_id, l.ref_position, l.discount_percent,
      l.part_line
    from jsonb_populate_recordset(null::receipt_lines, lines) l;
  insert into receipt_payments (company_id, receipt_id, position, method, amount, given, change)
    select r.company_id, r.id, p.position, p.method, p.amount, p.given, p.change
    from jsonb_populate_recordset(null::receipt_payments, payments) p;
  if r.register_id is not null then
    perform append_till_entry(r.company_id, r.register_id, 'receipt', r.id, r.created_at, r.number);
  end if;
end $$;
