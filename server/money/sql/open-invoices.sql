-- Invoices that are not paid in full.

-- Adds an invoice that is issued. The part that the deposit has paid is inserted before its invoice.
create or replace function open_issued() returns trigger language plpgsql as $$
begin
  insert into open_invoices (company_id, invoice_id, due_date)
    select i.company_id, i.id, i.due_date from issued i
    where i.kind <> 'credit_note' and i.grand_total > coalesce((
      select sum(s.amount) from invoice_settlements s where s.company_id = i.company_id and s.invoice_id = i.id), 0);
  return null;
end $$;
create or replace trigger opened after insert on invoices referencing new table as issued
  for each statement execute function open_issued();

-- Closes an invoice that is paid in full, and opens one whose payment was taken back.
create or replace function open_settled() returns trigger language plpgsql as $$
begin
  with changed as materialized (
    select i.company_id, i.id, i.due_date, i.grand_total > coalesce((
      select sum(s.amount) from invoice_settlements s where s.company_id = i.company_id and s.invoice_id = i.id), 0) as is_open
    from invoices i where i.kind <> 'credit_note'
      and (i.company_id, i.id) in (select n.company_id, n.invoice_id from settled n)
  ), closed as (
    delete from open_invoices o using changed c where o.company_id = c.company_id and o.invoice_id = c.id and not c.is_open
  )
  insert into open_invoices (company_id, invoice_id, due_date)
    select company_id, id, due_date from changed where is_open on conflict do nothing;
  return null;
end $$;
create or replace trigger opened after insert on invoice_settlements referencing new table as settled
  for each statement execute function open_settled();
