-- Every invoice gets a file, which a job writes.
create or replace function add_invoice_file() returns trigger language plpgsql as $$
begin
  insert into invoice_files (company_id, invoice_id) values (new.company_id, new.id);
  return null;
end $$;
create or replace trigger has_file after insert on invoices for each row execute function add_invoice_file();
