-- Another VAT id is not checked yet, and a caller of a company checks none.
create or replace function uncheck_vat_id() returns trigger language plpgsql as $$
begin
  if current_user = 'daybook_company' or new.vat_id is distinct from old.vat_id then
    new.vat_id_checked_at := case when new.vat_id is not distinct from old.vat_id then old.vat_id_checked_at end;
  end if;
  return new;
end $$;
create or replace trigger vat_id_unchecked before insert or update on billing_profiles
  for each row execute function uncheck_vat_id();
