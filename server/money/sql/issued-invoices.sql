-- An invoice and its parts stay as they were issued.

-- Refuses further parts of an invoice that is issued.
create or replace function refuse_issued() returns trigger language plpgsql as $$
begin
  if exists (select from invoices where company_id = new.company_id and id = new.invoice_id) then
    raise exception 'invoice % is issued', new.invoice_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger unchangeable before update or delete or truncate on invoices
  for each statement execute function refuse_change();
create or replace trigger not_issued before insert on invoice_lines for each row execute function refuse_issued();
create or replace trigger unchangeable before update or delete or truncate on invoice_lines
  for each statement execute function refuse_change();
create or replace trigger not_issued before insert on invoice_vat for each row execute function refuse_issued();
create or replace trigger unchangeable before update or delete or truncate on invoice_vat
  for each statement execute function refuse_change();
create or replace trigger not_issued before insert on invoice_line_usage for each row execute function refuse_issued();
create or replace trigger unchangeable before update or delete or truncate on invoice_line_usage
  for each statement execute function refuse_change();
create or replace trigger unchangeable before update or delete or truncate on invoice_settlements
  for each statement execute function refuse_change();
create or replace trigger unchangeable before update or delete or truncate on dunning
  for each statement execute function refuse_change();
create or replace trigger unchangeable before update or delete or truncate on payment_moves
  for each statement execute function refuse_change();
