-- Locks an invoice of the current company and returns its number; null for an invoice of another one. A company that
-- pays an invoice locks it first, as the operator does who confirms or credits it: each waits for the other and then
-- sees its outcome. Callers of a company cannot change invoices, so they cannot lock them otherwise.
create or replace function lock_own_invoice(invoice uuid) returns text
  language sql security definer set search_path = public, pg_temp as $$
  select label from invoices where id = invoice and company_id = current_company() for share
$$;
revoke execute on function lock_own_invoice from public;
grant execute on function lock_own_invoice to daybook_company;
