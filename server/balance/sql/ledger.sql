-- The ledger only grows, and each of its transactions sums to zero.

-- Refuses a statement whose entries do not sum to zero in each transaction: then all entries of each do.
create or replace function check_entries_balance() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select transaction_id into wrong from written group by company_id, transaction_id having sum(amount) <> 0 limit 1;
  if wrong is not null then
    raise exception 'the entries of transaction % do not sum to zero', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger entries_balance after insert on entries referencing new table as written
  for each statement execute function check_entries_balance();
create or replace trigger unchangeable before update or delete or truncate on transactions
  for each statement execute function refuse_change();
create or replace trigger unchangeable before update or delete or truncate on entries
  for each statement execute function refuse_change();
