-- Gives a payment of an invoice the reference that the invoice has on paper, and another payment that of its own
-- number.
create or replace function refer_payment() returns trigger language plpgsql as $$
begin
  new.reference := coalesce(
    (select i.reference from invoices i where i.company_id = new.company_id and i.id = new.invoice_id),
    transfer_reference(new.number::text));
  return new;
end $$;
create or replace trigger payments_reference before insert on payments for each row execute function refer_payment();
